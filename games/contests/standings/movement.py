"""Promotion and relegation: the divisions of next season, from the final tables."""

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from games.contests.standings.contest import Standing

UP, STAYS, DOWN = -1, 0, 1


class DivisionResult(msgspec.Struct, frozen=True):
    """A division at the end of a season.

    The first `promote` players go up and the last `relegate` go down. `size` is the number of its
    players next season (None: as many as now).
    """

    rows: tuple[Standing, ...]
    promote: int = 0
    relegate: int = 0
    size: int | None = None


def moves(divisions: Sequence[DivisionResult]) -> dict[int, int]:
    """Return the movement of each entry: UP, STAYS or DOWN; the top division comes first.

    - Players who left go down whatever their place; they count among those relegated. Nobody goes
      down from the lowest division.
    - Nobody moves by more than one division.
    - A division that would be too small gets more players from below, and one that would be too
      large sends more down. Newly promoted players are not sent back, so it may stay too large.
    """
    plans = [_Plan(division) for division in divisions]
    for upper, lower in pairwise(plans):
        _exchange(upper, lower)
    return {row.entry: plan.going.get(row.entry, STAYS) for plan in plans for row in plan.rows}


class _Plan:
    """A division while movements are decided, from the top downwards."""

    def __init__(self, division: DivisionResult) -> None:
        self.division = division
        self.rows = sorted(division.rows, key=lambda row: row.rank)
        self.size = len(self.rows) if division.size is None else division.size
        self.arrived = 0
        self.going: dict[int, int] = {}

    def staying(self) -> list[Standing]:
        """Return the rows that are staying so far."""
        return [row for row in self.rows if row.entry not in self.going]

    def surplus(self) -> int:
        """Return the number of players by which the division is too large so far."""
        return len(self.staying()) + self.arrived - self.size

    def send(self, rows: Sequence[Standing], other: "_Plan", step: int) -> None:
        """Move players to another division."""
        self.going |= {row.entry: step for row in rows}
        other.arrived += len(rows)


def _exchange(upper: _Plan, lower: _Plan) -> None:
    """Decide the movements between two divisions: by players who left, by place, then by size."""
    leaving = [row for row in upper.staying() if row.is_out]
    upper.send(leaving, lower, DOWN)
    places = max(upper.division.relegate - len(leaving), 0)
    upper.send(_last(upper)[:places], lower, DOWN)
    lower.send(_best(lower)[: lower.division.promote], upper, UP)
    surplus = upper.surplus()
    upper.send(_last(upper)[: max(surplus, 0)], lower, DOWN)
    lower.send(_best(lower)[: max(-surplus, 0)], upper, UP)


def _last(plan: _Plan) -> list[Standing]:
    """Return the players who can still go down, last first."""
    return plan.staying()[::-1]


def _best(plan: _Plan) -> list[Standing]:
    """Return the players who can still go up, best first."""
    return [row for row in plan.staying() if not row.is_out]
