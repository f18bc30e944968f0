"""Replay as pure functions: what was asked, what happened, and every state in between."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from games.engine.game import Game, Line, gettext_noop
from games.engine.seats import Seat, Viewer


class Turn(msgspec.Struct, frozen=True):
    """One row of a log: an action and its events. The deal has neither seat nor action."""

    events: tuple[Any, ...]
    seat: Seat | None = None
    action: Any | None = None
    by: str = "player"
    at: str | None = None


class Frame(msgspec.Struct, frozen=True):
    """The truth after `number` actions (0 is the deal), and the turn that led there."""

    number: int
    state: Any
    turn: Turn


def frames(game: Game[Any, Any, Any, Any], turns: Iterable[Turn]) -> Iterator[Frame]:
    """Yield the truth after each of `turns`, the deal first; folds facts, asks no rules."""
    state = game.empty
    for number, turn in enumerate(turns):
        state = game.apply(state, turn.events)
        yield Frame(number, state, turn)


def told(
    game: Game[Any, Any, Any, Any],
    state: Any,
    turn: Turn,
    viewer: Viewer,
    *,
    stays_closed: bool = False,
) -> tuple[Line, ...]:
    """Return what `viewer` learns of `turn`, given the state before it: live and in replays.

    Eyes that stay closed learn nothing more once the game has ended.
    """
    lines = []
    for event in turn.events:
        if stays_closed and game.outcome(state) is not None:
            break
        line = game.tell(state, event, viewer)
        if line is not None:
            lines.append(line)
        state = game.evolve(state, event)
    if lines and turn.by == "clock" and turn.seat is not None:
        lines.insert(0, _by_clock(turn.seat, lines[0].chapter))
    return tuple(lines)


def _by_clock(seat: Seat, chapter: int) -> Line:
    """Return the line that says that nobody chose this."""
    text = gettext_noop("{player} ran out of time: the clock decides by lot.")
    return Line(text, "clock", chapter, seats={"player": seat})
