"""The sabotage and lies of fascists that the posterior expects.

The odds were counted in games between strong bots, repeated until they hardly changed: they are the
average decisions of the fascist policy. Hitler uses them at random if it knows no fascist. Counts
are of liberal tiles in the hand. Pairs are of a fascist and Hitler.
"""

from typing import NamedTuple

from games.secret_hitler.bots.strong.assignments import LIBERAL
from games.secret_hitler.pieces import FASCIST_TO_WIN, HAND, LIBERAL_TO_WIN

_Pair = tuple[float, float]

_LATE = 3  #: with this many liberal policies, little time is left to hide


class Habits(NamedTuple):
    """The frequencies of fascists' actions; in a pair the second number is Hitler's."""

    #: a president discards the only liberal tile, or one of two: before the late phase, and in it
    bury: tuple[tuple[_Pair, _Pair], tuple[_Pair, _Pair]]
    #: a chancellor enacts the fascist one of two different tiles: before the late phase, and in it
    betray: tuple[_Pair, _Pair]
    #: a president claims a passed liberal tile that didn't exist: about a liberal, about an ally
    accuse: tuple[_Pair, _Pair]
    #: the same about a tile that existed, but was discarded by an ally
    expose: _Pair
    #: a president claims one tile more when one was passed, one less when two were, though one was
    #: enacted
    president_denies: tuple[_Pair, _Pair]
    chancellor_denies: tuple[_Pair, _Pair]
    accuse_liberal: float  #: an investigator accuses a liberal
    accuse_ally: float


BOTS = Habits(
    bury=(((0.71, 0.39), (0.35, 0.24)), ((0.83, 0.70), (0.47, 0.37))),
    betray=((0.55, 0.27), (0.68, 0.52)),
    accuse=((0.57, 0.36), (0.20, 0.28)),
    expose=(0.21, 0.22),
    president_denies=((0.23, 0.09), (0.22, 0.15)),
    chancellor_denies=((0.23, 0.05), (0.50, 0.23)),
    accuse_liberal=0.72,
    accuse_ally=0.15,
)


def bury(role: int, held: int, liberal: int, fascist: int, by: Habits = BOTS) -> float:
    """Return the probability that a president discards one of `held` liberal tiles among three."""
    if role == LIBERAL or held == 0:
        return 0.0
    if held == HAND or _now_or_never(liberal, fascist):
        return 1.0
    return by.bury[liberal >= _LATE][held - 1][role - 1]


def betray(role: int, liberal: int, fascist: int, by: Habits = BOTS) -> float:
    """Return the probability that a chancellor with two different tiles enacts the fascist one."""
    if role == LIBERAL:
        return 0.0
    if _now_or_never(liberal, fascist):
        return 1.0
    return by.betray[liberal >= _LATE][role - 1]


def _now_or_never(liberal: int, fascist: int) -> bool:
    """Return whether this policy may end the match."""
    return liberal == LIBERAL_TO_WIN - 1 or fascist == FASCIST_TO_WIN - 1


def president_story(
    role: int, chancellor: int, held: int, passed: int, enacted: int, by: Habits = BOTS
) -> dict[int, float]:
    """Return the probability of each number of liberal tiles in a president's claim."""
    if role == LIBERAL:
        return {held: 1.0}
    if not enacted:
        lies = by.expose if passed else by.accuse[chancellor != LIBERAL]
        return {0: 1.0 - lies[role - 1], 1: lies[role - 1]}
    denies = by.president_denies[passed - 1][role - 1]
    return {1: 1.0 - denies, 2: denies} if passed == 1 else {held: 1.0 - denies, 1: denies}


def chancellor_story(role: int, passed: int, enacted: int, by: Habits = BOTS) -> dict[int, float]:
    """Return the probability of each number of liberal tiles in a chancellor's claim."""
    if role == LIBERAL:
        return {passed: 1.0}
    if not enacted:
        return {0: 1.0}
    denies = by.chancellor_denies[passed - 1][role - 1]
    return {passed: 1.0 - denies, HAND - passed: denies}


def accusation(role: int, target: int, by: Habits = BOTS) -> float:
    """Return the probability that an investigator of `role` reports a fascist at `target`."""
    if role == LIBERAL:
        return float(target != LIBERAL)
    return by.accuse_ally if target != LIBERAL else by.accuse_liberal
