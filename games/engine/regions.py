"""Regions: the named pieces of a table's page. Each is drawn from a slice of a view.

A slice holds exactly what one piece's template may see. It is the template's only input; comparing
it (`==`) shows whether the piece has changed; and it proves what the piece can reveal. No Django
here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Protocol, Self

import msgspec

from games.engine.seats import Seat


class PlayerInfo(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """What everybody may know of a player."""

    name: str
    seat: int | None  #: None before the deal, unless the seat is reserved
    is_bot: bool = False
    bot: str = ""  #: the bot's name
    is_api: bool = False  #: a person's program plays
    is_host: bool = False
    is_ready: bool = False
    is_offline: bool = False  #: a person who has not this table open
    is_away: bool = False  #: left a running match, and a bot decides
    is_late: bool = False  #: the clock made this player's last decision
    portrait: str = ""  #: the code of the face; it follows from public facts
    has_read: bool = True  #: whether the letter with the secret role was read
    holds_up: bool = False  #: the table waits until this player has read the letter


def unread_of(players: Sequence[PlayerInfo]) -> int:
    """Return how many people have not read their letter while the table waits for them."""
    return sum([player.holds_up for player in players])


def readers_of(players: Sequence[PlayerInfo]) -> int:
    """Return how many people got a letter; bots know their role at once."""
    return sum([not (player.is_bot or player.is_api) for player in players])


class Region(msgspec.Struct, frozen=True, gc=False):
    """The slice that one piece of the page is drawn from, by `templates/<game>/<kind>.jinja`.

    The template sees it as `s`, and nothing else. The id of its root element is the region's name.
    A region that may appear during a match says which element it is put `into`, and at which end. A
    region that is empty for now keeps a hidden element with its id.
    """

    kind: ClassVar[str]
    into: ClassVar[str] = ""
    at: ClassVar[Literal["afterbegin", "beforeend"]] = "beforeend"

    def parts_since(self, before: Self) -> "Sequence[RegionPart]":
        """Return what alone is sent to a page that shows `before`; nothing: the whole region."""
        return ()


class RegionPart(Region, frozen=True):
    """A part of a region, drawn by the same macro as in the whole."""

    swap: ClassVar[Literal["outerMorph", "beforeend"]] = "outerMorph"

    @property
    def target(self) -> str:
        """Return the id of the element within the region that it replaces, or is appended to."""
        raise NotImplementedError


class PublicRegions(Protocol):
    """Makes the regions that everybody sees, by name, from a view and the players."""

    def __call__(self, view: Any, players: Sequence[PlayerInfo], /) -> Mapping[str, Region]:
        """Return the regions in the order of the page."""


class OwnRegions(Protocol):
    """Makes the regions that one seat alone sees: its cards, its question, what it may say.

    `seat` is None for a spectator. `choices` are all legal actions of the seat. `prompt` is the
    number of the question; the answer repeats it.
    """

    def __call__(
        self,
        view: Any,
        players: Sequence[PlayerInfo],
        seat: Seat | None,
        choices: Sequence[Any],
        prompt: int,
        /,
    ) -> Mapping[str, Region]:
        """Return the regions in the order of the page."""


class Regions(msgspec.Struct, frozen=True):
    """How a game's page is divided into regions."""

    public: PublicRegions
    own: OwnRegions


class PlainBoard(Region, frozen=True):
    """The whole public table in one region, for games that are not divided further."""

    kind: ClassVar[str] = "board"

    view: Any
    players: tuple[PlayerInfo, ...]


class PlainChoices(Region, frozen=True):
    """Everything that one seat alone sees in one region, for games that are not divided further."""

    kind: ClassVar[str] = "choices"

    view: Any
    players: tuple[PlayerInfo, ...]
    seat: Seat | None
    choices: tuple[Any, ...]
    prompt: int


def _board(view: Any, players: Sequence[PlayerInfo]) -> Mapping[str, Region]:
    return {"board": PlainBoard(view, tuple(players))}


def _choices(
    view: Any,
    players: Sequence[PlayerInfo],
    seat: Seat | None,
    choices: Sequence[Any],
    prompt: int,
) -> Mapping[str, Region]:
    return {"choices": PlainChoices(view, tuple(players), seat, tuple(choices), prompt)}


WHOLE = Regions(_board, _choices)
