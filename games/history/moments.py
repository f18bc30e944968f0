"""Every moment of a match, folded once, and the steps that a pair of eyes takes through them."""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.engine.game import Game, Line
from games.engine.record import Turn, frames, told
from games.history.eyes import Eyes
from games.matches.folds import turns_of
from games.matches.models import Match

KEPT_REELS = 48


@dataclass(frozen=True)
class Step:
    """A moment that told these eyes something.

    `entry` is its number in the log. `number` is what addresses call it: the same once a match
    is over; while it runs only steps are counted, or gaps would betray what others did.
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
        """Return what sorts of moment it is, each once."""
        return tuple(dict.fromkeys(line.kind for line in self.lines if line.kind))


@dataclass(frozen=True)
class Reel:
    """A match's whole log and the truth after each entry; `tracks` remembers the ways through."""

    game: Game[Any, Any, Any, Any]
    turns: tuple[Turn, ...]
    states: tuple[Any, ...]
    is_over: bool
    tracks: dict[Eyes, tuple[Step, ...]] = field(default_factory=dict, compare=False)

    def before(self, entry: int) -> Any:
        """Return the truth before that entry."""
        return self.states[entry - 1] if entry else self.game.empty

    def shown(self, entry: int, eyes: Eyes) -> Any:
        """Return the truth that `eyes` look at after that entry.

        Eyes that stay closed keep looking at the table as it was before it was opened.
        """
        state = self.states[entry]
        closed = eyes.stays_closed and self.game.outcome(state) is not None
        return self.before(entry) if closed else state


_kept: OrderedDict[tuple[int, int], Reel] = OrderedDict()


def reel_of(match: Match) -> Reel:
    """Return the reel of `match` as far as it has come."""
    key = (match.pk, match.length)
    reel = _kept.get(key)
    if reel is None:
        turns = tuple(turns_of(match))[: match.length + 1]
        states = tuple(frame.state for frame in frames(match.rules, turns))
        reel = _kept[key] = Reel(match.rules, turns, states, match.is_over)
        while len(_kept) > KEPT_REELS:
            _kept.popitem(last=False)
    return reel


def forget() -> None:
    """Drop every reel, as a new process would start."""
    _kept.clear()


def track(reel: Reel, eyes: Eyes) -> tuple[Step, ...]:
    """Return the steps that `eyes` take, in order; the first is the deal."""
    if eyes not in reel.tracks:
        reel.tracks[eyes] = tuple(_steps(reel, eyes))
    return reel.tracks[eyes]


def _steps(reel: Reel, eyes: Eyes) -> Sequence[Step]:
    steps: list[Step] = []
    for entry, turn in enumerate(reel.turns):
        before, closed = reel.before(entry), eyes.stays_closed
        lines = told(reel.game, before, turn, eyes.viewer, stays_closed=closed)
        if lines:
            number = entry if reel.is_over else len(steps)
            at = datetime.fromisoformat(turn.at) if turn.at else None
            steps.append(Step(number, entry, lines, at))
    return steps


def index_at(steps: Sequence[Step], number: int) -> int:
    """Return the index of the step at `number`, or of the last one before it."""
    return max(bisect_right([step.number for step in steps], number) - 1, 0)


def index_of_entry(steps: Sequence[Step], entry: int) -> int:
    """Return the index of the step that shows the table as it was after `entry`."""
    return max(bisect_right([step.entry for step in steps], entry) - 1, 0)


def so_far(steps: Sequence[Step], index: int) -> tuple[Step, ...]:
    """Return the steps of the same chapter, up to and with the one at `index`."""
    chapter = steps[index].chapter
    first = index
    while first and steps[first - 1].chapter == chapter:
        first -= 1
    return tuple(steps[first : index + 1])
