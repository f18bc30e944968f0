"""Random games that prefer rare events: collapses, disguises, dead disguises."""

from collections.abc import Iterator
from random import Random
from typing import Any

from games.engine.chance import SeededChance
from games.engine.record import Turn
from games.engine.seats import Seat
from games.noir import GAME
from games.noir.actions import (
    AcceptDraw,
    Action,
    Arrest,
    Collapse,
    Deduce,
    Disguise,
    Murder,
    OfferDraw,
    Resign,
)
from games.noir.dealing import Options
from games.noir.state import State

ENDINGS = (Deduce, Resign, AcceptDraw)
WEIGHTS = {Collapse: 12, Disguise: 4, Murder: 6, OfferDraw: 0.2, Arrest: 1}


def seeded(seed: int) -> SeededChance:
    """Return the chance of a test's seed."""
    return SeededChance(seed.to_bytes(32, "big"), ["", ""])


def played(seed: int, *, longest: int = 120, ends: float = 0.0) -> Iterator[tuple[State, Turn]]:
    """Yield every state of a random game, the deal first, with the turn that led to it.

    `ends` is the probability of deducing, resigning and agreeing to a draw at each action.
    """
    random, chance = Random(seed), seeded(seed)
    turn = Turn(tuple(GAME.start.deal(2, Options(notebook=False), chance)))
    state = GAME.apply(GAME.start.empty, turn.events)
    yield state, turn
    for _ in range(longest):
        if state.outcome is not None:
            return
        seat, action = _asked(state, random, ends)
        turn = Turn(tuple(GAME.play(state, seat, action, chance)), seat, action)
        state = GAME.apply(state, turn.events)
        yield state, turn


def _asked(state: State, random: Random, ends: float) -> tuple[Seat, Action]:
    seat = state.mover
    choices = [a for a in GAME.choices(state, seat) if not isinstance(a, ENDINGS)]
    if random.random() < ends:
        other = Seat(random.randrange(2))
        if GAME.choices(state, other):
            seat, choices = other, list(GAME.choices(state, other))
    return seat, _weighed(state, choices, random)


def _weighed(state: State, choices: list[Any], random: Random) -> Any:
    """Draw a kind of action by its weight, and return a random action of that kind.

    Prefer to murder the disguise.
    """
    kinds = sorted({type(action) for action in choices}, key=lambda kind: kind.__name__)
    kind = random.choices(kinds, [WEIGHTS.get(kind, 1.5) for kind in kinds])[0]
    same = [action for action in choices if type(action) is kind]
    wanted = Murder(state.disguise or "")
    return wanted if wanted in same and random.random() < 0.5 else random.choice(same)
