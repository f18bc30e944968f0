"""Random matches for tests: any legal action of any seat, claims and changed votes included."""

from collections.abc import Iterator
from random import Random

from games.engine.chance import SeededChance
from games.engine.record import Turn
from games.engine.seats import Seat, seats_of
from games.secret_hitler import GAME
from games.secret_hitler.state import State


def turns(players: int, seed: int, whims: float = 0.2) -> Iterator[tuple[State, Turn]]:
    """Yield each state and its turn, the deal first, to the end of a match.

    `whims` is how often a seat acts without owing an action.
    """
    random = Random(seed)
    chance = SeededChance(seed.to_bytes(32, "big"), [""] * players)
    turn = Turn(tuple(GAME.start.deal(players, GAME.start.options(), chance)))
    state = GAME.start.empty
    while True:
        yield state, turn
        state = GAME.apply(state, turn.events)
        if GAME.outcome(state) is not None:
            return
        seat, choices = _somebody(state, random, whims)
        action = random.choice(choices)
        turn = Turn(tuple(GAME.play(state, seat, action, chance)), seat, action)


def _somebody(state: State, random: Random, whims: float) -> tuple[Seat, tuple]:
    if random.random() < whims:
        seat = random.choice(seats_of(len(state.roles)))
        if choices := GAME.choices(state, seat):
            return seat, tuple(choices)
    seat = random.choice(GAME.to_act(state))
    duties = [c for c in GAME.choices(state, seat) if type(c).__name__ != "Claim"]
    return seat, tuple(duties)
