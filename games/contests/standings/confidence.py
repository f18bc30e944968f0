"""The reliability of a table: the range of ranks that a player's skill may deserve."""

from collections.abc import Mapping
from math import asin, pi, sqrt
from random import Random
from statistics import NormalDist

from games.contests.standings.contest import Contest
from games.contests.standings.scores import ScoreSheet
from games.contests.standings.skills import SkillEstimate, bouts, skills

DRAWS = 200  #: simulated seasons: in a table of a hundred, bands are then stable to about one place
OUTSIDE = 0.025  #: the share left out on either side of a band
#: evenly spaced quantiles of a normal distribution, shuffled for each player (Latin hypercube)
QUANTILES = tuple(NormalDist().inv_cdf((draw + 0.5) / DRAWS) for draw in range(DRAWS))


def bands(sheet: ScoreSheet, ranks: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """Return each player's 95 % range of ranks (best, worst), which includes their own.

    Equal contests have equal bands, because random numbers are derived from the season's seed.
    """
    estimates = skills(sheet.counted, bouts(sheet))
    draws = _simulated_ranks(estimates, Random(sheet.contest.lot))  # noqa: S311 - public and repeatable
    cut = int(DRAWS * OUTSIDE)
    bands = {}
    for entry, places in draws.items():
        places.sort()
        bands[entry] = (min(places[cut], ranks[entry]), max(places[-1 - cut], ranks[entry]))
    return bands


def _simulated_ranks(estimates: Mapping[int, SkillEstimate], rng: Random) -> dict[int, list[int]]:
    """Return each entry's ranks in all simulated seasons."""
    samples = [_samples(skill, rng) for skill in estimates.values()]
    ranks: list[list[int]] = [[] for _ in samples]
    for values in zip(*samples, strict=True):
        order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
        for rank, index in enumerate(order, 1):
            ranks[index].append(rank)
    return dict(zip(estimates, ranks, strict=True))


def _samples(skill: SkillEstimate, rng: Random) -> list[float]:
    """Return samples of one skill in random order."""
    spread = sqrt(skill.variance)
    samples = [skill.mean + spread * quantile for quantile in QUANTILES]
    rng.shuffle(samples)
    return samples


def reliability(contest: Contest) -> float:
    """Return the expected rank correlation (0 to 1) of a contest's standings with skill.

    It is derived from the share of the skills' variance explained by the games; a normal
    correlation r corresponds to a rank correlation of 6/pi asin(r/2) (Pearson 1907).
    """
    sheet = ScoreSheet(contest)
    estimates = skills(sheet.counted, bouts(sheet)).values()
    if not estimates:
        return 0.0
    correlation = 1.0 - sum(skill.variance for skill in estimates) / len(estimates)
    return round(6.0 / pi * asin(sqrt(max(correlation, 0.0)) / 2.0), 3)
