"""How often fascists sabotage and how they lie, as the posterior expects it of them.

The odds were counted in games between strong bots until they hardly moved: `scheming` decides by
the position, and this is what comes of it on average. Hitler, where it knows nobody, draws lots by
them. Tiles are counted: liberal tiles in the hand. Pairs are of a fascist and Hitler.
"""

from games.secret_hitler.pieces import FASCIST_TO_WIN, HAND, LIBERAL_TO_WIN
from games.secret_hitler.worlds import LIBERAL

_Pair = tuple[float, float]

_LATE = 3  #: liberal policies from which on there is little time to hide

#: a president with one liberal tile, with two: before it is late, and then
_BURY: tuple[tuple[_Pair, _Pair], tuple[_Pair, _Pair]] = (
    ((0.71, 0.39), (0.35, 0.24)),
    ((0.83, 0.70), (0.47, 0.37)),
)
#: a chancellor with one of each: before it is late, and then
_BETRAY: tuple[_Pair, _Pair] = ((0.55, 0.27), (0.68, 0.52))
#: a president says to have passed the liberal tile there wasn't, to a liberal, to an ally
_ACCUSE: tuple[_Pair, _Pair] = ((0.57, 0.36), (0.20, 0.28))
#: the same of one that there was, but an ally kept
_EXPOSE: _Pair = (0.21, 0.22)
#: a president says one tile more of one passed, one less of two, though a liberal one was enacted
_PRESIDENT_DENIES: tuple[_Pair, _Pair] = ((0.23, 0.09), (0.22, 0.15))
_CHANCELLOR_DENIES: tuple[_Pair, _Pair] = ((0.23, 0.05), (0.50, 0.23))
_ACCUSE_LIBERAL = 0.72  #: an investigator of a liberal
_ACCUSE_ALLY = 0.15


def bury(role: int, held: int, liberal: int, fascist: int) -> float:
    """Return how often a president of `role` discards one of `held` liberal tiles of three."""
    if role == LIBERAL or held == 0:
        return 0.0
    if held == HAND or _now_or_never(liberal, fascist):
        return 1.0
    return _BURY[liberal >= _LATE][held - 1][role - 1]


def betray(role: int, liberal: int, fascist: int) -> float:
    """Return how often a chancellor of `role` enacts the fascist one of two different tiles."""
    if role == LIBERAL:
        return 0.0
    if _now_or_never(liberal, fascist):
        return 1.0
    return _BETRAY[liberal >= _LATE][role - 1]


def _now_or_never(liberal: int, fascist: int) -> bool:
    """Tell whether this policy may end the match."""
    return liberal == LIBERAL_TO_WIN - 1 or fascist == FASCIST_TO_WIN - 1


def president_story(
    role: int, chancellor: int, held: int, passed: int, enacted: int
) -> dict[int, float]:
    """Return how often a president says to have drawn so many liberal tiles."""
    if role == LIBERAL:
        return {held: 1.0}
    if not enacted:
        lies = _EXPOSE if passed else _ACCUSE[chancellor != LIBERAL]
        return {0: 1.0 - lies[role - 1], 1: lies[role - 1]}
    denies = _PRESIDENT_DENIES[passed - 1][role - 1]
    return {1: 1.0 - denies, 2: denies} if passed == 1 else {held: 1.0 - denies, 1: denies}


def chancellor_story(role: int, passed: int, enacted: int) -> dict[int, float]:
    """Return how often a chancellor says to have received so many liberal tiles."""
    if role == LIBERAL:
        return {passed: 1.0}
    if not enacted:
        return {0: 1.0}
    denies = _CHANCELLOR_DENIES[passed - 1][role - 1]
    return {passed: 1.0 - denies, HAND - passed: denies}


def accusation(role: int, target: int) -> float:
    """Return how often an investigator of `role` says that `target` is of the fascist party."""
    if role == LIBERAL:
        return float(target != LIBERAL)
    return _ACCUSE_ALLY if target != LIBERAL else _ACCUSE_LIBERAL
