"""All moments of a match, computed once, and each viewer's steps through them."""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.engine.game import Game
from games.engine.record import Turn, log_lines, replay
from games.engine.text import Line
from games.history.replay.perspective import Perspective
from games.matches.models import Match
from games.matches.public import projection_of, regions, turns_of

CACHED_TIMELINES = 48


@dataclass(frozen=True)
class TimelineStep:
    """A moment with news for this viewer.

    `entry` is its number in the log. `number` is its number in URLs. After the match both are
    equal. During the match only this viewer's steps are counted, because gaps would reveal others'
    actions.
    """

    number: int
    entry: int
    lines: tuple[Line, ...]
    at: datetime | None

    @property
    def chapter(self) -> int:
        """Return the round or turn that the step belongs to."""
        return self.lines[-1].chapter

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of its lines, each once."""
        return tuple(dict.fromkeys(line.kind for line in self.lines if line.kind))


@dataclass(frozen=True)
class Timeline:
    """A match's whole log, with the state after each entry; `tracks` caches viewers' steps."""

    game: Game[Any, Any, Any, Any]
    turns: tuple[Turn, ...]
    states: tuple[Any, ...]
    is_over: bool
    steps: dict[Perspective, tuple[TimelineStep, ...]] = field(default_factory=dict, compare=False)

    def before(self, entry: int) -> Any:
        """Return the state before that entry."""
        return self.states[entry - 1] if entry else self.game.start.empty

    def truth_for(self, entry: int, perspective: Perspective) -> Any:
        """Return the state that `perspective` sees after that entry.

        A perspective that stays closed keeps seeing the last state before the end.
        """
        state = self.states[entry]
        closed = perspective.stays_closed and self.game.outcome(state) is not None
        return self.before(entry) if closed else state


_kept: OrderedDict[tuple[int, int], Timeline] = OrderedDict()


def timeline_of(match: Match) -> Timeline:
    """Return the timeline of `match` up to now."""
    key = (match.pk, match.length)
    timeline = None if match.is_held else _kept.get(key)
    if timeline is None:
        turns = tuple(projection_of(match).turns if match.is_held else turns_of(match))
        turns = turns[: match.length + 1]
        states = tuple(frame.state for frame in replay(match.rules, turns))
        timeline = Timeline(match.rules, turns, states, match.is_over)
    if not match.is_held:
        _kept[key] = timeline
        while len(_kept) > CACHED_TIMELINES:
            _kept.popitem(last=False)
    return timeline


def forget() -> None:
    """Clear all timelines, as in a new process."""
    _kept.clear()


def track_of(timeline: Timeline, perspective: Perspective) -> tuple[TimelineStep, ...]:
    """Return the steps of `perspective`, in order; the first is the deal."""
    if perspective not in timeline.steps:
        timeline.steps[perspective] = tuple(_steps(timeline, perspective))
    return timeline.steps[perspective]


def _steps(timeline: Timeline, perspective: Perspective) -> Sequence[TimelineStep]:
    steps: list[TimelineStep] = []
    for entry, turn in enumerate(timeline.turns):
        before, closed = timeline.before(entry), perspective.stays_closed
        news = log_lines(timeline.game, before, turn, perspective.viewer, stays_closed=closed)
        lines = tuple(line for line in news if line.kind not in regions.SHOWN_ELSEWHERE)
        if lines:
            number = entry if timeline.is_over else len(steps)
            at = datetime.fromisoformat(turn.at) if turn.at else None
            steps.append(TimelineStep(number, entry, lines, at))
    return steps


def turning_point(steps: Sequence[TimelineStep]) -> int:
    """Return the index of the step that begins the last round, which decides the match."""
    chapters = [step.chapter for step in steps]
    return chapters.index(chapters[-1])


def index_at(steps: Sequence[TimelineStep], number: int) -> int:
    """Return the index of the step at `number`, or of the last step before it."""
    return max(bisect_right([step.number for step in steps], number) - 1, 0)


def index_of_entry(steps: Sequence[TimelineStep], entry: int) -> int:
    """Return the index of the step that shows the table after `entry`."""
    return max(bisect_right([step.entry for step in steps], entry) - 1, 0)


def steps_of_chapter(steps: Sequence[TimelineStep], index: int) -> tuple[TimelineStep, ...]:
    """Return the steps of the same chapter, up to the one at `index`."""
    chapter = steps[index].chapter
    first = index
    while first and steps[first - 1].chapter == chapter:
        first -= 1
    return tuple(steps[first : index + 1])
