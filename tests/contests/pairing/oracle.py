"""Brute force: every pairing and every split of a small field, to find the best one."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.contests.pairing.draw import Contender

Matching = tuple[tuple[int, int], ...]


def matchings(people: Sequence[int]) -> Iterator[Matching]:
    """Yield every way to pair an even number of people."""
    if not people:
        yield ()
        return
    first, *others = people
    for place, other in enumerate(others):
        for rest in matchings([*others[:place], *others[place + 1 :]]):
            yield ((first, other), *rest)


def pairings(
    field: Sequence[Contender],
) -> Iterator[tuple[list[tuple[Contender, Contender]], Contender | None]]:
    """Yield every pairing that the bye rule allows, as (duels, bye)."""
    fewest = min(one.byes for one in field)
    idle = [one for one in field if one.byes == fewest] if len(field) % 2 else [None]
    for bye in idle:
        known = {one.entry: one for one in field if one is not bye}
        for found in matchings(sorted(known)):
            yield [(known[a], known[b]) for a, b in found], bye


def faults(duels: Sequence[tuple[Contender, Contender]], apart: frozenset) -> tuple[int, int]:
    """Return the number of pairs that should not meet, and the weight of repeats."""
    together = sum(frozenset((a.entry, b.entry)) in apart for a, b in duels)
    return together, sum(a.met.get(b.entry, 0) ** 2 for a, b in duels)


def splits(people: Sequence[int], sizes: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield every way to put people at tables of these sizes; some ways occur more than once."""
    if not sizes:
        yield []
        return
    for table in combinations(people, sizes[0]):
        rest = [one for one in people if one not in table]
        for others in splits(rest, sizes[1:]):
            yield [list(table), *others]
