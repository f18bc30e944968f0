"""Example positions of a game, from matches played at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.engine.chance import SeededChance
from games.engine.game import Game
from games.engine.seats import PUBLIC, Viewer

NAMES = ("Ada", "Ben", "Chiyo", "Dario", "Elif", "Fatima", "Gustav", "Hana", "Ivo", "Juno")
TRIES = 60  #: matches to play in search of a phase


def example(game: Game[Any, Any, Any, Any], phase: str, players: int, seed: int = 0) -> Any:
    """Return a position in `phase`, the same at each call.

    Return None if no match from `seed` on has one.
    """
    positions = (late_in(game, phase, players, seed + more) for more in range(TRIES))
    return next((position for position in positions if position is not None), None)


def late_in(game: Game[Any, Any, Any, Any], phase: str, players: int, seed: int) -> Any:
    """Return the last position in `phase` of one random match, or None."""
    latest = None
    for state in positions(game, players, seed):
        if game.view(state, PUBLIC).phase == phase:
            latest = state
    return latest


def positions(game: Game[Any, Any, Any, Any], players: int, seed: int) -> Iterator[Any]:
    """Yield every position of one random match, from the deal to the end."""
    random, chance = Random(seed), SeededChance(bytes([seed] * 32), [""] * players)  # noqa: S311
    state = game.apply(game.start.empty, game.start.deal(players, game.start.options(), chance))
    yield state
    while game.outcome(state) is None:
        seat = random.choice(game.to_act(state))
        view = game.view(state, Viewer(seat=seat))
        action = game.bots["random"](view, game.choices(state, seat), random)
        state = game.apply(state, game.play(state, seat, action, chance))
        yield state
