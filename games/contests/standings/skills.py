"""Estimates skills from results: Bradley-Terry with teams, and a normal prior.

Skills are N(0, 1). The logit of a side's chance to win is that of its expected chance plus the
difference between the two sides' mean skills (as in Weng & Lin 2011, with means instead of sums, so
that equal players are even at any size). The estimates are the most probable skills. Variances are
derived from the information in each game, reduced by the uncertainty of its other players
(Glickman's g, 1999).
"""

from collections.abc import Sequence
from math import exp, log

import msgspec

from games.contests.standings.contest import PlayedGame
from games.contests.standings.scores import ScoreSheet

SWEEPS = 25  #: steps towards the most probable skills; more would change none by a hundredth
EDGE = 0.02  #: the lowest chance of a side


class Bout(msgspec.Struct, frozen=True):
    """A game: the weight of each person (their signed share of their side), and its result.

    `bias` is the logit of the first side's chance between equals; `won` is 1, half or 0 for it.
    """

    pulls: tuple[tuple[int, float], ...]
    bias: float
    won: float


class SkillEstimate(msgspec.Struct, frozen=True):
    """The estimate of a skill: its mean and variance; the prior has 0 and 1."""

    mean: float = 0.0
    variance: float = 1.0


def bouts(sheet: ScoreSheet) -> list[Bout]:
    """Return the games that are evidence of skill, which excludes abandoned ones."""
    entries = set(sheet.counted)
    return [
        bout
        for result in sheet.contest.results
        for game in result.games
        if (bout := _bout(game, entries))
    ]


def _bout(game: PlayedGame, entries: set[int]) -> Bout | None:
    """Return a game between two sides as a bout; people outside the season count with skill 0."""
    first = game.placings[0] if game.placings else None
    if first is None or any(one.abandoned for one in game.placings):
        return None
    ours = [one for one in game.placings if one.side == first.side]
    others = len(game.placings) - len(ours)
    if not others:
        return None
    pulls = tuple(
        (one.entry, 1.0 / len(ours) if one.side == first.side else -1.0 / others)
        for one in game.placings
        if one.entry in entries
    )
    chance = min(max(first.expected, EDGE), 1.0 - EDGE)
    score = 0.5 if first.won is None else float(first.won)
    return Bout(pulls, log(chance / (1.0 - chance)), score)


def skills(entries: Sequence[int], games: Sequence[Bout]) -> dict[int, SkillEstimate]:
    """Return the estimated skills of `entries` from `games`."""
    means = _means(entries, games)
    variances = dict.fromkeys(entries, 1.0)
    for _ in range(2):  # the second pass has better estimates of the other players than the prior
        variances = _variances(means, variances, games)
    return {entry: SkillEstimate(means[entry], variances[entry]) for entry in entries}


def _chance(bout: Bout, means: dict[int, float]) -> float:
    """Return the chance of a bout's first side."""
    lean = bout.bias
    for one, pull in bout.pulls:
        lean += pull * means[one]
    return 1.0 / (1.0 + exp(-lean))


def _means(entries: Sequence[int], games: Sequence[Bout]) -> dict[int, float]:
    """Return the most probable skills, by gradient ascent with safe steps.

    A step is the gradient divided by a bound on the curvature (Gershgorin), so no line search is
    needed.
    """
    bounds = dict.fromkeys(entries, 1.0)
    for bout in games:
        for one, pull in bout.pulls:
            bounds[one] += 0.5 * abs(pull)
    means = dict.fromkeys(entries, 0.0)
    for _ in range(SWEEPS):
        slopes = {entry: -mean for entry, mean in means.items()}
        for bout in games:
            surprise = bout.won - _chance(bout, means)
            for one, pull in bout.pulls:
                slopes[one] += pull * surprise
        means = {entry: mean + slopes[entry] / bounds[entry] for entry, mean in means.items()}
    return means


def _variances(
    means: dict[int, float], deviations: dict[int, float], games: Sequence[Bout]
) -> dict[int, float]:
    """Return the variance of each skill, given the uncertainty `deviations` of the others."""
    information = dict.fromkeys(means, 0.0)
    for bout in games:
        chance = _chance(bout, means)
        spread = chance * (1.0 - chance)
        unknown = sum(pull * pull * deviations[one] for one, pull in bout.pulls)
        for one, pull in bout.pulls:
            others = unknown - pull * pull * deviations[one]
            information[one] += pull * pull * spread / (1.0 + spread * others)
    return {entry: 1.0 / (1.0 + amount) for entry, amount in information.items()}
