"""Table nights: any number of five or more at tables of five to ten, without byes.

A round is seated by local search. What a table costs, for every two who sit at it:

- 2 m² if they have met m times: the first repeat costs 2, the second 8, so repeats are few and
  spread (with 2 m, the growth of m², several times as many pairs meet too often);
- `level` times their squared gap in points, so that tables are level in a Swiss night;
- more than all else together, if they are to be kept apart;

and, where tables differ in size, for everybody at one of the rarer size half the square of how
often they sat at such. Then each table is ordered so that everybody sits in each seat equally
often. bench/seating.py measures what comes of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from games.leagues.pairing.annealing import Costs, Split, improve
from games.leagues.pairing.draw import (
    CannotDraw,
    Contender,
    Draw,
    Note,
    Pair,
    Report,
    TooFewContenders,
    meetings,
    roll,
    together,
    wishes,
)
from games.leagues.pairing.lots import lot, stream
from games.leagues.pairing.matching import cheapest

ALGORITHM, VERSION = "tables", 1

SMALLEST, LARGEST, TARGET = 5, 10, 7
#: Swaps tried for one draw, and for each person in one search. What is left goes to other
#: searches, each with a glance at the round behind it.
STEPS, STEPS_EACH = 150_000, 600
#: Costs are whole numbers: thousandths. HEAT: up to what a dearer swap is taken at first.
FINE, HEAT = 1000, 4000
APART = FINE * 1_000_000


class NoSuchTable(CannotDraw):
    """Tables have five to ten seats."""


def sizes(count: int, *, target: int = TARGET) -> tuple[int, ...]:
    """Return the sizes of tables for `count` people, larger first, as near `target` as can be.

    They are 5 to 10 and differ by one at most. That is always possible: people left over when
    tables have five are fewer than five, and each table has room for five more.

    :raises TooFewContenders: fewer than five.
    :raises NoSuchTable: `target` is not 5 to 10.
    """
    if count < SMALLEST:
        raise TooFewContenders(f"{count} are too few: {SMALLEST} are needed.")
    if not SMALLEST <= target <= LARGEST:
        raise NoSuchTable(f"A table has {SMALLEST} to {LARGEST} seats, not {target}.")
    numbers = range(-(-count // LARGEST), count // SMALLEST + 1)
    return min((even(count, tables) for tables in numbers), key=lambda split: off(split, target))


def even(count: int, tables: int) -> tuple[int, ...]:
    """Return `count` split over so many tables, the larger first."""
    least, more = divmod(count, tables)
    return (least + 1,) * more + (least,) * (tables - more)


def off(split: Sequence[int], target: int) -> tuple[int, int, int]:
    """Return how far a split is from `target`: its farthest table, all its people, its tables."""
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
) -> Draw:
    """Seat everybody for one round.

    `level` says how much equal points count: 0 for a balanced season, 0.25 to 0.5 for a Swiss
    night. `games` is how many games a round has, a point each: gaps grow with its root, so that a
    `level` means the same for any. `avoid` holds pairs of entries to keep apart. The work is
    bounded by `steps`, not by time, so that the draw can be repeated.

    :raises TooFewContenders: fewer than five.
    :raises ContenderTwice: somebody is there twice.
    :raises NoSuchTable: `target` is not 5 to 10.
    """
    people = roll(contenders, least=SMALLEST, seed=seed)
    night = Night(people, wishes(avoid), sizes(len(people), target=target), level / games, seed)
    cost, split = search(night, steps)
    tables = sorted((night.ordered(table) for table in split), key=standing)
    told = {"target": target, "level_percent": round(100 * level), "games": games, "steps": steps}
    return Draw(
        tables=tuple(tuple(one.entry for one in table) for table in tables),
        byes=(),
        report=report(night, tables, cost, Note("seated_with", told)),
    )


@dataclass(frozen=True)
class Night:
    """Who is there, by rank, and what counts. People are numbers: their places in `people`."""

    people: Sequence[Contender]
    apart: frozenset[frozenset[int]]
    sizes: tuple[int, ...]
    level: float
    seed: str

    @cached_property
    def start(self) -> Split:
        """Return everybody at tables by points, equals by lot; all by lot if points don't count."""
        lots = [lot(self.seed, "start", one.entry) for one in self.people]
        level = [one.points if self.level else 0 for one in self.people]
        line = sorted(range(len(self.people)), key=lambda n: (-level[n], lots[n]))
        ends = accumulate(self.sizes)
        return [line[end - size : end] for size, end in zip(self.sizes, ends, strict=True)]

    def pairs(self, tonight: Iterable[Sequence[int]] = ()) -> Costs:
        """Return what each two cost at one table; after `tonight`, if it is given."""
        met = Counter(frozenset(pair) for pair in together(tonight))
        found = [[0] * len(self.people) for _ in self.people]
        for one, left in enumerate(self.people):
            for other in range(one):
                right = self.people[other]
                times = meetings(left, right) + met[frozenset((one, other))]
                cost = 2 * times**2 + self.level * (left.points - right.points) ** 2
                apart = frozenset((left.entry, right.entry)) in self.apart
                found[one][other] = found[other][one] = round(FINE * cost) + APART * apart
        return found

    @cached_property
    def places(self) -> Costs:
        """Return what each one costs at each table: those of the rarer size are to go around."""
        seats = {size: size * self.sizes.count(size) for size in self.sizes}
        rare = min(seats, key=lambda size: (seats[size], size)) if len(seats) > 1 else None
        return [
            [FINE * one.sizes.get(size, 0) ** 2 // 2 * (size == rare) for size in self.sizes]
            for one in self.people
        ]

    def ordered(self, table: Sequence[int]) -> list[Contender]:
        """Return who sits in each seat: where they sat the least before, then by lot."""
        size = len(table)
        costs = {
            (number, size + place): 100_000 * one.seats.get(place, 0) ** 2
            + lot(self.seed, f"seat {place}", one.entry) % 10_000
            for number, one in enumerate(self.people[n] for n in table)
            for place in range(size)
        }
        found = cheapest(costs, range(2 * size)) or ()
        return [self.people[table[number]] for number, _seat in sorted(found, key=lambda p: p[1])]


def search(night: Night, steps: int) -> tuple[int, Split]:
    """Return the cost of the best split found, and the split.

    Later searches begin hotter: two small tables have deep valleys, many tables have not. Where
    there is time for several, the best next round that each leaves counts as well.
    """
    each = min(steps, STEPS_EACH * len(night.people))
    searches = max(1, steps // max(1, 2 * each))
    pairs, found = night.pairs(), []
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
        found.append((cost + later, cost, split))
        if cost + later == 0:
            break
    _both, cost, split = min(found)
    return cost, split


def standing(table: Sequence[Contender]) -> tuple[float, int, int]:
    """Return where a table stands among the others: by mean points, then by its best."""
    mean = sum(one.points for one in table) / len(table)
    return -mean, min(one.rank for one in table), min(one.entry for one in table)


def report(night: Night, tables: Sequence[Sequence[Contender]], cost: int, told: Note) -> Report:
    """Say why this round was seated so."""
    known = {one.entry: one for one in night.people}
    pairs = together([[one.entry for one in table] for table in tables])
    met = {duo: meetings(known[duo[0]], known[duo[1]]) for duo in pairs}
    gaps = [max(one.points for one in t) - min(one.points for one in t) for t in tables]
    unmet = tuple(duo for duo in pairs if frozenset(duo) in night.apart)
    seats = {one.entry: place for table in tables for place, one in enumerate(table)}
    return Report(
        algorithm=ALGORITHM,
        version=VERSION,
        seed=night.seed,
        repeats=tuple((*duo, times) for duo, times in met.items() if times),
        most_meetings=max(met.values()) + 1,
        spread=max(gaps),
        spreads=tuple(gaps),
        balance_before=max(unevenness(night, one.seats) for one in night.people),
        balance_after=max(
            unevenness(night, Counter(one.seats) + Counter([seats[one.entry]]))
            for one in night.people
        ),
        cost=cost / FINE,
        unmet=unmet,
        notes=(told, *remarks(met, unmet)),
    )


def remarks(met: Mapping[tuple[int, int], int], unmet: Sequence[object]) -> Iterator[Note]:
    """Yield how many meet for the first time, and how many should not."""
    new = sum(not times for times in met.values())
    yield Note("first_meetings", {"count": new, "of": len(met)})
    if unmet:
        yield Note("avoided_pairs_meet", {"count": len(unmet)})


def unevenness(night: Night, seats: Mapping[int, int]) -> int:
    """Return by how much somebody's most and least used seats differ, of those every table has."""
    used = [seats.get(place, 0) for place in range(night.sizes[-1])]
    return max(used) - min(used)
