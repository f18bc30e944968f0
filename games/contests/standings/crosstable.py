"""Crosstables: the scores of duels, and the meetings at tables."""

from collections import defaultdict
from itertools import permutations

import msgspec

from games.contests.standings.contest import Contest, PlayedGame
from games.contests.standings.ranking import Ranking
from games.contests.standings.scores import ScoreSheet


class Encounter(msgspec.Struct, frozen=True):
    """A duel from the point of view of the row's player: games for and against, and points."""

    fixture: int
    round: int
    scored: float
    conceded: float
    points: float
    is_forfeit: bool = False


class Crosstable(msgspec.Struct, frozen=True):
    """Duels by row and column, both in the order of the standings; the diagonal is empty."""

    entries: tuple[int, ...]
    cells: tuple[tuple[tuple[Encounter, ...], ...], ...]


class Meeting(msgspec.Struct, frozen=True):
    """The number of nights that two players met, and their games as team-mates and opponents."""

    nights: int = 0
    together: int = 0
    opposed: int = 0


class Meetings(msgspec.Struct, frozen=True):
    """Meetings by row and column, both in the order of the standings."""

    entries: tuple[int, ...]
    cells: tuple[tuple[Meeting, ...], ...]


def crosstable(contest: Contest) -> Crosstable:
    """Return the score of each pair's duels, without annulled ones."""
    sheet = ScoreSheet(contest)
    entries = _order(sheet)
    return Crosstable(
        entries,
        tuple(tuple(_encounters(sheet, row, column) for column in entries) for row in entries),
    )


def _order(sheet: ScoreSheet) -> tuple[int, ...]:
    """Return the entries in the order of the standings."""
    return tuple(place.entry for place in Ranking(sheet).places)


def _encounters(sheet: ScoreSheet, entry: int, other: int) -> tuple[Encounter, ...]:
    """Return the duels of a pair, earliest first."""
    mine = sheet.meetings.get((entry, other), [])
    theirs = sheet.meetings.get((other, entry), [])
    return tuple(
        Encounter(
            one.fixture,
            one.round,
            one.game_points,
            two.game_points,
            one.points,
            not one.is_played,
        )
        for one, two in zip(mine, theirs, strict=True)
    )


def meetings(contest: Contest) -> Meetings:
    """Return the meetings of each pair at a table, including substitutes' games."""
    sheet = ScoreSheet(contest)
    entries = _order(sheet)
    nights: dict[tuple[int, int], int] = defaultdict(int)
    sides: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    for result in sheet.contest.results:
        if result.kind == "table":
            for pair in {pair for game in result.games for pair in _pairs(game, sides)}:
                nights[pair] += 1
    return Meetings(
        entries,
        tuple(
            tuple(Meeting(nights[row, column], *sides[row, column]) for column in entries)
            for row in entries
        ),
    )


def _pairs(game: PlayedGame, sides: dict[tuple[int, int], list[int]]) -> set[tuple[int, int]]:
    """Add a game's team-mates and opponents to `sides`, and return its pairs in both orders."""
    pairs = set()
    for one, other in permutations(game.placings, 2):
        pair = one.entry, other.entry
        sides[pair][one.side != other.side] += 1
        pairs.add(pair)
    return pairs
