"""How sure a table is: the ranks that a player's skill may really deserve."""

from collections.abc import Mapping, Sequence
from math import asin, pi, sqrt
from random import Random
from statistics import NormalDist

from games.leagues.standings.contest import Contest
from games.leagues.standings.scores import Sheet
from games.leagues.standings.skills import Skill, bouts, skills

DRAWS = 200  #: seasons imagined: bands are steady to about a place in a table of a hundred
OUTSIDE = 0.025  #: what is left out on either side of a band
#: evenly spread draws of a normal skill, shuffled anew for each player (a Latin hypercube)
QUANTILES = tuple(NormalDist().inv_cdf((draw + 0.5) / DRAWS) for draw in range(DRAWS))


def bands(sheet: Sheet, ranks: Mapping[int, int]) -> dict[int, tuple[int, int]]:
    """Return the ranks (best, worst) that hold each player's with 95 %; their own is always in.

    The same contest has the same bands: the draws come from its season's seed.
    """
    known = skills(sheet.counted, bouts(sheet))
    drawn = _imagined(known, Random(sheet.contest.lot))  # noqa: S311 - public and repeatable
    cut = int(DRAWS * OUTSIDE)
    found = {}
    for entry, seen in drawn.items():
        seen.sort()
        found[entry] = (min(seen[cut], ranks[entry]), max(seen[-1 - cut], ranks[entry]))
    return found


def _imagined(known: Mapping[int, Skill], rng: Random) -> dict[int, list[int]]:
    """Return each entry's ranks in all imagined seasons."""
    samples = [_samples(skill, rng) for skill in known.values()]
    ranks: list[list[int]] = [[] for _ in samples]
    for values in zip(*samples, strict=True):
        order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
        for rank, index in enumerate(order, 1):
            ranks[index].append(rank)
    return dict(zip(known, ranks, strict=True))


def _samples(skill: Skill, rng: Random) -> list[float]:
    """Return draws of one skill in a random order."""
    spread = sqrt(skill.variance)
    samples = [skill.mean + spread * quantile for quantile in QUANTILES]
    rng.shuffle(samples)
    return samples


def reliability(contest: Contest) -> float:
    """Return the rank correlation with skill (0 to 1) that such a table has on average.

    From the part of the skills' variance that the games tell; a normal correlation r has a rank
    correlation of 6/pi asin(r/2) (Pearson 1907).
    """
    sheet = Sheet(contest)
    return spearman(list(skills(sheet.counted, bouts(sheet)).values()))


def spearman(known: Sequence[Skill]) -> float:
    """Return the expected rank correlation of skills so known with the true ones."""
    if not known:
        return 0.0
    told = 1.0 - sum(skill.variance for skill in known) / len(known)
    return round(6.0 / pi * asin(sqrt(max(told, 0.0)) / 2.0), 3)
