"""Who left, and what becomes of their fixtures.

Whoever leaves (withdraws or is disqualified) before half of their fixtures is annulled: in duels
all their results are struck out for everybody, as if they had never entered. Later than that
their results stand and what remains are forfeits (FIDE Handbook C.05, 6.5: the same line at half).

- In a Swiss contest a round can't be made up for, so an annulled duel becomes a bye for the other.
- A game at a table isn't taken from the others because one of them left: there only the row of
  the one who left is emptied.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from games.leagues.standings.contest import Bye, Contest, Contestant, Result


def has_left(contestant: Contestant) -> bool:
    """Say whether a contestant takes no further part."""
    return contestant.is_disqualified or contestant.withdrawn_after is not None


def planned(contest: Contest, contestant: Contestant) -> int:
    """Return how many fixtures a contestant was to play: at least 1.

    A round robin of an odd number leaves everybody one round in each cycle.
    """
    if contestant.planned is not None:
        return max(contestant.planned, 1)
    there = len(contest.contestants)
    if contest.format == "round_robin" and there % 2:
        return max(contest.rounds_planned * (there - 1) // there, 1)
    dealt = sum(bye.entry == contestant.entry and not bye.was_asked for bye in contest.byes)
    return max(contest.rounds_planned - dealt, 1)


def annulled(contest: Contest) -> frozenset[int]:
    """Return the entries whose results don't count, because they left too early."""
    return frozenset(
        one.entry for one in contest.contestants if has_left(one) and _left_early(contest, one)
    )


def _left_early(contest: Contest, contestant: Contestant) -> bool:
    """Say whether less than the due part was played when somebody left."""
    share = _played(contest, contestant) / planned(contest, contestant)
    return share < contest.scoring.annul_below


def _played(contest: Contest, contestant: Contestant) -> int:
    """Return for how many fixtures a contestant was there, while they took part."""
    entry, left = contestant.entry, contestant.withdrawn_after
    return sum(
        entry in result.entries
        and entry not in result.forfeited
        and bool(result.games or result.forfeited)
        and (left is None or result.round <= left)
        for result in contest.results
    )


def settle(contest: Contest) -> Contest:
    """Return the contest with its annulments and forfeits worked in, in an order of its own."""
    gone = annulled(contest)
    byes = [bye for bye in contest.byes if bye.entry not in gone]
    if contest.format == "swiss":
        byes += _byes_instead(contest, gone)
    return replace(
        contest,
        contestants=tuple(sorted(contest.contestants, key=lambda one: one.entry)),
        results=tuple(_results(contest, gone)),
        byes=tuple(sorted(byes, key=lambda bye: (bye.round, bye.entry, bye.points))),
        sanctions=tuple(one for one in contest.sanctions if one.entry not in gone),
    )


def _byes_instead(contest: Contest, gone: frozenset[int]) -> Iterator[Bye]:
    """Yield a bye for everybody who was there to play somebody that is annulled."""
    for result in contest.results:
        if result.kind == "duel" and not gone.isdisjoint(result.entries):
            for entry in set(result.entries) - gone - set(result.forfeited):
                yield Bye(result.round, entry, contest.scoring.bye)


def _results(contest: Contest, gone: frozenset[int]) -> Iterator[Result]:
    """Yield what counts, in order: no duel of the annulled, and forfeits of who had left."""
    known = {one.entry: one for one in contest.contestants}
    for result in sorted(contest.results, key=lambda one: (one.round, one.table, one.fixture)):
        is_struck = not gone.isdisjoint(result.entries) or not known.keys() >= set(result.entries)
        if result.kind == "duel" and is_struck:
            continue
        yield _with_forfeits(result, known)


def _with_forfeits(result: Result, known: dict[int, Contestant]) -> Result:
    """Return a result in which whoever had left before, and did not play, forfeits."""
    seen = {placing.entry for game in result.games for placing in game.placings}
    absent = {
        entry
        for entry in result.entries
        if entry in known and entry not in seen and _was_gone(known[entry], result.round)
    }
    return replace(result, forfeited=tuple(sorted({*result.forfeited, *absent})))


def _was_gone(contestant: Contestant, number: int) -> bool:
    """Say whether a contestant had left before a round."""
    left = contestant.withdrawn_after
    return left is not None and left < number
