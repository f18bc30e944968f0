"""The names and the computation of every tie-break, by code."""

import hashlib
from collections.abc import Callable, Mapping, Sequence

from games.contests.standings import duels, knockout, tables
from games.contests.standings.scores import Score, ScoreSheet, exact
from games.engine.text import gettext_noop

Values = dict[int, float]
Metric = Callable[[ScoreSheet, Sequence[int]], Values]


def game_points(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return the games won, draws counting half; a forfeit counts as won by the opponent."""
    return _sum(sheet, entries, lambda score: score.game_points)


def wins(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return the wins in played games, without forfeits and byes (FIDE C.07, 7.2)."""
    return _sum(sheet, entries, lambda score: score.counts[0] if score.is_played else 0)


def hard_wins(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return the games won on the side expected to win less than half between equal players."""
    return _sum(sheet, entries, lambda score: score.hard_wins)


def against_expected(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return the games won, minus the expected wins of equal players on these sides."""
    return _sum(sheet, entries, lambda score: score.surplus)


def forfeits(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return how often an entry forfeited a fixture or abandoned a game."""
    return _sum(sheet, entries, lambda score: score.given)


def lot(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return the lots, which depend only on seed and entry, so anybody can verify them.

    A lot is the first four bytes of SHA-256 of "seed:entry"; the highest wins.
    """
    names = {entry: f"{sheet.contest.lot}:{entry}".encode() for entry in entries}
    digests = {entry: hashlib.sha256(name).digest() for entry, name in names.items()}
    return {entry: float(int.from_bytes(one[:4], "big")) for entry, one in digests.items()}


def place(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return each entry's place in its last table or duel of a knock-out."""
    places = knockout.places(sheet.contest)
    return {entry: float(places[entry]) for entry in entries}


def seed(sheet: ScoreSheet, entries: Sequence[int]) -> Values:
    """Return the rank at the start."""
    return {entry: float(sheet.contestants[entry].seed) for entry in entries}


def _sum(sheet: ScoreSheet, entries: Sequence[int], part: Callable[[Score], float]) -> Values:
    return {entry: exact(sum(part(score) for score in sheet.scores[entry])) for entry in entries}


#: the function of each code; higher values are better, except in `LESS_IS_BETTER`
METRICS: Mapping[str, Metric] = {
    "direct": duels.direct,
    "sonneborn": duels.sonneborn,
    "buchholz": duels.buchholz,
    "buchholz_cut1": duels.buchholz_cut1,
    "game_points": game_points,
    "wins": wins,
    "hard_wins": hard_wins,
    "against_expected": against_expected,
    "strength": tables.strength,
    "opposite": tables.opposite,
    "forfeits": forfeits,
    "place": place,
    "seed": seed,
    "lot": lot,
}
LESS_IS_BETTER = frozenset({"forfeits", "place", "seed"})
#: computed only among tied entries, and again for those still tied (FIDE C.07, 6.1.2)
AMONG_TIED = frozenset({"direct", "opposite"})

#: (short, long) names of all codes, English source strings
NAMES: Mapping[str, tuple[str, str]] = {
    "points": (
        gettext_noop("Points"),
        gettext_noop("All points: from results, byes, a late start and an arbiter's decisions."),
    ),
    "status": (
        gettext_noop("Status"),
        gettext_noop(
            "Disqualified players, and those with annulled results, rank below the others."
        ),
    ),
    "direct": (
        gettext_noop("Direct encounter"),
        gettext_noop("Points from the fixtures between the tied players, if they have all met."),
    ),
    "sonneborn": (
        gettext_noop("Sonneborn-Berger"),
        gettext_noop(
            "The points of all opponents beaten, plus half the points of all opponents drawn with."
        ),
    ),
    "buchholz": (
        gettext_noop("Buchholz"),
        gettext_noop(
            "The points of all opponents; an unplayed round counts at most the player's own points."
        ),
    ),
    "buchholz_cut1": (
        gettext_noop("Buchholz Cut-1"),
        gettext_noop("The points of all opponents except the one with the fewest."),
    ),
    "game_points": (
        gettext_noop("Game points"),
        gettext_noop("Games won, whatever the fixture's result; a drawn game counts half."),
    ),
    "wins": (
        gettext_noop("Wins"),
        gettext_noop("Wins that were actually played: no forfeits, no byes."),
    ),
    "hard_wins": (
        gettext_noop("Wins on the harder side"),
        gettext_noop(
            "Games won on the side that wins less than half the time between equal players."
        ),
    ),
    "against_expected": (
        gettext_noop("Above expected"),
        gettext_noop(
            "Games won minus the games that equal players would win with these sides and sizes."
        ),
    ),
    "strength": (
        gettext_noop("Strength of schedule"),
        gettext_noop(
            "How strong the opponents and how weak the team-mates were, judged by their games "
            "without this player."
        ),
    ),
    "opposite": (
        gettext_noop("Head to head"),
        gettext_noop("Wins minus losses against the tied players, in games on opposite sides."),
    ),
    "place": (
        gettext_noop("Last place"),
        gettext_noop("The place at the last table or in the last duel played."),
    ),
    "seed": (
        gettext_noop("Seed"),
        gettext_noop("The rank at the start."),
    ),
    "forfeits": (
        gettext_noop("Forfeits"),
        gettext_noop("Fixtures forfeited and games abandoned: fewer is better."),
    ),
    "lot": (
        gettext_noop("Lot"),
        gettext_noop("Drawn from the season's public seed, so that anybody can check it."),
    ),
}
