"""Bots' decisions, and how often they win."""

from random import Random
from typing import Any

from games.engine.seats import Seat
from games.engine.simulation import simulate
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from tests.secret_hitler.table import Table


def answer(bot: str, table: Table, seat: int, seed: int = 0) -> Any:
    """Return the action of `bot` at `seat` for its view."""
    choices = GAME.choices(table.state, Seat(seat))
    return GAME.bots[bot](table.view(seat), choices, Random(seed))


def use_of_power(bot: str, table: Table, seed: int) -> Any:
    """Return the player that `bot` as president executes, after any claims."""
    president = table.state.president
    uses = table.choices(president, ac.Execute)
    return GAME.bots[bot](table.view(president), uses, Random(seed))


def liberal_wins(players: int, liberal: str, fascist: str, games: int) -> float:
    """Return the share of games that the liberals win."""
    bots = {"liberal": GAME.bots[liberal], "fascist": GAME.bots[fascist]}
    played = simulate(GAME, players, games, 1, bots)
    return sum(game.outcome.winner == "liberal" for game in played) / games
