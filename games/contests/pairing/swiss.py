"""Swiss rounds: players with equal points meet, and nobody meets twice if it can be avoided.

All possible pairings are compared by maximum-weight matching. The criteria, in descending order of
priority:

1. pairs to be kept apart do not meet;
2. no pair meets again; if unavoidable, those with the fewest meetings do;
3. the later rounds can still be played without repeats (foresight.py);
4. the bye goes to the lowest-ranked player; nobody has a second bye, or one after a win by forfeit,
   before everybody has had one (C.04.1);
5. nobody begins on one side three more times than on the other (FIDE Handbook, C.04.1);
6. opponents' points are as close as possible: the least sum of squared gaps;
7. players due the same side do not meet;
8. among players with equal points the upper half meets the lower, in order (C.04.3, the Dutch
   system).
"""

from collections.abc import Iterable, Iterator

from games.contests.pairing import foresight
from games.contests.pairing.draw import (
    Contender,
    DrawNote,
    Pair,
    Pairing,
    report_of,
    roll,
    wishes,
)
from games.contests.pairing.lots import lot
from games.contests.pairing.matching import Matching, best_matchings, cheapest
from games.contests.pairing.weighing import PairingCosts, surplus, wish
from games.contests.rules_of_chess import MOST_UNEVEN

ALGORITHM, VERSION = "swiss", 1

#: The steps allowed for checking that later rounds are possible, and the number of pairings tried
#: to find one that allows them.
STEPS, SEARCHES = 1000, 100
#: How many shorter seasons are tried if not all later rounds are possible.
SHORTER = 12

Duel = tuple[Contender, Contender]


def pair(
    contenders: Iterable[Contender],
    *,
    round_number: int,
    rounds_planned: int,
    seed: str,
    avoid: Iterable[Pair] = frozenset(),
) -> Pairing:
    """Draw round `round_number` (from 1) of `rounds_planned`.

    `avoid` contains pairs of entries to keep apart. `contenders` includes late entries, but not
    withdrawn players. Equal ranks, and the seats of the first round, are decided by lot.

    :raises CannotDraw: for fewer than two, or if an entry occurs twice.
    """
    field = PairingCosts(roll(contenders, least=2, seed=seed), wishes(avoid))
    rest = max(0, rounds_planned - round_number)
    matching, ahead = look_ahead(field, rest)
    coin = lot(seed, "sides", round_number) % 2
    duels = [
        seat_order(field.people[one], field.people[other], (coin + board) % 2)
        for board, (one, other) in enumerate(matching)
        if other != field.nobody
    ]
    idle = [one for one, other in matching if other == field.nobody]
    tables = tuple((first.entry, second.entry) for first, second in duels)
    sides = surpluses(field, duels)
    report = report_of(
        field.people, tables, field.apart, algorithm=ALGORITHM, version=VERSION, seed=seed,
        balance_after=max(map(abs, sides)),
        notes=(
            *notes(field, sides, idle),
            *([DrawNote("rounds_ahead", {"count": ahead, "wanted": rest})] if rest else ()),
        ),
    )  # fmt: skip
    return Pairing(tables, tuple(field.people[one].entry for one in idle), report)


def look_ahead(field: PairingCosts, rest: int) -> tuple[Matching, int]:
    """Return the best pairing, and how many of the `rest` rounds can follow without a repeat."""
    first = cheapest(field.costs, field.places)
    if first is None:  # Any two can be paired at some cost, and anybody can have the bye.
        raise AssertionError("Everybody can be paired.")
    if not all(field.is_fresh(*duel) for duel in first):
        return first, 0
    for ahead in reversed(range(max(1, rest - SHORTER), rest + 1)):
        partial = leaving(field, first, ahead)
        if partial is not None:
            return partial, ahead
    return first, 0


def leaving(field: PairingCosts, first: Matching, ahead: int) -> Matching | None:
    """Return the best pairing that allows `ahead` more rounds without a repeat.

    Return None if none was found.
    """
    graph = field.graph(ahead + 1)
    if min(map(int.bit_count, graph)) <= ahead:
        return None
    if leaves(graph, first, ahead):
        return first
    plan = foresight.schedule(graph, ahead + 1, steps=STEPS)
    if plan is None:
        return None
    fresh = {one: cost for one, cost in field.costs.items() if field.is_fresh(*one)}
    for matching in best_matchings(fresh, field.places, searches=SEARCHES):
        if leaves(graph, matching, ahead):
            return matching
    plans = [one for one in plan if all(duel in fresh for duel in one)]
    return min(plans, key=lambda one: sum(fresh[duel] for duel in one), default=None)


def leaves(graph: foresight.Graph, matching: Matching, ahead: int) -> bool:
    """Return whether `matching` is certain to allow `ahead` more rounds without a repeat."""
    rest = list(graph)
    for one, other in matching:
        rest[one] &= ~(1 << other)
        rest[other] &= ~(1 << one)
    return foresight.holds(rest, ahead, steps=STEPS)


def seat_order(upper: Contender, lower: Contender, coin: int) -> Duel:
    """Return two players in seat order; the player who is due to begin gets seat 0.

    If both are due the same seat, the upper player gets it; if neither is due one, `coin` decides.
    """
    above, below = ((surplus(one), wish(one)) for one in (upper, lower))
    if above != below:
        return (upper, lower) if above < below else (lower, upper)
    begins = wish(upper) < 0 if wish(upper) else coin == 0
    return (upper, lower) if begins else (lower, upper)


def surpluses(field: PairingCosts, duels: list[Duel]) -> list[int]:
    """Return each player's surplus of duels begun on seat 0 over seat 1, including this round."""
    sums = {one.entry: surplus(one) for one in field.people}
    for first, second in duels:
        sums[first.entry] += 1
        sums[second.entry] -= 1
    return list(sums.values())


def notes(field: PairingCosts, sides: list[int], idle: list[int]) -> Iterator[DrawNote]:
    """Yield the remarks on this round."""
    ranks = [one.rank for one in field.people]
    equals = sum(ranks.count(rank) > 1 for rank in ranks)
    if equals:
        yield DrawNote("lots_drawn", {"count": equals})
    if idle and idle[0] != field.line[0]:
        yield DrawNote("bye_not_to_last", {"entry": field.people[idle[0]].entry})
    uneven = sum(abs(own) > MOST_UNEVEN for own in sides)
    if uneven:
        yield DrawNote("sides_uneven", {"count": uneven})
