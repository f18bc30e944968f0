"""Regions: the named pieces of a table's page, each rendered from a slice of a view.

A slice contains exactly the data that one piece's template may see. It is the template's only
input; comparing it (`==`) shows whether the piece has changed; and it limits what the piece can
reveal. No Django here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Protocol, Self

import msgspec

from games.engine.seats import Seat


class PlayerInfo(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The public facts about a player."""

    name: str
    seat: int | None  #: None before the deal, unless the seat is reserved
    is_bot: bool = False
    bot: str = ""  #: the bot's name
    is_api: bool = False  #: a person's program plays
    is_host: bool = False
    is_ready: bool = False
    is_offline: bool = False  #: a person who does not have this table open
    is_away: bool = False  #: left a running match, and a bot decides
    is_late: bool = False  #: the clock made this player's last decision
    portrait: str = ""  #: the code of the portrait; it depends on public facts
    has_read: bool = True  #: whether the letter with the secret role was read
    holds_up: bool = False  #: the table waits until this player has read the letter


def unread_of(players: Sequence[PlayerInfo]) -> int:
    """Return the number of people with unread letters, while the table waits for them."""
    return sum([player.holds_up for player in players])


def readers_of(players: Sequence[PlayerInfo]) -> int:
    """Return the number of people with a letter; bots know their role immediately."""
    return sum([not (player.is_bot or player.is_api) for player in players])


class Region(msgspec.Struct, frozen=True, gc=False):
    """The slice for one piece of the page, rendered by `templates/<game>/<kind>.jinja`.

    The template gets it as `s`, and nothing else. The id of its root element is the region's name.
    A region that may appear during a match names the element `into` which it is inserted, and at
    which end. An empty region keeps a hidden element with its id.
    """

    kind: ClassVar[str]
    into: ClassVar[str] = ""
    at: ClassVar[Literal["afterbegin", "beforeend"]] = "beforeend"

    def parts_since(self, before: Self) -> "Sequence[RegionPart]":
        """Return the only parts to send to a page that shows `before`; empty: the whole region."""
        return ()


class RegionPart(Region, frozen=True):
    """A part of a region, rendered by the same macro as in the whole region."""

    swap: ClassVar[Literal["outerMorph", "beforeend"]] = "outerMorph"

    @property
    def target(self) -> str:
        """Return the id of the element within the region that it replaces, or is appended to."""
        raise NotImplementedError


class PublicRegions(Protocol):
    """Makes the public regions, by name, from a view and the players."""

    def __call__(self, view: Any, players: Sequence[PlayerInfo], /) -> Mapping[str, Region]:
        """Return the regions in the order of the page."""


class OwnRegions(Protocol):
    """Makes the regions of one seat: its cards, its question, its possible claims.

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
    """The division of a game's page into regions."""

    public: PublicRegions
    own: OwnRegions


class PlainBoard(Region, frozen=True):
    """The whole public table in one region, for games that are not divided further."""

    kind: ClassVar[str] = "board"

    view: Any
    players: tuple[PlayerInfo, ...]


class PlainChoices(Region, frozen=True):
    """The private page of one seat in one region, for games that are not divided further."""

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
