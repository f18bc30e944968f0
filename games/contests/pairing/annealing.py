"""Local search: splits people into tables of given sizes at low cost by swapping pairs."""

from collections.abc import Sequence
from random import Random

#: The people at each table, identified by numbers.
Split = list[list[int]]
#: The cost of each pair at the same table (symmetric, zero on the diagonal), or of each person at
#: each table.
Costs = Sequence[Sequence[int]]


def improve(
    start: Split, pairs: Costs, places: Costs, *, steps: int, heat: int, lots: Random
) -> tuple[int, Split]:
    """Return the lowest cost found in `steps` trials, and its split.

    Two people at different tables swap if that increases the cost by no more than a threshold,
    which falls from `heat` to zero (threshold accepting, Dueck and Scheuer 1990). Only integers and
    random() are used, so every machine finds the same split.
    """
    people, draw = len(pairs), lots.random
    table_of = [0] * people
    for table, sitting in enumerate(start):
        for person in sitting:
            table_of[person] = table
    sums = [weights(one, start, pairs, places) for one in range(people)]
    cost = best = total(start, pairs, places)
    best_of = table_of[:]
    for step in range(steps):
        if best == 0:
            break
        one, other = int(draw() * people), int(draw() * people)
        here, there = table_of[one], table_of[other]
        if here == there:
            continue
        mine, theirs = sums[one], sums[other]
        more = mine[there] - mine[here] + theirs[here] - theirs[there] - 2 * pairs[one][other]
        if more > 0 and more >= heat * (1 - step / steps) * draw():
            continue
        table_of[one], table_of[other] = there, here
        move(sums, pairs[one], pairs[other], here, there)
        cost += more
        if cost < best:
            best, best_of = cost, table_of[:]
    return best, [[n for n in range(people) if best_of[n] == t] for t in range(len(start))]


def weights(one: int, split: Split, pairs: Costs, places: Costs) -> list[int]:
    """Return the cost of a person at each table of `split`."""
    row = pairs[one]
    return [places[one][t] + sum(row[n] for n in sitting) for t, sitting in enumerate(split)]


def move(
    sums: list[list[int]], one: Sequence[int], other: Sequence[int], here: int, there: int
) -> None:
    """Update everybody's costs at two tables after `one` and `other` have swapped places."""
    for row, old, new in zip(sums, one, other, strict=True):
        if old != new:
            row[here] += new - old
            row[there] -= new - old


def total(split: Split, pairs: Costs, places: Costs) -> int:
    """Return the cost of a split."""
    between = sum(pairs[one][other] for sitting in split for one in sitting for other in sitting)
    return between // 2 + sum(places[one][t] for t, sitting in enumerate(split) for one in sitting)
