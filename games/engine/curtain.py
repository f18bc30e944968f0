"""The curtain: the part of a turn that pages hold back, so that its result is not told too early.

The log has a turn as a whole. Where its result is the moment that everybody waits for, a game names
the stages before it (`Pages.stages`), and pages show the position after each stage for its time.
A stage that comes before a question must be the same for every answer. Rules, clocks, programs and
the log know nothing of stages.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.engine.projection import Projection, begin, follow
from games.engine.record import Turn

#: How many of the newest turns may come while a curtain is down: decisions of programs.
NEWEST = 20


class Stage(NamedTuple):
    """Events that pages show in place of a turn's own, and the number of seconds."""

    events: Sequence[Any]
    seconds: float


class Curtain(NamedTuple):
    """The projection that pages show, and the time at which they show the next stage."""

    projection: Projection
    until: datetime


def curtain_over(projection: Projection, now: datetime, pace: float = 1.0) -> Curtain | None:
    """Return the curtain over the newest turns of `projection`; None if all of them are shown.

    `pace` is multiplied with the seconds of each stage.
    """
    first = max(1, len(projection.turns) - NEWEST)
    for number, turn in enumerate(projection.turns[first:], first):
        stage = _stage_at(projection, turn, now, pace)
        if stage is not None:
            events, until = stage
            before = _after(projection, projection.turns[:number])
            return Curtain(follow(before, Turn((*events,), turn.seat, turn.action, turn.by)), until)
    return None


def _stage_at(
    projection: Projection, turn: Turn, now: datetime, pace: float
) -> tuple[Sequence[Any], datetime] | None:
    """Return the events of the stage that `turn` has reached, and its end; None after the last."""
    stages = projection.game.pages.stages(turn.events) if len(turn.events) > 1 else ()
    if not stages or turn.at is None:
        return None
    until = datetime.fromisoformat(turn.at)
    for stage in stages:
        until += timedelta(seconds=pace * stage.seconds)
        if now < until:
            return stage.events, until
    return None


def _after(projection: Projection, turns: Sequence[Turn]) -> Projection:
    """Return the projection of the same match after `turns`."""
    past = begin(projection.game, len(projection.prompts))
    for turn in turns:
        past = follow(past, turn)
    return past
