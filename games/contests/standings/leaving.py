"""The effects of leaving a contest on the results of a player's fixtures.

A player who leaves a round robin (withdraws or is disqualified) before half of their fixtures is
annulled: their results are removed for everybody, as if they had never entered. After that their
results count, and the remaining fixtures are forfeits (FIDE Handbook C.05, 6.5: also at half).

In all other formats the results still count, because not everybody was to meet these players, and
later rounds were drawn from the results.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from games.contests.standings.contest import Contest, Contestant, FixtureResult


def has_left(contestant: Contestant) -> bool:
    """Return whether a contestant has left the contest."""
    return contestant.is_disqualified or contestant.withdrawn_after is not None


def annulled_entries(contest: Contest) -> frozenset[int]:
    """Return the entries that are annulled because they left too early."""
    return frozenset(
        one.entry for one in contest.contestants if has_left(one) and _left_early(contest, one)
    )


def _left_early(contest: Contest, contestant: Contestant) -> bool:
    """Return whether a player left a round robin before playing the required part.

    With an odd number, everybody has one round off in each cycle.
    """
    if contest.format != "round_robin":
        return False
    planned, there = contest.rounds_planned, len(contest.contestants)
    if contestant.planned is not None:
        planned = contestant.planned
    elif there % 2:
        planned = planned * (there - 1) // there
    least = contest.scoring.annul_below * max(planned, 1)
    return _fixtures_attended(contest, contestant) < least


def _fixtures_attended(contest: Contest, contestant: Contestant) -> int:
    """Return the number of fixtures that a contestant attended before leaving."""
    entry, last = contestant.entry, contestant.withdrawn_after
    return sum(
        entry in result.entries
        and entry not in result.forfeited
        and bool(result.games or result.forfeited)
        and (last is None or result.round <= last)
        for result in contest.results
    )


def settle(contest: Contest) -> Contest:
    """Return the contest with annulments and forfeits applied, in a canonical order."""
    leavers = annulled_entries(contest)
    byes = [bye for bye in contest.byes if bye.entry not in leavers]
    return replace(
        contest,
        contestants=tuple(sorted(contest.contestants, key=lambda one: one.entry)),
        results=tuple(_results(contest, leavers)),
        byes=tuple(sorted(byes, key=lambda bye: (bye.round, bye.entry, bye.points))),
        sanctions=tuple(one for one in contest.sanctions if one.entry not in leavers),
    )


def _results(contest: Contest, leavers: frozenset[int]) -> Iterator[FixtureResult]:
    """Yield the results that count, in order: without those of annulled players, with forfeits."""
    contestants = {one.entry: one for one in contest.contestants}
    for result in sorted(contest.results, key=lambda one: (one.round, one.table, one.fixture)):
        is_struck = not leavers.isdisjoint(result.entries) or not contestants.keys() >= set(
            result.entries
        )
        if not is_struck:
            yield _with_forfeits(result, contestants)


def _with_forfeits(result: FixtureResult, contestants: dict[int, Contestant]) -> FixtureResult:
    """Return a result with forfeits added for absent players who had left before its round."""
    players = {placing.entry for game in result.games for placing in game.placings}
    ends = {entry: one.withdrawn_after for entry, one in contestants.items()}
    absent = {
        entry
        for entry in result.entries
        if entry not in players and (last := ends.get(entry)) is not None and last < result.round
    }
    return replace(result, forfeited=tuple(sorted({*result.forfeited, *absent})))
