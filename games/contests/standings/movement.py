"""Promotion and relegation: the divisions of next season, from the final tables."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from games.contests.standings.contest import Standing

Reason = Literal["", "place", "left", "vacancy", "overfull"]


class DivisionResult(msgspec.Struct, frozen=True):
    """A division at the end of a season.

    `promote` players go up from it and `relegate` go down, by their place. `size` is its number of
    players next season (None: as many as now).
    """

    key: int
    rows: tuple[Standing, ...]
    promote: int = 0
    relegate: int = 0
    size: int | None = None


class NextPlace(msgspec.Struct, frozen=True):
    """An entry's division next season, and why; `reason` is empty for those who stay."""

    entry: int
    origin: int
    target: int
    reason: Reason = ""


def moves(divisions: Sequence[DivisionResult]) -> tuple[NextPlace, ...]:
    """Return the next division of everybody, the top one first, each in the order of its table.

    - Players who left go down whatever their place, and never up; they count among those relegated.
      From the lowest division nobody goes down.
    - Nobody moves by more than one division.
    - A division that would be too small gets more from below ("vacancy"), one that would be too
      large sends more down ("overfull"). Nobody just promoted is sent back: then it stays large.
    """
    plans = [_Plan(division) for division in divisions]
    for upper, lower in pairwise(plans):
        _exchange(upper, lower)
    return tuple(move for plan in plans for move in plan.destinations())


class _Plan:
    """A division while movements are decided, from the top downwards."""

    def __init__(self, division: DivisionResult) -> None:
        self.division = division
        self.rows = sorted(division.rows, key=lambda row: row.rank)
        self.size = len(self.rows) if division.size is None else division.size
        self.arrived = 0
        self.going: dict[int, tuple[int, Reason]] = {}

    def staying(self) -> list[Standing]:
        """Return the rows that stay so far."""
        return [row for row in self.rows if row.entry not in self.going]

    def surplus(self) -> int:
        """Return the number of players by which the division is too large so far."""
        return len(self.staying()) + self.arrived - self.size

    def send(self, row: Standing, other: "_Plan", reason: Reason) -> None:
        """Move a player to another division."""
        self.going[row.entry] = (other.division.key, reason)
        other.arrived += 1

    def destinations(self) -> Iterator[NextPlace]:
        """Yield each player's destination."""
        own = self.division.key
        stay: tuple[int, Reason] = (own, "")
        for row in self.rows:
            target, reason = self.going.get(row.entry, stay)
            yield NextPlace(row.entry, own, target, reason)


def _exchange(upper: _Plan, lower: _Plan) -> None:
    """Decide the movements between two divisions: players who left, places, then sizes."""
    leaving = [row for row in upper.staying() if row.is_out]
    for row in leaving:
        upper.send(row, lower, "left")
    places = max(upper.division.relegate - len(leaving), 0)
    for row in _last(upper)[:places]:
        upper.send(row, lower, "place")
    for row in _best(lower)[: lower.division.promote]:
        lower.send(row, upper, "place")
    surplus = upper.surplus()
    for row in _last(upper)[: max(surplus, 0)]:
        upper.send(row, lower, "overfull")
    for row in _best(lower)[: max(-surplus, 0)]:
        lower.send(row, upper, "vacancy")


def _last(plan: _Plan) -> list[Standing]:
    """Return the players who can still go down, the last first."""
    return plan.staying()[::-1]


def _best(plan: _Plan) -> list[Standing]:
    """Return the players who can still go up, the best first."""
    return [row for row in plan.staying() if not row.is_out]
