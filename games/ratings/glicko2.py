"""Glicko-2, for two players: a rating, its deviation and its volatility.

Source: Mark E. Glickman, "Example of the Glicko-2 system" (2022),
http://www.glicko.net/glicko/glicko2.pdf. The comments refer to its steps. One addition, which can
be switched off, is a side's known advantage in the expected score, in logits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

from games.ratings.skill import SCALE, START, Skill, after_pause, logistic

NEWCOMER = Skill(START, 350.0)
TAU = 0.5  #: limits the change in volatility per period; 0.3 to 1.2 are reasonable
CLOSE_ENOUGH = 1e-6  #: the precision of the search for the volatility


@dataclass(frozen=True)
class GameResult:
    """A game against `opponent`: 1 for a win, 0.5 for a draw, 0 for a loss.

    `advantage` is that of the player's own side between equal players, in logits.
    """

    opponent: Skill
    score: float
    advantage: float = 0.0


def expected(own: Skill, other: Skill, advantage: float = 0.0) -> float:
    """Return the expected score of `own` against `other`, given the uncertainty of both."""
    together = sqrt(own.deviation**2 + other.deviation**2) / SCALE
    return _chance((own.rating - other.rating) / SCALE, together, advantage)


def update(own: Skill, games: Sequence[GameResult]) -> Skill:
    """Return the new skill of `own` after `games` of one rating period (steps 2 to 8)."""
    if not games:
        return after_pause(own, 1.0, NEWCOMER.deviation)
    # Step 2
    mu, phi = (own.rating - START) / SCALE, own.deviation / SCALE
    # Steps 3 and 4
    information, surprise = _evidence(mu, games)
    variance = 1 / information
    # Step 5
    volatility = _volatility(own.volatility, phi, variance, variance * surprise)
    # Step 6
    skill = after_pause(Skill(own.rating, own.deviation, volatility), 1.0, NEWCOMER.deviation)
    # Step 7
    phi_after = 1 / sqrt((SCALE / skill.deviation) ** 2 + information)
    mu_after = mu + phi_after**2 * surprise
    # Step 8
    return Skill(SCALE * mu_after + START, SCALE * phi_after, volatility)


def _evidence(mu: float, games: Sequence[GameResult]) -> tuple[float, float]:
    """Return 1/v (step 3), and the weighted surplus of the scores (the sum in step 4)."""
    information = surprise = 0.0
    for game in games:
        phi = game.opponent.deviation / SCALE
        distance = mu - (game.opponent.rating - START) / SCALE
        chance = _chance(distance, phi, game.advantage)
        # Against an unbeatable opponent the variance would be infinite.
        information += weight(phi) ** 2 * max(chance * (1 - chance), 1e-9)
        surprise += weight(phi) * (game.score - chance)
    return information, surprise


def weight(phi: float) -> float:
    """Return g, the weight of a result against an opponent with a deviation of `phi` logits."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _chance(distance: float, phi: float, advantage: float) -> float:
    """Return E, the chance of winning against a player who is `distance` logits weaker."""
    return logistic(weight(phi) * distance + advantage)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility by the Illinois algorithm (step 5)."""
    start = log(sigma**2)

    def f(x: float) -> float:
        whole = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - whole) / (2 * whole**2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE_ENOUGH:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
