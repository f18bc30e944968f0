"""Compares two truths that a viewer cannot tell apart, through many observers.

An observer turns a moment into what one viewer gets of it: a view, log lines, buttons, refusals,
or a rendered fragment. Two truths that look alike must give the same bytes at every moment of a
match, for every observer. To watch more (HTML, chat, exports), add an observer to `OBSERVERS`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from games.engine import portable
from games.engine.game import Game
from games.engine.record import Turn, log_lines
from games.engine.seats import PUBLIC, Viewer, seats_of
from tests.conformance.case import Case
from tests.conformance.random_play import match

AnyGame = Game[Any, Any, Any, Any]


@dataclass(frozen=True)
class Moment:
    """The truth after the last of `turns`, and the state before it."""

    game: AnyGame
    turns: tuple[Turn, ...]  #: so far, the deal first
    before: Any
    state: Any
    tried: tuple[Any, ...] = ()  #: actions that any seat took in this match, to be refused now

    @property
    def number(self) -> int:
        """Return the number of actions taken: 0 after the deal."""
        return len(self.turns) - 1


Observer = Callable[[Moment, Viewer], bytes]


@dataclass(frozen=True)
class Pair:
    """A match broken off before its end, and another truth that `viewer` can't rule out."""

    viewer: Viewer
    real: tuple[Turn, ...]
    other: tuple[Turn, ...]


@lru_cache(maxsize=64)
def pairs(case: Case, count: int, seed: int, others: int = 1) -> tuple[Pair, ...]:
    """Return, for the public and every seat, a random match beside as many other truths of it."""
    return tuple(_pairs(case, count, seed, others))


def _pairs(case: Case, count: int, seed: int, others: int) -> Iterator[Pair]:
    game, turns = case.game, match(case, count, seed)
    players = [f"Player {seat}" for seat in seats_of(count)]
    random = Random(f"lookalike {game.key} {count} {seed}")
    for viewer in (PUBLIC, *map(Viewer, seats_of(count))):
        # The last turn ends the match and opens everything, so break off somewhere before it.
        real = turns[: random.randint(1, len(turns) - 1)]
        record = portable.record_of(game, players, game.start.options(), real)
        for _other in range(others):
            other = portable.turns_of(game, case.resample(record, real, viewer.seat, random))
            yield Pair(viewer, real, other)


def moments(
    game: AnyGame, turns: tuple[Turn, ...], tried: tuple[Any, ...] = ()
) -> Iterator[Moment]:
    """Yield every moment of a match, each with `tried` to be refused."""
    before = game.start.empty
    for number, turn in enumerate(turns):
        state = game.apply(before, turn.events)
        yield Moment(game, turns[: number + 1], before, state, tried)
        before = state


def differences(game: AnyGame, pair: Pair, observers: Mapping[str, Observer]) -> Iterator[str]:
    """Yield where the two truths don't look alike: an observer's name and a moment's number."""
    tried = tuple(turn.action for turn in pair.real[-12:] if turn.action is not None)
    both = (moments(game, turns, tried) for turns in (pair.real, pair.other))
    for real, other in zip(*both, strict=True):
        for name, observer in observers.items():
            if observer(real, pair.viewer) != observer(other, pair.viewer):
                yield f"{name} after action {real.number}"


def see_view(moment: Moment, viewer: Viewer) -> bytes:
    """Return the viewer's view."""
    return msgspec.json.encode(moment.game.view(moment.state, viewer))


def see_log(moment: Moment, viewer: Viewer) -> bytes:
    """Return the viewer's lines about the last turn."""
    return msgspec.json.encode(log_lines(moment.game, moment.before, moment.turns[-1], viewer))


def see_choices(moment: Moment, viewer: Viewer) -> bytes:
    """Return the seat's choices, in their order."""
    if viewer.seat is None:
        return b""
    return msgspec.json.encode(moment.game.choices(moment.state, viewer.seat))


def see_refusals(moment: Moment, viewer: Viewer) -> bytes:
    """Return the refusals of illegal actions of the seat."""
    if viewer.seat is None:
        return b""
    choices = moment.game.choices(moment.state, viewer.seat)
    refusals = [
        moment.game.refusal(moment.state, viewer.seat, action)
        for action in moment.tried
        if action not in choices
    ]
    return msgspec.json.encode([(refusal.clause, refusal.text) for refusal in refusals])


def see_table(moment: Moment, viewer: Viewer) -> bytes:
    """Return the public facts: the seats awaited, allowed to talk, eliminated, and winning."""
    game, state = moment.game, moment.state
    shown = (
        game.awaited,
        game.waiting.invited,
        game.talk.muted_seats,
        game.talk.eliminated,
        game.start.redealable,
        game.outcome,
    )
    return msgspec.json.encode([look(state) for look in shown])


OBSERVERS: dict[str, Observer] = {
    "view": see_view,
    "log": see_log,
    "choices": see_choices,
    "refusals": see_refusals,
    "table": see_table,
}
