"""The events: facts, with the results of chance and the true answers."""

from typing import Literal

import msgspec

from games.engine.seats import Seat
from games.noir.pieces import Direction, HeldPhase, LineKind, Removal, Side


class _Event(msgspec.Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """The common base of all events."""


class GridLaid(_Event, frozen=True, tag="grid-laid"):
    """The suspects were laid out in the grid, listed row by row (1.1)."""

    suspects: tuple[str, ...]
    notebook: bool = True


class EvidenceShuffled(_Event, frozen=True, tag="evidence-shuffled"):
    """The evidence deck was laid face down, listed top first (1.1)."""

    cards: tuple[str, ...]


class KillerDrew(_Event, frozen=True, tag="killer-drew"):
    """The killer took the two top cards (1.3)."""

    identity: str
    disguise: str


class Murdered(_Event, frozen=True, tag="murdered"):
    """A suspect died (4.3)."""

    suspect: str


class EvidenceDrawn(_Event, frozen=True, tag="evidence-drawn"):
    """The inspector took the top card in hand (1.5, 3.4, 5.2)."""

    suspect: str


class IdentityChosen(_Event, frozen=True, tag="identity-chosen"):
    """The inspector became one of the four drawn suspects (1.5)."""

    suspect: str


class Shifted(_Event, frozen=True, tag="shifted"):
    """A line moved by one (3.1)."""

    line: LineKind
    index: int
    direction: Direction


class Collapsed(_Event, frozen=True, tag="collapsed"):
    """One dead suspect left every line, in row or column order (3.3)."""

    remove: Removal
    suspects: tuple[str, ...]


class EvidenceDiscarded(_Event, frozen=True, tag="evidence-discarded"):
    """A card was laid face up on the discard pile (3.4, 3.5, 4.4, 5.2)."""

    suspect: str
    source: Literal["hand", "deck", "grid"]


class Canvassed(_Event, frozen=True, tag="canvassed"):
    """A side answered whether its identity is adjacent to a suspect (4.4, 5.2)."""

    suspect: str
    asked_of: Side
    adjacent: bool


class Disguised(_Event, frozen=True, tag="disguised"):
    """The killer took identity and disguise in hand, and may have swapped them (4.5)."""

    swapped: bool


class Arrested(_Event, frozen=True, tag="arrested"):
    """The inspector named a suspect as the killer, rightly or not (5.1)."""

    suspect: str
    hit: bool


class Investigated(_Event, frozen=True, tag="investigated"):
    """The inspector showed a card from the hand and asked (5.2)."""

    suspect: str


class SuspectCleared(_Event, frozen=True, tag="suspect-cleared"):
    """The card stayed on its living suspect, who is therefore innocent (5.2)."""

    suspect: str


class Deduced(_Event, frozen=True, tag="deduced"):
    """The inspector named identity and disguise, rightly or not (5.4)."""

    suspects: tuple[str, str]
    right: bool


class TurnEnded(_Event, frozen=True, tag="turn-ended"):
    """The turn passes to the opponent; an offer to the player who had it is declined (6.3)."""


class DrawOffered(_Event, frozen=True, tag="draw-offered"):
    """A seat offered a draw (6.3)."""

    seat: Seat


class DrawAccepted(_Event, frozen=True, tag="draw-accepted"):
    """A seat accepted the opponent's draw offer (6.3)."""

    seat: Seat


class Resigned(_Event, frozen=True, tag="resigned"):
    """A seat gave up (6.3)."""

    seat: Seat


class GameEnded(_Event, frozen=True, tag="game-ended"):
    """A side won, or it is a draw (6.1, 6.3)."""

    winner: Side | None
    reason: str


class IdentitiesOpened(_Event, frozen=True, tag="identities-opened"):
    """All cards were turned face up (6.2)."""

    identity: str
    disguise: str
    inspector: str


class Held(_Event, frozen=True, tag="held"):
    """The end of a stage: pages show the table in this state for a while. It is never logged."""

    phase: HeldPhase
    kind: str = ""  #: the name of the action, if no event shows it
    suspects: tuple[str, ...] = ()


Event = (
    GridLaid
    | EvidenceShuffled
    | KillerDrew
    | Murdered
    | EvidenceDrawn
    | IdentityChosen
    | Shifted
    | Collapsed
    | EvidenceDiscarded
    | Canvassed
    | Disguised
    | Arrested
    | Investigated
    | SuspectCleared
    | Deduced
    | TurnEnded
    | DrawOffered
    | DrawAccepted
    | Resigned
    | GameEnded
    | IdentitiesOpened
)
