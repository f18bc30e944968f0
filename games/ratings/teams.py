"""Two teams of unequal size, compared by the mean of their players.

Source: Ruby C. Weng and Chih-Jen Lin, "A Bayesian Approximation Method for Online Ranking", Journal
of Machine Learning Research 12 (2011), Algorithm 1 (Bradley-Terry, full pairs), for two teams. The
differences from the paper:

- A team's skill is the mean of its players' skills, while the paper uses the sum: six equal
  liberals are not favourites against four equal fascists just because there are more of them. A
  player changes the skill of a team of n by one nth, so their share of an update is 1/n, and its
  square for variances.
- The usual share of wins for each side and size is known (priors.py). It is an offset of the
  expected score in logits, so equal teams have exactly that chance, and nobody gains or loses
  because of the side dealt.
- The damping of variance (the paper's free choice, gamma) is 1: a match's whole evidence is used.
  In a simulation of 60 people whose skill has a standard deviation of one logit, at tables of
  seven, the 95 % band then contained 94 to 96 % of them after 20, 100 and 300 matches each; with
  the paper's example of a gamma, 96 to 99 %, and ratings were a fifth further off after 300.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

from games.ratings.skill import SCALE, START, Skill, logistic, logit

#: A match is more informative about a team's mean if players start close together. So newcomers
#: start closer than in duels: the standard deviation of skills is assumed to be one logit.
NEWCOMER = Skill(START, SCALE)
#: The paper's beta: the variation in a team's performance. Between teams of known skill, one logit
#: is then SCALE points, as between two players in Glicko-2.
BETA = SCALE / sqrt(2)
#: The minimum share of a variance that remains after a match (the paper's kappa).
LEAST_LEFT = 1e-4


def expected(own: Sequence[Skill], other: Sequence[Skill], prior: float = 0.5) -> float:
    """Return the expected score of `own`; `prior` is that of equal teams."""
    return logistic((_mean(own) - _mean(other)) / _spread(own, other) + logit(prior))


def update(
    own: Sequence[Skill], other: Sequence[Skill], score: float, prior: float = 0.5
) -> tuple[list[Skill], list[Skill]]:
    """Return both teams after a match in which `own` scored 1, 0.5 for a draw, or 0."""
    chance, spread = expected(own, other, prior), _spread(own, other)
    return (
        [_move(player, len(own), score - chance, chance, spread) for player in own],
        [_move(player, len(other), chance - score, chance, spread) for player in other],
    )


def _mean(team: Sequence[Skill]) -> float:
    return sum(player.rating for player in team) / len(team)


def _variance(team: Sequence[Skill]) -> float:
    """Return the variance of a team's mean."""
    return sum(player.deviation**2 for player in team) / len(team) ** 2


def _spread(own: Sequence[Skill], other: Sequence[Skill]) -> float:
    """Return the paper's c, in points: the random variation between the teams' performances."""
    return sqrt(_variance(own) + _variance(other) + 2 * BETA**2)


def _move(player: Skill, size: int, surplus: float, chance: float, spread: float) -> Skill:
    """Return `player` of a team of `size` after a score of `surplus` above the expected one."""
    variance = player.deviation**2
    omega = variance / (size * spread) * surplus
    delta = variance / (size * spread) ** 2 * chance * (1 - chance)
    rest = max(1 - delta, LEAST_LEFT)
    return replace(player, rating=player.rating + omega, deviation=player.deviation * sqrt(rest))
