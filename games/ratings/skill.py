"""A skill and its uncertainty: the common type of both rating systems.

The scale is that of Elo and Glicko: 400 points are odds of ten to one. Initial deviations may
differ between systems, but points mean the same in every game.
"""

from dataclasses import dataclass, replace
from math import exp, log, sqrt

START = 1500.0  #: the rating of a person without matches
VOLATILITY = 0.06  #: how far a rating is expected to move in a period, in logits
SCALE = 400 / log(10)  #: points of one logit: 173.7
BAND = 1.96  #: standard deviations that contain 95 % of a normal distribution
#: Days without play in a rating period: a deviation of 60 grows to 107 in a year.
PERIOD_DAYS = 5.0


@dataclass(frozen=True)
class Skill:
    """A rating in points, its standard deviation in points, and its volatility in logits."""

    rating: float = START
    deviation: float = 350.0
    volatility: float = VOLATILITY

    @property
    def at_least(self) -> float:
        """Return the lower end of the 95 % band, in points."""
        return self.rating - BAND * self.deviation


def after_pause(skill: Skill, periods: float, ceiling: float) -> Skill:
    """Return `skill` after rating periods without a match: the same rating, less certain.

    Step 6 of Glickman's "Example of the Glicko-2 system". The deviation never exceeds `ceiling`,
    that of a new player.
    """
    variance = periods * (skill.volatility * SCALE) ** 2
    return replace(skill, deviation=min(sqrt(skill.deviation**2 + variance), ceiling))


def logistic(logit: float) -> float:
    """Return the probability with the given logit, without overflow."""
    if logit >= 0:
        return 1 / (1 + exp(-logit))
    odds = exp(logit)
    return odds / (1 + odds)


def logit(chance: float) -> float:
    """Return the logarithm of the odds of `chance`, which must be strictly between 0 and 1."""
    return log(chance) - log(1 - chance)
