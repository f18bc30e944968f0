"""Replays a match as pure functions: each action, its events, and the state after them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from games.engine.game import Game
from games.engine.seats import Seat, Viewer
from games.engine.text import Line, gettext_noop


class Turn(msgspec.Struct, frozen=True):
    """One row of a log: an action and its events. The deal has neither seat nor action."""

    events: tuple[Any, ...]
    seat: Seat | None = None
    action: Any | None = None
    by: str = "player"
    at: str | None = None


class ReplayedTurn(msgspec.Struct, frozen=True):
    """The true state after `number` actions (0 is the deal), and the turn that led to it."""

    number: int
    state: Any
    turn: Turn


def replay(game: Game[Any, Any, Any, Any], turns: Iterable[Turn]) -> Iterator[ReplayedTurn]:
    """Yield the true state after each of `turns`, the deal first; apply facts, ask no rules."""
    state = game.empty
    for number, turn in enumerate(turns):
        state = game.apply(state, turn.events)
        yield ReplayedTurn(number, state, turn)


def log_lines(
    game: Game[Any, Any, Any, Any],
    state: Any,
    turn: Turn,
    viewer: Viewer,
    *,
    stays_closed: bool = False,
) -> tuple[Line, ...]:
    """Return the lines that `viewer` learns from `turn`, given the state before it.

    With `stays_closed` the end of the game reveals nothing more.
    """
    before, lines = state, []
    for event in turn.events:
        if stays_closed and game.outcome(state) is not None:
            break
        line = game.describe(state, event, viewer)
        if line is not None:
            lines.append(line)
        state = game.evolve(state, event)
    return _told_of_the_clock(game, before, turn, viewer, lines)


def news(
    game: Game[Any, Any, Any, Any], before: Any, turn: Turn, viewers: Sequence[Viewer]
) -> tuple[Any, list[tuple[Line, ...]]]:
    """Return the state after `turn`, and the lines that each of `viewers` learns; apply it once."""
    state, logs = before, [[] for _viewer in viewers]  # type: Any, list[list[Line]]
    for event in turn.events:
        for viewer, lines in zip(viewers, logs, strict=True):
            line = game.describe(state, event, viewer)
            if line is not None:
                lines.append(line)
        state = game.evolve(state, event)
    pairs = zip(viewers, logs, strict=True)
    return state, [_told_of_the_clock(game, before, turn, *one) for one in pairs]


def _told_of_the_clock(
    game: Game[Any, Any, Any, Any], before: Any, turn: Turn, viewer: Viewer, lines: list[Line]
) -> tuple[Line, ...]:
    """Return `lines`, after a line on the clock for viewers who may know who owed the decision."""
    if not lines or turn.by != "clock" or turn.seat is None:
        return tuple(lines)
    is_told = viewer.sees_all or viewer.seat == turn.seat
    if not is_told and game.secret_duties(before) is not None:
        return tuple(lines)
    return (_by_clock(turn.seat, lines[0].chapter), *lines)


def _by_clock(seat: Seat, chapter: int) -> Line:
    """Return the line that says that the clock, and nobody else, chose this."""
    text = gettext_noop("{player} ran out of time: the clock decides by lot.")
    return Line(text, "clock", chapter, seats={"player": seat})
