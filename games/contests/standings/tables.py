"""Tie-breaks for tables, where people play in teams that change from game to game."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from games.contests.standings.contest import Placing, PlayedGame
from games.contests.standings.scores import ScoreSheet, exact

Values = dict[int, float]


def strength(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return the mean strength of opponents minus that of team-mates, over all games.

    A person's strength is their mean surplus in games played *without* the player in question.
    Including common games would make it circular: a winner makes team-mates look strong and
    opponents weak. A person without other games counts as average (0).
    """
    games = list(_games(sheet))
    totals, duels = _surpluses(games)
    sums: dict[int, list[float]] = defaultdict(list)
    for placings in games:
        for one in placings:
            if not one.is_substitute:
                sums[one.entry].append(_balance(one, placings, totals, duels))
    return {
        entry: exact(sum(sums[entry]) / len(sums[entry])) if sums[entry] else 0.0
        for entry in entries
    }


Tally = tuple[float, int]


def _games(sheet: ScoreSheet) -> Iterator[tuple[Placing, ...]]:
    """Yield the placings of each table game, without entries that don't count."""
    entries = set(sheet.counted)
    for result in sheet.contest.results:
        if result.kind == "table":
            for game in result.games:
                yield tuple(one for one in game.placings if one.entry in entries)


def _surpluses(
    games: list[tuple[Placing, ...]],
) -> tuple[dict[int, Tally], dict[tuple[int, int], Tally]]:
    """Return the surplus and the number of games of each person, and of each pair."""
    totals: dict[int, Tally] = defaultdict(lambda: (0.0, 0))
    by_pair: dict[tuple[int, int], Tally] = defaultdict(lambda: (0.0, 0))
    for placings in games:
        for one in placings:
            gain = one.share - one.expected
            totals[one.entry] = _add(totals[one.entry], gain)
            for other in placings:
                key = one.entry, other.entry
                by_pair[key] = _add(by_pair[key], gain)
    return totals, by_pair


def _add(tally: Tally, gain: float) -> Tally:
    return tally[0] + gain, tally[1] + 1


def _balance(
    one: Placing,
    placings: tuple[Placing, ...],
    totals: dict[int, Tally],
    by_pair: dict[tuple[int, int], Tally],
) -> float:
    """Return the mean strength of a game's opponents minus that of its team-mates."""
    teams: tuple[list[float], list[float]] = ([], [])
    for other in placings:
        if other.entry != one.entry:
            gain, games = totals[other.entry]
            common, together = by_pair[other.entry, one.entry]
            rate = (gain - common) / (games - together) if games > together else 0.0
            teams[other.side == one.side].append(rate)
    against, with_them = (sum(team) / len(team) if team else 0.0 for team in teams)
    return against - with_them


def opposite(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return wins minus losses against other tied entries, in games on opposite sides."""
    values = dict.fromkeys(entries, 0.0)
    for result in sheet.contest.results:
        if result.kind == "table":
            for game in result.games:
                _add_opposite(game, values)
    return {entry: exact(value) for entry, value in values.items()}


def _add_opposite(game: PlayedGame, values: Values) -> None:
    """Add one game to the wins minus losses of tied entries."""
    there = [one for one in game.placings if one.entry in values and not one.is_substitute]
    for one in there:
        others = sum(other.side != one.side for other in there)
        values[one.entry] += others * (2.0 * one.share - 1.0)
