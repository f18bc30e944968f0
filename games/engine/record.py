"""Pure functions for replaying a match: each action, its events, and the state after them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from games.engine.game import Game
from games.engine.seats import EVERYTHING, Seat, Viewer
from games.engine.text import Line, gettext_noop

if TYPE_CHECKING:
    from games.engine.curtain import Stage

Step = tuple[Any, Any]  #: an event, after the state before it


class Turn(msgspec.Struct, frozen=True, gc=False):
    """One row of a log: an action and its events. The deal has neither seat nor action."""

    events: tuple[Any, ...]
    seat: Seat | None = None
    action: Any | None = None
    by: str = "player"
    at: str | None = None


def stages_of(game: Game[Any, Any, Any, Any], turn: Turn) -> "Sequence[Stage]":
    """Return the stages that pages show before the result of `turn`, if any."""
    return game.pages.stages(turn.events) if len(turn.events) > 1 and turn.at else ()


class ReplayedTurn(msgspec.Struct, frozen=True):
    """The true state after `number` actions (0 is the deal), and the turn that led to it."""

    number: int
    state: Any
    turn: Turn


def replay(game: Game[Any, Any, Any, Any], turns: Iterable[Turn]) -> Iterator[ReplayedTurn]:
    """Yield the true state after each of `turns`, the deal first, by applying facts, not rules."""
    state = game.start.empty
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
    _after, steps = _steps(game, state, turn)
    if stays_closed:
        steps = [(before, event) for before, event in steps if game.outcome(before) is None]
    return _lines_for(game, turn, steps, viewer)


def decisive(game: Game[Any, Any, Any, Any], turns: Sequence[Turn]) -> tuple[Line, ...]:
    """Return the line about the event that decided a match, and the line about its end."""
    states = [game.start.empty, *(frame.state for frame in replay(game, turns))]
    last = zip(states[-4:-1], turns[-3:], strict=True)
    lines = [line for state, turn in last for line in log_lines(game, state, turn, EVERYTHING)]
    end = next((at for at, line in enumerate(lines) if line.kind == "end"), len(lines) - 1)
    events = [line for line in lines[:end] if line.seats and line.kind not in ("claim", "vote")]
    tale = game.words.tale(states[-1])
    return (*([tale] if tale else events[-1:]), *lines[end : end + 1])


def news(
    game: Game[Any, Any, Any, Any], before: Any, turn: Turn, viewers: Sequence[Viewer]
) -> tuple[Any, list[tuple[Line, ...]]]:
    """Return the state after `turn`, and the lines that each of `viewers` learns; apply it once."""
    after, steps = _steps(game, before, turn)
    return after, [_lines_for(game, turn, steps, viewer) for viewer in viewers]


def _steps(game: Game[Any, Any, Any, Any], before: Any, turn: Turn) -> tuple[Any, list[Step]]:
    """Return the state after `turn`, and its events, each with the state before it."""
    state, steps = before, []
    for event in turn.events:
        steps.append((state, event))
        state = game.evolve(state, event)
    return state, steps


def _lines_for(
    game: Game[Any, Any, Any, Any], turn: Turn, steps: Sequence[Step], viewer: Viewer
) -> tuple[Line, ...]:
    """Return the lines that `viewer` learns from the `steps` of `turn`."""
    described = [game.describe(state, event, viewer) for state, event in steps]
    lines = [line for line in described if line is not None]
    if lines and turn.by == "clock" and turn.seat is not None:
        is_told = viewer.sees_all or viewer.seat == turn.seat
        if is_told or game.waiting.secret_duties(steps[0][0]) is None:
            return (_by_clock(turn.seat, lines[0].chapter), *lines)
    return tuple(lines)


def _by_clock(seat: Seat, chapter: int) -> Line:
    """Return the line that says that the clock made the choice."""
    text = gettext_noop("{player} ran out of time: a random move is made.")
    return Line(text, "clock", chapter, seats={"player": seat})
