"""How often a fascist sabotages and how one lies: what strong bots play and what they expect.

Fascists draw lots by these odds, and the posterior expects them of fascists: liberals who know
the odds still can't tell a lie from bad luck. Tiles are counted: liberal tiles in the hand.
"""

from games.secret_hitler.pieces import FASCIST_TO_WIN, LIBERAL_TO_WIN
from games.secret_hitler.worlds import HITLER, LIBERAL

_BURY = 1.0  #: a fascist president with one liberal tile
_THIN = 1.0  #: the same with two
_LATE = 3  #: liberal policies from which on there is no time to hide
_BETRAY_LATE = (
    0.3  #: a fascist chancellor with one of each: before, no contradicted claim is worth it
)
_TEMPTED_LATE = 0.3  #: Hitler, who plays for trust before
_ACCUSE = 0.02  #: a fascist president says to have passed the liberal tile there wasn't


def bury(role: int, held: int, liberal: int, fascist: int) -> float:
    """Return how often a president of `role` discards one of `held` liberal tiles of three."""
    if role == LIBERAL or held == 0:
        return 0.0
    if held > 2:
        return 1.0
    if _now_or_never(liberal, fascist):
        return 1.0
    late = liberal >= _LATE
    if role == HITLER:
        return _TEMPTED_LATE if late else 0.0
    return 1.0 if late else _BURY if held == 1 else _THIN


def betray(role: int, liberal: int, fascist: int) -> float:
    """Return how often a chancellor of `role` enacts the fascist one of two different tiles."""
    if role == LIBERAL:
        return 0.0
    if _now_or_never(liberal, fascist):
        return 1.0
    late = liberal >= _LATE
    return (_TEMPTED_LATE if role == HITLER else _BETRAY_LATE) if late else 0.0


def _now_or_never(liberal: int, fascist: int) -> bool:
    """Tell whether this policy may end the match."""
    return liberal == LIBERAL_TO_WIN - 1 or fascist == FASCIST_TO_WIN - 1


def president_story(
    role: int, chancellor: int, held: int, passed: int, enacted: int
) -> dict[int, float]:
    """Return how often a president says to have drawn so many liberal tiles."""
    if role == LIBERAL:
        return {held: 1.0}
    if chancellor != LIBERAL and enacted < passed:
        return {0: 1.0}  # the ally will say the same
    if passed == 2:
        return {held: 1.0}
    if passed == 0 and chancellor == LIBERAL:
        return {0: 1.0 - _ACCUSE, 1: _ACCUSE}
    return {passed: 1.0}


def chancellor_story(role: int, passed: int, enacted: int) -> dict[int, float]:
    """Return how often a chancellor says to have received so many liberal tiles."""
    return {passed if role == LIBERAL or enacted else 0: 1.0}


def accusation(role: int, target: int) -> float:
    """Return how often an investigator of `role` says that `target` is of the fascist party."""
    if role == LIBERAL:
        return float(target != LIBERAL)
    return 0.1 if target != LIBERAL else 0.5
