"""Measures the agreement of a model of people with finished matches.

Games with such a model fit and measure it here. The caller supplies the matches and stores the
result.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from games.engine.seats import Viewer

BINS = 5


class Bin(msgspec.Struct, frozen=True):
    """Similar likelihoods: their number, their mean (`said`), and how often they were true."""

    judgements: int
    said: float
    true: float


class Number(msgspec.Struct, frozen=True):
    """One fitted number: meaning (translatable), shipped value, fitted value, standard error."""

    what: str
    shipped: float
    value: float
    error: float


class Fit(msgspec.Struct, frozen=True):
    """A model fitted to `matches` matches, and the agreement of its likelihoods with the truth.

    Each match was judged by a model fitted without it. `table` has the judgements from public
    knowledge, `seat` those from one player's knowledge.
    """

    matches: int
    model: Any
    numbers: tuple[Number, ...]
    table: tuple[Bin, ...]
    seat: tuple[Bin, ...]


@dataclass(frozen=True)
class CalibratedMatch:
    """A finished match; `view` returns it after a number of actions, as one viewer saw it."""

    actions: int
    view: Callable[[int, Viewer], Any]


Matches = Callable[[], Iterable[CalibratedMatch]]  #: returns the same matches at every call


def bins_of(guesses: Iterable[tuple[float, bool]]) -> tuple[Bin, ...]:
    """Return the likelihoods in five bins from 0 to 100 %, with how often they were true."""
    sums = [[0, 0.0, 0] for _ in range(BINS)]
    for odds, true in guesses:
        one = sums[min(int(odds * BINS), BINS - 1)]
        one[0] += 1
        one[1] += odds
        one[2] += true
    return tuple(
        Bin(int(count), odds / max(count, 1), true / max(count, 1)) for count, odds, true in sums
    )
