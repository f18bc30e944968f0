"""The win rates of people's liberals, by the numbers of enacted policies.

The table is for seven players: 906 recorded games of people, smoothed where only few games got that
far. No such table exists for other numbers of players. For these it is shifted, in log odds, by the
difference in win rates of people's liberals at that size (secrethitler.io since 2020).
"""

from math import exp, log

from games.secret_hitler.pieces import FASCIST_TO_WIN, LIBERAL_TO_WIN

RECORDED = 906  #: games behind the table
TABLE_PLAYERS = 7

#: by liberal (down) and fascist (across) policies enacted
_PEOPLE = (
    (0.48, 0.44, 0.38, 0.28, 0.22, 0.10),
    (0.53, 0.48, 0.42, 0.32, 0.28, 0.14),
    (0.58, 0.53, 0.46, 0.37, 0.33, 0.20),
    (0.66, 0.61, 0.53, 0.44, 0.41, 0.30),
    (0.80, 0.77, 0.70, 0.60, 0.57, 0.43),
)
#: how often people's liberals win, by players
BY_PLAYERS = {5: 0.46, 6: 0.57, 7: 0.48, 8: 0.54, 9: 0.42, 10: 0.46}


def liberals_win(players: int, liberal: int, fascist: int) -> float:
    """Return the win rate of people's liberals at these numbers of policies, from 0 to 1."""
    if liberal >= LIBERAL_TO_WIN:
        return 1.0
    if fascist >= FASCIST_TO_WIN:
        return 0.0
    shift = _logit(BY_PLAYERS[players]) - _logit(BY_PLAYERS[TABLE_PLAYERS])
    return 1.0 / (1.0 + exp(-_logit(_PEOPLE[liberal][fascist]) - shift))


def _logit(share: float) -> float:
    return log(share / (1.0 - share))
