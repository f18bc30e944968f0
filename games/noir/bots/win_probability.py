"""The inspector's chance to win, on the killer's turn: the value of the inspector's turns.

A logistic regression on games of strong inspectors: ``python -m research.weights noir`` computes
it.
"""

from collections.abc import Collection, Mapping
from math import exp, log
from typing import NamedTuple

from games.noir.bots import belief
from games.noir.notebook import Pair

_PAIRS = 600  #: the largest number: 25 suspects for the identity, 24 for the disguise
_MURDERS = 10

Row = list[float]


class InspectorPosition(NamedTuple):
    """A position as the inspector knows it, after its own turn."""

    me: str
    left: int  #: remaining murders
    pairs: Mapping[Pair, float]  #: identity and disguise, with weights
    candidates: Collection[str]  #: possible inspectors, from the killer's view
    around: Mapping[str, frozenset[str]]  #: the neighbours of each suspect


def inspectors_chance(at: InspectorPosition) -> float:
    """Return the inspector's chance to win, from 0 to 1."""
    if not at.pairs:
        return 0.0
    total = sum(w * value for w, value in zip(WEIGHTS, features(at), strict=True))
    return 1.0 / (1.0 + exp(-total))


def features(at: InspectorPosition) -> Row:
    """Return the features of the regression: the race, the danger, the lead."""
    likely = belief.identities(at.pairs)
    candidates, near = frozenset(at.candidates), at.around[at.me]
    odds_near = [odds for name, odds in likely.items() if name in near]
    reach = max(odds_near, default=0.0)
    danger = sum(likely.get(name, 0.0) / max(1, len(at.around[name] & candidates)) for name in near)
    best, late = max(likely.values()), at.left / _MURDERS
    deduction = belief.likeliest_deduction(at.pairs)[0] / sum(at.pairs.values())
    return [
        *_of_race(at.left),
        danger,
        danger * late,
        1.0 / max(1, len(candidates)),
        sum(odds_near),
        reach,
        reach * reach,
        reach * late,
        sum(odds * odds for odds in likely.values()),
        best,
        best * late,
        deduction,
        deduction * deduction,
        log(len(at.pairs)) / log(_PAIRS),
        len(near) / 8,
    ]


def _of_race(left: int) -> Row:
    """Return 1, and the number of remaining murders."""
    late = left / _MURDERS
    return [1.0, late, late * late, float(left == 1), float(left == 2)]


#: in the order of the features; danger and exposure have larger weights than in the regression,
#: which had few positions that a strong inspector avoids
WEIGHTS: tuple[float, ...] = (
    -0.32, 0.29, 1.75, -1.71, -0.09, -4.0, -0.14, -3.0, 0.77, 0.89,
    0.61, -1.43, -2.88, 2.15, 0.93, 2.38, 0.58, -1.69, 0.22,
)  # fmt: skip
