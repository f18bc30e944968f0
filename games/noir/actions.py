"""The actions of a seat, by their names and keys in the portable record."""

import msgspec

from games.noir.pieces import Direction, LineKind, Removal


class _Action(msgspec.Struct, frozen=True, tag_field="action", forbid_unknown_fields=True):
    """The common base of all actions; the tag is the name in records."""


class Murder(_Action, frozen=True, tag="murder"):
    """Kill a living suspect adjacent to the killer's identity (4.2), also in the set-up (1.4)."""

    suspect: str


class ChooseIdentity(_Action, frozen=True, tag="choose-identity"):
    """Become one of the four drawn suspects, and keep the other cards (1.5)."""

    suspect: str


class Shift(_Action, frozen=True, tag="shift"):
    """Shift one whole line by one (3.1); `index` counts from 0 in the current grid."""

    line: LineKind
    index: int
    direction: Direction


class Collapse(_Action, frozen=True, tag="collapse"):
    """Remove one dead suspect from every line (3.3); `suspects` in row or column order."""

    remove: Removal
    suspects: tuple[str, ...]


class Disguise(_Action, frozen=True, tag="disguise"):
    """Take identity and disguise in hand, then swap them or bluff (4.5)."""

    swap: bool


class Arrest(_Action, frozen=True, tag="arrest"):
    """Name one's own identity or a living adjacent suspect as the killer (5.1)."""

    suspect: str


class Investigate(_Action, frozen=True, tag="investigate"):
    """Lay a card from the hand on its suspect, and ask the killer (5.2)."""

    suspect: str


class Deduce(_Action, frozen=True, tag="deduce"):
    """Name the killer's identity and disguise, in either order (5.4)."""

    suspects: tuple[str, str]


class OfferDraw(_Action, frozen=True, tag="offer-draw"):
    """Offer a draw (6.3)."""


class AcceptDraw(_Action, frozen=True, tag="accept-draw"):
    """Accept the opponent's draw offer (6.3)."""


class Resign(_Action, frozen=True, tag="resign"):
    """Give up: the opponent wins (6.3)."""


Action = (
    Murder
    | ChooseIdentity
    | Shift
    | Collapse
    | Disguise
    | Arrest
    | Investigate
    | Deduce
    | OfferDraw
    | AcceptDraw
    | Resign
)
