"""The liberals' win rates in games between people, by the numbers of enacted policies.

The strong bot's table is for seven players: 906 recorded games of people, smoothed where only few
games got that far. No such table exists for other numbers of players. For these it is shifted, in
log odds, by the difference in the liberals' win rates among people at that size (secrethitler.io
since 2020).
"""

from math import exp, log

from games.secret_hitler.bots.strong.evaluation import liberal_chance

RECORDED = 906  #: games behind the table
TABLE_PLAYERS = 7

#: the liberals' win rate among people, by number of players
BY_PLAYERS = {5: 0.46, 6: 0.57, 7: 0.48, 8: 0.54, 9: 0.42, 10: 0.46}


def liberals_win(players: int, liberal: int, fascist: int) -> float:
    """Return the liberals' win rate among people at these numbers of policies, from 0 to 1."""
    chance = liberal_chance(liberal, fascist)
    if chance in (0.0, 1.0):
        return chance
    shift = _logit(BY_PLAYERS[players]) - _logit(BY_PLAYERS[TABLE_PLAYERS])
    return 1.0 / (1.0 + exp(-_logit(chance) - shift))


def _logit(share: float) -> float:
    return log(share / (1.0 - share))
