"""Round robins: the Berger tables (FIDE Handbook, C.05 Annex 1)."""

from collections import Counter
from collections.abc import Iterable, Sequence

from games.contests.pairing.draw import DrawNote, DrawReport, Pairing, check
from games.contests.pairing.lots import shuffle

ALGORITHM, VERSION = "berger", 1

#: The missing opponent when the number is odd.
NOBODY = None
Place = int | None
Duel = tuple[Place, Place]


def rounds(entries: Iterable[int], *, seed: str, double: bool = False) -> tuple[Pairing, ...]:
    """Draw a season in which every pair meets once, or twice with sides swapped.

    Lots from `seed` give the entries their numbers in the table. With an odd number, one has a bye
    in each round. A player's numbers of games on each side differ by at most one after a single
    round robin, and are equal after a double one.

    :raises CannotDraw: for fewer than two, or if an entry occurs twice.
    """
    people = list(entries)
    check(people, least=2)
    places: list[Place] = [*shuffle(people, seed=seed, name="berger")]
    season = table(places + [NOBODY] * (len(places) % 2))
    if double:
        season = play_twice(season)
    return tuple(draws(season, seed=seed, count=len(people)))


def table(places: Sequence[Place]) -> list[list[Duel]]:
    """Return the Berger table of an even number of `places`: rounds of (first, second).

    The last place is fixed; all others rotate by half of the circle each round. The last place
    alternates sides.
    """
    circle, last = list(places[:-1]), places[-1]
    half, size = len(places) // 2, len(circle)
    return [
        berger_round([circle[(i + number * half) % size] for i in range(size)], last, number)
        for number in range(size)
    ]


def berger_round(circle: Sequence[Place], last: Place, number: int) -> list[Duel]:
    """Pair the first place of `circle` with `last`, and each other place with the one opposite."""
    top = (circle[0], last) if number % 2 == 0 else (last, circle[0])
    return [top, *((circle[i], circle[-i]) for i in range(1, len(circle) // 2 + 1))]


def play_twice(season: list[list[Duel]]) -> list[list[Duel]]:
    """Return `season` twice, the second time with sides swapped.

    The last two rounds of the first half are swapped, so that nobody begins three times in a row on
    the same side across the halves (as the Annex recommends).
    """
    first = [*season[:-2], *reversed(season[-2:])]
    return first + [[(second, one) for one, second in duels] for duels in season]


def draws(season: Iterable[Sequence[Duel]], *, seed: str, count: int) -> Iterable[Pairing]:
    """Yield each round of `season` with its report."""
    counts: Counter[frozenset[int]] = Counter()
    sides: Counter[int] = Counter()
    for duels in season:
        tables = tuple((a, b) for a, b in duels if a is not None and b is not None)
        idle = tuple(a if b is None else b for a, b in duels if a is None or b is None)
        repeats = tuple(
            (min(d), max(d), counts[frozenset(d)]) for d in tables if counts[frozenset(d)]
        )
        for first, second in tables:
            counts[frozenset((first, second))] += 1
            sides[first] += 1
            sides[second] -= 1
        report = DrawReport(
            algorithm=ALGORITHM,
            version=VERSION,
            seed=seed,
            repeats=tuple(sorted(repeats)),
            most_meetings=max(counts.values()),
            balance_after=max(map(abs, sides.values())),
            notes=(DrawNote("lots_drawn", {"count": count}),),
        )
        yield Pairing(tables, tuple(entry for entry in idle if entry is not None), report)
