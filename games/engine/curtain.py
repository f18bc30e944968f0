"""The curtain: the part of a turn that pages hold back, so as not to reveal its result too early.

The log stores every turn as a whole. For turns with a suspenseful result, a game lists the stages
before it (`Pages.stages`), and pages show the position after each stage for some time. A stage that
comes before a question must be the same for every answer. Rules, clocks, programs and the log are
independent of stages.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.engine.projection import Projection, begin, follow
from games.engine.record import Turn

#: The most of the newest turns that may be held back: programs may decide while a curtain is down.
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

    A turn that came while another had a curtain begins its stages after that one's. `pace` is
    multiplied with the seconds of each stage.
    """
    stages_of, free = projection.game.pages.stages, None
    first = max(1, len(projection.turns) - NEWEST)
    for number, turn in enumerate(projection.turns[first:], first):
        stages = stages_of(turn.events) if len(turn.events) > 1 and turn.at else ()
        for stage in stages:
            at = datetime.fromisoformat(turn.at or "")
            free = max(at, free or at) + timedelta(seconds=pace * stage.seconds)
            if now < free:
                before = _after(projection, projection.turns[:number])
                shown = Turn((*stage.events,), turn.seat, turn.action, turn.by)
                return Curtain(follow(before, shown), free)
    return None


def _after(projection: Projection, turns: Sequence[Turn]) -> Projection:
    """Return the projection of the same match after `turns`."""
    past = begin(projection.game, len(projection.prompts))
    for turn in turns:
        past = follow(past, turn)
    return past
