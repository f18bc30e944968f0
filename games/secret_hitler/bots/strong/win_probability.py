"""A fascist's chance to win, by the policies, the table's belief and the truth.

A logistic regression on games between strong bots, by number of players: ``python -m
research.weights secret-hitler`` computes it.
"""

from math import exp
from typing import NamedTuple

from games.engine.seats import Seat
from games.secret_hitler.bots.strong import marginals
from games.secret_hitler.bots.strong.assignments import FASCIST, HITLER, LIBERAL
from games.secret_hitler.bots.strong.posterior import Belief
from games.secret_hitler.pieces import FASCIST_FOR_HITLER, FASCIST_TO_WIN, LIBERAL_TO_WIN

_LATE = 3  #: with this many liberal policies, little time is left
_CLEARED = 0.001  #: below this probability a seat is surely not Hitler


class RoundStart(NamedTuple):
    """The start of a round after a policy, with all roles known."""

    roles: tuple[int, ...]
    alive: tuple[bool, ...]
    president: Seat  #: the candidate
    belief: Belief  #: the public's posterior


def fascist_chance(at: RoundStart) -> float:
    """Return the fascists' chance to win."""
    if at.belief.liberal >= LIBERAL_TO_WIN:
        return 0.0
    if at.belief.fascist >= FASCIST_TO_WIN:
        return 1.0
    weights = WEIGHTS[len(at.roles)]
    total = sum(w * value for w, value in zip(weights, features(at), strict=True))
    return 1.0 / (1.0 + exp(-total))


def features(at: RoundStart) -> list[float]:
    """Return the features of the regression, for a match that goes on."""
    return [*_of_policies(at), *_of_order(at), *_of_trust(at), *_of_hitler(at)]


def _of_policies(at: RoundStart) -> list[float]:
    """Return 1, the steps of enacted policies, and the chance of a liberal tile."""
    liberal = [float(at.belief.liberal == count) for count in range(1, LIBERAL_TO_WIN)]
    fascist = [float(at.belief.fascist == count) for count in range(1, FASCIST_TO_WIN)]
    return [1.0, *liberal, *fascist, marginals.top_odds(at.belief)]


def _of_order(at: RoundStart) -> list[float]:
    """Return whether the next candidates are fascists, or Hitler if Hitler's election would win."""
    seats = len(at.roles)
    order = [(at.president + step) % seats for step in range(seats)]
    roles = [at.roles[seat] for seat in order if at.alive[seat]]
    late = at.belief.fascist >= FASCIST_FOR_HITLER
    return [
        float(roles[0] == FASCIST),
        float(roles[0] == HITLER),
        float(roles[1] != LIBERAL),
        float(roles[2] != LIBERAL),
        float(late and HITLER in roles[1:3]),
        float(late and roles[0] == FASCIST),
    ]


def _of_trust(at: RoundStart) -> list[float]:
    """Return how well the table can distinguish living fascists from living liberals."""
    odds = marginals.fascist_odds(at.belief)
    living = [seat for seat, alive in enumerate(at.alive) if alive]
    fascists = sorted(odds[seat] for seat in living if at.roles[seat] != LIBERAL)
    liberals = sorted(odds[seat] for seat in living if at.roles[seat] == LIBERAL) or [1.0]
    apart = sum(fascists) / len(fascists) - sum(liberals) / len(liberals)
    lead = len(liberals) - len(fascists)
    return [
        apart,
        apart * (at.belief.fascist >= FASCIST_FOR_HITLER),
        apart * (at.belief.liberal >= _LATE),
        fascists[0],
        liberals[0],
        liberals[min(1, len(liberals) - 1)],
        float(lead == 1),
        float(lead <= 0),
    ]


def _of_hitler(at: RoundStart) -> list[float]:
    """Return the suspicion of Hitler, and the number of liberals who are safe to elect."""
    hitler = at.roles.index(HITLER)
    doubt = marginals.fascist_odds(at.belief)[hitler]
    odds = marginals.hitler_odds(at.belief)
    living = [seat for seat, alive in enumerate(at.alive) if alive]
    rank = sum(odds[seat] > odds[hitler] for seat in living) / len(living)
    cleared = sum(odds[seat] < _CLEARED for seat in living if at.roles[seat] == LIBERAL)
    late = at.belief.fascist >= FASCIST_FOR_HITLER
    return [
        doubt,
        doubt * late,
        odds[hitler],
        odds[hitler] * late,
        rank,
        rank * late,
        float(cleared * late),
    ]


#: by players, in the order of the parts above
WEIGHTS: dict[int, tuple[float, ...]] = {
    5: (
        -1.17, -0.23, -0.26, -1.00, -2.27, 0.31, 0.78, 0.96, 1.23, 2.45, -1.55,
        0.26, 0.25, 0.22, 0.08, -0.01, 0.21,
        -2.63, 1.48, 1.13, -0.45, 0.87, 1.15, 1.76, 2.70,
        -1.30, 0.78, -1.34, 0.19, 0.58, 0.52, -0.00,
    ),
    6: (
        0.31, -0.28, -0.57, -0.81, -1.88, 0.43, 0.91, 0.80, 0.46, 1.34, -1.46,
        0.24, 0.28, 0.25, 0.12, 0.06, 0.18,
        -3.77, 1.07, -0.88, -1.61, 0.57, 1.35, 1.72, 3.92,
        -1.56, 0.00, -0.40, 0.92, 0.66, 1.73, 0.27,
    ),
    7: (
        1.22, -0.00, -0.26, -0.69, -1.40, 0.35, 0.71, 0.60, 0.81, 2.17, -1.76,
        0.26, 0.14, 0.24, 0.10, -0.07, 0.19,
        -3.49, 1.42, 0.63, -2.19, 0.60, 0.55, 0.33, 0.98,
        -1.52, 0.39, -0.71, 0.94, 0.08, 1.21, -0.16,
    ),
    8: (
        0.99, -0.38, -0.60, -1.04, -1.91, 0.21, 0.79, 0.45, 0.75, 1.81, -1.96,
        0.23, 0.13, 0.19, 0.17, -0.10, 0.26,
        -4.51, 0.47, 0.55, -2.26, -0.06, 0.72, 1.12, 2.39,
        -1.07, 1.09, -0.97, 0.20, 0.42, 1.79, -0.11,
    ),
    9: (
        0.06, 0.27, 0.34, 0.09, -0.37, 0.17, 0.55, 0.58, 0.46, 1.02, -0.03,
        0.33, 0.14, 0.28, 0.16, -0.02, 0.31,
        -3.64, -0.13, -0.03, -0.93, 1.68, 1.50, -0.59, 0.48,
        -0.59, 0.11, -0.85, -0.09, -0.31, 1.84, -0.36,
    ),
    10: (
        0.39, -0.36, -0.06, -0.21, -0.79, 0.02, 0.43, 0.16, 0.64, 1.51, -0.82,
        0.23, 0.13, 0.25, 0.16, -0.14, 0.34,
        -2.30, 0.28, -0.88, -2.11, 2.06, 1.29, 0.16, 0.43,
        -1.02, 0.46, -0.95, -0.17, 0.51, 1.60, 0.09,
    ),
}  # fmt: skip
