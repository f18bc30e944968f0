"""What could be known at every moment of a match that is over, through one pair of eyes.

Finished matches never change, so what was worked out once is kept: for all eyes of the table
together, and for each seat. Nothing here reads the truth but `truths`, for eyes that may see it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from games.engine.insight import Insight, Luck, Reading
from games.engine.seats import EVERYTHING, PUBLIC, Viewer
from games.history.moments import Reel, Step
from games.matches import refusals

if TYPE_CHECKING:
    from games.history.drawing import Screening

KEPT_FOR = 24 * 3600  #: seconds
FORM = 4  #: of what is kept; another one makes old texts unknown


class NoInsight(refusals.Refused):
    """The game has none."""

    status = 404
    text = _("Nobody has worked out what could be known in this game.")


@dataclass(frozen=True)
class Moment:
    """A step of these eyes with what could be known then; `index` is its place in the track."""

    index: int
    step: Step
    reading: Reading
    truth: Mapping[str, frozenset[int]]


def insight_of(shown: "Screening") -> Insight:
    """Return what the game makes of a match that is over.

    :raises Refused: NoInsight; NotOver while it is played, for then it would be a help.
    """
    insight = shown.reel.game.insight
    if insight is None:
        raise NoInsight
    if not shown.match.is_over:
        raise refusals.NotOver
    return insight


def wondering(viewer: Viewer) -> Viewer:
    """Return who wonders: eyes that see all know everything, so the table does in their place."""
    return PUBLIC if viewer.sees_all else viewer


def reading_at(shown: "Screening", entry: int) -> Reading | None:
    """Return what could be known after that entry; None once the match is over."""
    reel = shown.reel
    state = reel.states[entry]
    insight = reel.game.insight
    if insight is None or not shown.match.is_over or reel.game.outcome(state) is not None:
        return None
    return insight.read(reel.game.view(state, wondering(shown.eyes.viewer)))


def readings(shown: "Screening") -> Sequence[tuple[int, Reading]]:
    """Return what could be known after the entries that changed it, in order."""
    viewer = wondering(shown.eyes.viewer)
    return cache.get_or_set(
        _key(shown, "readings", viewer), lambda: _readings(shown, viewer), KEPT_FOR
    )


def _readings(shown: "Screening", viewer: Viewer) -> list[tuple[int, Reading]]:
    found: list[tuple[int, Reading]] = []
    for entry in range(len(shown.reel.states)):
        reading = reading_at(shown, entry)
        if reading is not None and (not found or found[-1][1] != reading):
            found.append((entry, reading))
    return found


def luck_of(shown: "Screening", insight: Insight) -> Luck:
    """Return what chance did in the match, as far as these eyes can tell."""
    key = _key(shown, f"luck/{shown.eyes.stays_closed}", shown.eyes.viewer)
    return cache.get_or_set(key, lambda: insight.luck(_views(shown)), KEPT_FOR)


def _views(shown: "Screening") -> list[object]:
    """Return the views of these eyes after every entry; where they stay closed, the end's too."""
    game = shown.reel.game
    return [
        game.view(shown.reel.shown(entry, shown.eyes), shown.eyes.viewer)
        for entry in range(len(shown.reel.states))
    ]


def _key(shown: "Screening", what: str, viewer: Viewer) -> str:
    eyes = "all" if viewer.sees_all else "table" if viewer.seat is None else viewer.seat
    return f"insight/{FORM}/{shown.match.pk}/{shown.match.length}/{what}/{eyes}"


def moments(shown: "Screening", insight: Insight, *, with_truth: bool) -> tuple[Moment, ...]:
    """Return the steps of these eyes that changed what could be known, and the first.

    Steps between them are left out: most of a match is votes that nobody sees yet.
    """
    changed = readings(shown)
    found: list[Moment] = []
    place = -1
    for index, step in enumerate(shown.steps):
        before = place
        while place + 1 < len(changed) and changed[place + 1][0] <= step.entry:
            place += 1
        has_news = place > before and changed[place][1].answers
        if has_news and shown.reel.game.outcome(shown.reel.states[step.entry]) is None:
            truth = truths(shown.reel, insight, step.entry) if with_truth else {}
            found.append(Moment(index, step, changed[place][1], truth))
    return tuple(found)


def truths(reel: Reel, insight: Insight, entry: int) -> Mapping[str, frozenset[int]]:
    """Return what was true after that entry: for eyes that may know it, after the end."""
    return insight.truth(reel.game.view(reel.states[entry], EVERYTHING))
