"""Specimens: a game's own pieces in each of their states, for the style guide.

A seat's own pieces are taken from random matches; the game determines the state of each piece.
Public pieces are made by the game itself.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.engine.regions import PlayerInfo, Region


class PieceStates(NamedTuple):
    """The states of a piece to show, and the function that determines a piece's state."""

    state_of: Callable[[Any], str]
    shown: frozenset[str]


class PublicSpecimen(NamedTuple):
    """A public piece (`group`: a seat, a tile) in one state: regions that are rendered together."""

    group: str
    state: str
    regions: tuple[Region, ...]


@dataclass(frozen=True, kw_only=True)
class Specimens:
    """The specimens of one game."""

    own: Mapping[str, PieceStates] = field(default_factory=dict)
    #: pieces that a seat sees for itself, by region
    public: Callable[[Any, Sequence[PlayerInfo]], Iterable[PublicSpecimen]] = lambda *_table: ()
    #: public(game, people): pieces that everybody sees, with these people at the table


NO_SPECIMENS = Specimens()
