"""Matches played at random among all legal actions, mostly duties first so that they end.

Sometimes the clock draws an owed decision.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from games.engine.chance import SeededChance
from games.engine.game import Game
from games.engine.record import Turn
from games.engine.seats import Seat, seats_of
from tests.conformance.case import Case

MOST_ACTIONS = 5_000
WILD = 0.03  #: how often a rare action is as likely as any other
LATE = 0.15  #: how often a decision is the clock's

AnyGame = Game[Any, Any, Any, Any]


def chance_of(case: Case, count: int, seed: int) -> SeededChance:
    """Return the chance of the match of this `seed`."""
    return SeededChance(f"{case.game.key} {count} {seed}".encode(), [""] * count)


Step = tuple[Any, Turn, Any]  #: the state before, the turn, the state after


@lru_cache(maxsize=256)
def steps(case: Case, count: int, seed: int) -> tuple[Step, ...]:
    """Return each step of a random match; many tests look at the same ones."""
    return tuple(played(case, count, seed))


def played(case: Case, count: int, seed: int) -> Iterator[Step]:
    """Yield each step of a random match as it is played."""
    game, drawn = case.game, chance_of(case, count, seed)
    random, late = Random(f"{game.key} {count} {seed}"), Random(f"late {game.key} {count} {seed}")
    turn = Turn(events=tuple(game.start.deal(count, game.start.options(), drawn)))
    before = game.start.empty
    for _ in range(MOST_ACTIONS):
        state = game.apply(before, turn.events)
        yield before, turn, state
        if game.outcome(state) is not None:
            return
        seat, action = pick(case, state, count, random)
        is_late = seat in game.to_act(state) and late.random() < LATE
        by = "clock" if is_late else "player"
        turn = Turn(tuple(game.play(state, seat, action, drawn, by=by)), seat, action, by)
        before = state
    raise AssertionError(f"{game.key} has not ended after {MOST_ACTIONS} actions")


def match(case: Case, count: int, seed: int) -> tuple[Turn, ...]:
    """Return the turns of a random match, the deal first."""
    return tuple(turn for _, turn, _ in steps(case, count, seed))


def pick(case: Case, state: Any, count: int, random: Random) -> tuple[Seat, Any]:
    """Return a seat and one of its choices, each name of an action as likely as the others."""
    game, is_free = case.game, random.random() < case.talk
    seats: Sequence[Seat] = seats_of(count) if is_free else game.to_act(state)
    seat = random.choice([seat for seat in seats if game.choices(state, seat)])
    by_name: dict[str, list[Any]] = defaultdict(list)
    for action in game.choices(state, seat):
        by_name[type(action).__struct_config__.tag].append(action)
    is_wild = is_free or random.random() < WILD
    names = [name for name in by_name if is_wild or name not in case.rare] or list(by_name)
    return seat, random.choice(by_name[random.choice(names)])
