"""Knock-outs: the players who advance from a fixture, and the rounds that each has survived.

The winner of a duel advances; after a tie, the player with the higher seed. From a table, the best
advance; the season sets their number. The last round is the final: one table or duel, won by its
best player. During a final duel the losers of the previous round may play for third place. Players
who forfeited don't advance, and players with a substitute rank below the others.
"""

from collections.abc import Mapping

from games.contests.standings.contest import Contest, FixtureResult, Placing


def share(result: FixtureResult, entry: int) -> float:
    """Return the number of games in a fixture won by an entry itself, a draw counting half."""
    return sum(one.share for one in _own(result, entry))


def surplus(result: FixtureResult, entry: int) -> float:
    """Return the games won minus the expected wins of equal players on these sides."""
    return round(sum(one.share - one.expected for one in _own(result, entry)), 6)


def _own(result: FixtureResult, entry: int) -> list[Placing]:
    placings = [one for game in result.games for one in game.placings]
    return [one for one in placings if one.entry == entry and not one.is_substitute]


def order(result: FixtureResult, seeds: Mapping[int, int]) -> list[int]:
    """Return the players of a fixture, best first: by games won, by surplus, then by seed."""

    def place(entry: int) -> tuple[bool, float, float, int, int]:
        less = -surplus(result, entry) if result.kind == "table" else 0.0
        out = entry in result.forfeited
        return out, -share(result, entry), less, seeds.get(entry, 0), entry

    return sorted(result.entries, key=place)


def is_final(contest: Contest, number: int) -> bool:
    """Return whether a round has only one fixture, and so decides the winner."""
    return len(contest.drawn) >= number and contest.drawn[number - 1] == 1


def going_on(contest: Contest, result: FixtureResult) -> tuple[int, ...]:
    """Return the players who advance from a fixture, best first; for a final, its winner."""
    seeds = {one.entry: one.seed for one in contest.contestants}
    there = [one for one in order(result, seeds) if one not in result.forfeited]
    is_single = result.kind == "duel" or is_final(contest, result.round)
    return tuple(there[: 1 if is_single else contest.scoring.goes_on])


def stages(contest: Contest) -> dict[int, int]:
    """Return the number of rounds that each player survived: all before the last one played.

    The match for third place does not count.
    """
    heights = {one.entry: 0 for one in contest.contestants}
    for result in sorted(contest.results, key=lambda one: one.round):
        if result.is_for_third:
            continue
        for entry in result.entries:
            heights[entry] = max(heights.get(entry, 0), result.round - 1)
        for entry in going_on(contest, result):
            heights[entry] = max(heights[entry], result.round)
    for bye in contest.byes:
        heights[bye.entry] = max(heights.get(bye.entry, 0), bye.round)
    return heights


def places(contest: Contest) -> dict[int, int]:
    """Return the place of each player in their last fixture; 0 without one."""
    seeds = {one.entry: one.seed for one in contest.contestants}
    ranks = {one.entry: 0 for one in contest.contestants}
    for result in sorted(contest.results, key=lambda one: one.round):
        ranks |= {entry: place for place, entry in enumerate(order(result, seeds), 1)}
    return ranks
