"""The curtain: the part of a turn that pages hold back, so as not to reveal its result too early.

The log stores every turn as a whole. For turns with a suspenseful result, a game lists the stages
before it (`Pages.stages`), and pages show the position after each stage for some time. A stage that
comes before a question must be the same for every answer. Rules, clocks, programs and the log are
independent of stages.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from games.engine.projection import Projection, follow
from games.engine.record import Turn, stages_of

#: The most of the newest turns that may be held back: programs may decide while a curtain is down.
NEWEST = 20


class Stage(NamedTuple):
    """Events that pages show in place of a turn's own, and the number of seconds."""

    events: Sequence[Any]
    seconds: float


@dataclass(frozen=True, eq=False)
class Curtain:
    """The position that pages show, and the time at which they show the next stage."""

    past: Projection  #: before the held turn
    held: Turn
    stage: Stage
    until: datetime

    @cached_property
    def projection(self) -> Projection:
        """The projection that pages show, computed only if it is shown."""
        held = self.held
        return follow(self.past, Turn((*self.stage.events,), held.seat, held.action, held.by))


def curtain_over(projection: Projection, now: datetime, pace: float = 1.0) -> Curtain | None:
    """Return the curtain over the newest turns of `projection`; None if all of them are shown.

    A turn that came while another had a curtain begins its stages after that one's. `pace` is
    multiplied with the seconds of each stage.
    """
    pasts, past = [], projection.before_held
    while past is not None and past.length >= projection.length - NEWEST:
        pasts.append(past)
        past = past.before_held
    free: datetime | None = None
    for past in reversed(pasts):
        turn = projection.turns[past.length + 1]
        at = datetime.fromisoformat(turn.at or "")
        for stage in stages_of(projection.game, turn):
            free = max(at, free or at) + timedelta(seconds=pace * stage.seconds)
            if now < free:
                return Curtain(past, turn, stage, free)
    return None
