"""Table nights: seats five or more players at tables of five to ten, without byes.

A round is seated by local search. The cost of a table is, for every two people at it:

- 2 m² if they have met m times: the first repeat costs 2, the second 8, so repeats are few and
  spread (with 2 m, the growth of m², several times as many pairs would meet too often);
- `level` times their squared gap in points, so that tables are even in a Swiss night;
- more than everything else together, if they are to be kept apart;

and, where tables differ in size, for everybody at one of the rarer size half the square of how
often they sat at that size. Then each table is ordered so that everybody sits in each seat equally
often. bench/leagues/seating.py measures the outcome.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from math import comb

from games.contests.pairing.annealing import Costs, Split, improve
from games.contests.pairing.draw import (
    CannotDraw,
    Contender,
    DrawNote,
    Pair,
    Pairing,
    meetings,
    report_of,
    roll,
    together,
    wishes,
)
from games.contests.pairing.lots import lot, stream
from games.contests.pairing.matching import cheapest

ALGORITHM, VERSION = "tables", 1

SMALLEST, LARGEST, TARGET = 5, 10, 7
#: The number of swaps tried in a draw, and per person in one search. The remaining swaps are used
#: for further searches, which also consider the next round.
STEPS, STEPS_EACH = 150_000, 600
#: Costs are integers, in thousandths. HEAT: the increase in cost first allowed for a swap.
FINE, HEAT = 1000, 4000
APART = FINE * 1_000_000


def sizes(count: int, *, target: int = TARGET) -> tuple[int, ...]:
    """Return the sizes of tables for `count` people, larger first, and close to `target`.

    Sizes are 5 to 10 and differ by at most one. This is always possible: with tables of five, fewer
    than five people are left over, and each table has room for five more.

    :raises CannotDraw: for fewer than five, or if `target` is not 5 to 10.
    """
    if count < SMALLEST:
        raise CannotDraw(f"{count} are too few: {SMALLEST} are needed.")
    if not SMALLEST <= target <= LARGEST:
        raise CannotDraw(f"A table has {SMALLEST} to {LARGEST} seats, not {target}.")
    numbers = range(-(-count // LARGEST), count // SMALLEST + 1)
    return min((even(count, tables) for tables in numbers), key=lambda split: off(split, target))


def even(count: int, tables: int) -> tuple[int, ...]:
    """Return `count` split evenly over `tables`, larger numbers first."""
    least, more = divmod(count, tables)
    return (least + 1,) * more + (least,) * (tables - more)


def off(split: Sequence[int], target: int) -> tuple[int, int, int]:
    """Return a split's deviations from `target`: of the worst table, all people, and all tables."""
    far = [abs(size - target) for size in split]
    return max(far), sum(size * gap for size, gap in zip(split, far, strict=True)), len(split)


def seat(
    contenders: Iterable[Contender],
    *,
    seed: str,
    target: int = TARGET,
    level: float = 0.0,
    games: int = 1,
    avoid: Iterable[Pair] = frozenset(),
    steps: int = STEPS,
) -> Pairing:
    """Seat everybody for one round.

    `level` is the weight of equal points: 0 for a balanced season, 0.25 to 0.5 for a Swiss night.
    `games` is the number of games in a round, worth a point each: gaps grow with its square root,
    so the meaning of `level` does not depend on it. `avoid` contains pairs of entries to keep
    apart. The work is limited by `steps`, not by time, so the draw can be repeated.

    :raises CannotDraw: as in `sizes`, or if an entry occurs twice.
    """
    people = roll(contenders, least=SMALLEST, seed=seed)
    night = Night(people, wishes(avoid), sizes(len(people), target=target), level / games, seed)
    seated = sorted((night.seat_order(table) for table in search(night, steps)), key=standing)
    tables = tuple(tuple(one.entry for one in table) for table in seated)
    uses = [night.unevenness(one, place) for table in seated for place, one in enumerate(table)]
    report = report_of(
        people, tables, night.apart, algorithm=ALGORITHM, version=VERSION, seed=seed,
        balance_after=max(uses),
    )  # fmt: skip
    values = {"target": target, "level_percent": round(100 * level), "games": games, "steps": steps}
    pairs = sum(comb(size, 2) for size in night.sizes)
    first = {"count": pairs - len(report.repeats), "of": pairs}
    notes = (DrawNote("seated_with", values), DrawNote("first_meetings", first))
    return Pairing(tables, (), replace(report, notes=notes))


@dataclass(frozen=True)
class Night:
    """The people in a round, by rank, and the costs of seating them.

    A person's number is their index in `people`.
    """

    people: Sequence[Contender]
    apart: frozenset[frozenset[int]]
    sizes: tuple[int, ...]
    level: float
    seed: str

    @cached_property
    def start(self) -> Split:
        """Return the initial split for the search: by points, with ties broken by lot.

        If points don't count, everybody is placed by lot.
        """
        lots = [lot(self.seed, "start", one.entry) for one in self.people]
        level = [one.points if self.level else 0 for one in self.people]
        line = sorted(range(len(self.people)), key=lambda n: (-level[n], lots[n]))
        ends = accumulate(self.sizes)
        return [line[end - size : end] for size, end in zip(self.sizes, ends, strict=True)]

    def pairs(self, tonight: Iterable[Sequence[int]] = ()) -> Costs:
        """Return the cost of each pair at one table, after the tables of `tonight` if given."""
        together_counts = Counter(frozenset(pair) for pair in together(tonight))
        counts = [[0] * len(self.people) for _ in self.people]
        for one, one_less in enumerate(self.people):
            for other in range(one):
                right = self.people[other]
                times = meetings(one_less, right) + together_counts[frozenset((one, other))]
                cost = 2 * times**2 + self.level * (one_less.points - right.points) ** 2
                apart = frozenset((one_less.entry, right.entry)) in self.apart
                counts[one][other] = counts[other][one] = round(FINE * cost) + APART * apart
        return counts

    @cached_property
    def places(self) -> Costs:
        """Return the cost of each person at each table, so that people rotate at the rarer size."""
        seats = {size: size * self.sizes.count(size) for size in self.sizes}
        rare = min(seats, key=lambda size: (seats[size], size)) if len(seats) > 1 else None
        return [
            [FINE * one.sizes.get(size, 0) ** 2 // 2 * (size == rare) for size in self.sizes]
            for one in self.people
        ]

    def seat_order(self, table: Sequence[int]) -> list[Contender]:
        """Return a table's people in seat order: by their least used seats, then by lot."""
        size = len(table)
        costs = {
            (number, size + place): 100_000 * one.seats.get(place, 0) ** 2
            + lot(self.seed, f"seat {place}", one.entry) % 10_000
            for number, one in enumerate(self.people[n] for n in table)
            for place in range(size)
        }
        seats = cheapest(costs, range(2 * size)) or ()
        return [self.people[table[number]] for number, _seat in sorted(seats, key=lambda p: p[1])]

    def unevenness(self, one: Contender, seat: int) -> int:
        """Return the imbalance in a player's use of the seats at every table, once on `seat`."""
        counts = [one.seats.get(n, 0) + (n == seat) for n in range(self.sizes[-1])]
        return max(counts) - min(counts)


def search(night: Night, steps: int) -> Split:
    """Return the split with the lowest cost found.

    Later searches begin with more heat, because local minima are harder to leave with two small
    tables than with many. If several searches are possible, the best next round counts as well.
    """
    each = min(steps, STEPS_EACH * len(night.people))
    searches = max(1, steps // max(1, 2 * each))
    pairs, swaps = night.pairs(), []
    for number in range(searches):
        heat = HEAT * (number + 1)
        lots = stream(night.seed, f"tables {number}")
        cost, split = improve(night.start, pairs, night.places, steps=each, heat=heat, lots=lots)
        later = 0
        if searches > 1:
            next_pairs = night.pairs(split)
            later, _split = improve(
                split, next_pairs, night.places, steps=each, heat=heat, lots=lots
            )
        swaps.append((cost + later, cost, split))
        if cost + later == 0:
            break
    return min(swaps)[-1]


def standing(table: Sequence[Contender]) -> tuple[float, int, int]:
    """Return the sort key of a table: its mean points, then its best player."""
    mean = sum(one.points for one in table) / len(table)
    return -mean, min(one.rank for one in table), min(one.entry for one in table)
