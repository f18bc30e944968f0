"""Facts about a game that only tests need, in addition to its contract."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from games.engine.game import Game
from games.engine.portable import Record
from games.engine.record import Turn
from games.engine.seats import Seat

#: Random matches per game and number of players, hundreds in all; `make test-long` plays thousands.
SEEDS = int(os.environ.get("CONFORMANCE_SEEDS", "30"))


def marks_of(count: int, seats: Sequence[int], most: int = 99) -> tuple[pytest.MarkDecorator, ...]:
    """Return the marks of a number of players: of many, each push looks at three, up to `most`."""
    is_pushed = len(seats) < 5 or count in (seats[0], seats[2], seats[-1])
    return () if is_pushed and count <= most else (pytest.mark.prove,)


Resample = Callable[[Record, tuple[Turn, ...], Seat | None, Random], Record]


@dataclass(frozen=True, kw_only=True, eq=False)
class Case:
    """A game, the parameters of long random play, and its invariants."""

    game: Game[Any, Any, Any, Any]
    conserved: Callable[[Any], bool]  #: of a state: nothing was lost or added
    resample: Resample
    #: (record and turns of a match broken off, seat, random) to a record of another truth that
    #: this seat (None: the public) can't tell from the real one
    secrets: dict[str, Callable[[Any], Any]]  #: of a state: the secrets of seeded leaks
    rare: frozenset[str] = field(default_factory=frozenset)  #: actions that would end it too soon
    talk: float = 0.15  #: how often a seat acts that need not
