"""Example positions of a game: the last ones of a phase in matches played at random."""

from random import Random
from typing import Any

from games.engine.chance import SeededChance
from games.engine.game import Game
from games.engine.seats import PUBLIC, Viewer

NAMES = ("Ada", "Ben", "Chiyo", "Dario", "Elif", "Fatima", "Gustav", "Hana", "Ivo", "Juno")
TRIES = 60  #: matches to play in search of a phase


def example(game: Game[Any, Any, Any, Any], phase: str, players: int, seed: int = 0) -> Any:
    """Return a position in `phase`, the same at each call.

    None if no match from `seed` on has one.
    """
    found = (late_in(game, phase, players, seed + more) for more in range(TRIES))
    return next((position for position in found if position is not None), None)


def late_in(game: Game[Any, Any, Any, Any], phase: str, players: int, seed: int) -> Any:
    """Return the last position in `phase` of one random match, or None."""
    random, chance = Random(seed), SeededChance(bytes([seed] * 32), [""] * players)  # noqa: S311
    state = game.apply(game.empty, game.deal(players, game.options(), chance))
    position = None
    while True:
        if game.view(state, PUBLIC).phase == phase:
            position = state
        if game.outcome(state) is not None:
            return position
        seat = random.choice(game.to_act(state))
        view = game.view(state, Viewer(seat=seat))
        action = game.bots["random"](view, game.choices(state, seat), random)
        state = game.apply(state, game.play(state, seat, action, chance))
