"""The knowledge available at every moment of a finished match, from one perspective.

Finished matches never change, so results are cached: for the table and for each seat. Only `truths`
reads the truth, for viewers who may see it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec
from django.core.cache import cache
from django.utils.translation import gettext_lazy as _

from games.engine.insight import BOTS, Insight, Luck, Reading
from games.engine.judgements import changes, wondering
from games.engine.required import required
from games.engine.seats import EVERYTHING, Viewer
from games.history.insight import calibration
from games.history.replay.timeline import Timeline, TimelineStep
from games.matches.public import errors

if TYPE_CHECKING:
    from games.history.replay.replay import Replay

KEPT_FOR = 24 * 3600  #: seconds
FORM = 7  #: version of the cached format; increasing it invalidates older entries

NoInsight = errors.refusal("NoInsight", _("There is no analysis for this game yet."), status=404)


@dataclass(frozen=True)
class InsightMoment:
    """A step of this viewer, with the knowledge available then; `index` is that of the track."""

    index: int
    step: TimelineStep
    reading: Reading
    truth: Mapping[str, frozenset[int]]


def insight_of(replay: "Replay") -> Insight:
    """Return the insight of a finished match's game.

    :raises Refused: NoInsight; NotOver while the match runs, because it would help a player.
    """
    insight = replay.timeline.game.knowledge.insight
    if insight is None:
        raise NoInsight
    if not replay.match.is_over:
        raise errors.NotOver
    return insight


def is_among_bots(replay: "Replay") -> bool:
    """Return whether only bots decided, so that the model of bots is used."""
    return all(turn.by == "bot" for turn in replay.timeline.turns[1:])


def model_of(replay: "Replay") -> Any:
    """Return the model of this match's kind of players."""
    insight = replay.timeline.game.knowledge.insight
    if insight is None:
        return None
    if is_among_bots(replay):
        return insight.models[BOTS]
    return calibration.people_model(replay.timeline.game.key, insight)


def reading_at(replay: "Replay", entry: int) -> Reading | None:
    """Return the reading after that entry; None once the match is over."""
    return _reading_at(replay, entry, model_of(replay))


def _reading_at(replay: "Replay", entry: int, model: Any) -> Reading | None:
    timeline = replay.timeline
    state = timeline.states[entry]
    insight = timeline.game.knowledge.insight
    if insight is None or not replay.match.is_over or timeline.game.outcome(state) is not None:
        return None
    view = timeline.game.view(state, wondering(replay.perspective.viewer))
    return insight.read(view, model)


def readings(replay: "Replay") -> Sequence[tuple[int, Reading]]:
    """Return the readings after each entry that changed them, in order."""
    viewer = wondering(replay.perspective.viewer)
    model = model_of(replay)
    key = f"{_key(replay, 'readings', viewer)}/{crc32(msgspec.json.encode(model))}"
    text = cache.get_or_set(key, lambda: _readings(replay, model), KEPT_FOR)
    by_entry: Sequence[tuple[int, Reading]] = required(text)
    return by_entry


def _readings(replay: "Replay", model: Any) -> list[tuple[int, Reading]]:
    results = (
        (entry, _reading_at(replay, entry, model)) for entry in range(len(replay.timeline.states))
    )
    return list(changes((entry, reading) for entry, reading in results if reading is not None))


def luck_of(replay: "Replay", insight: Insight) -> Luck:
    """Return the luck in the match, as far as this viewer can tell."""
    key = _key(replay, f"luck/{replay.perspective.stays_closed}", replay.perspective.viewer)
    luck: Luck = required(cache.get_or_set(key, lambda: insight.luck(_views(replay)), KEPT_FOR))
    return luck


def _views(replay: "Replay") -> list[object]:
    """Return the views of this viewer after each entry.

    The end is included if it reveals nothing to them.
    """
    game = replay.timeline.game
    return [
        game.view(replay.timeline.truth_for(entry, replay.perspective), replay.perspective.viewer)
        for entry in range(len(replay.timeline.states))
    ]


def _key(replay: "Replay", what: str, viewer: Viewer) -> str:
    perspective = "all" if viewer.sees_all else "table" if viewer.seat is None else viewer.seat
    return f"insight/{FORM}/{replay.match.pk}/{replay.match.length}/{what}/{perspective}"


def moments(replay: "Replay", insight: Insight, *, with_truth: bool) -> tuple[InsightMoment, ...]:
    """Return this viewer's steps that changed the reading, and the first step.

    Most steps are left out, because most of a match consists of votes still hidden.
    """
    values = readings(replay)
    moments: list[InsightMoment] = []
    place = -1
    for index, step in enumerate(replay.steps):
        before = place
        while place + 1 < len(values) and values[place + 1][0] <= step.entry:
            place += 1
        has_news = place > before and values[place][1].answers
        if has_news and replay.timeline.game.outcome(replay.timeline.states[step.entry]) is None:
            truth = truths(replay.timeline, insight, step.entry) if with_truth else {}
            moments.append(InsightMoment(index, step, values[place][1], truth))
    return tuple(moments)


def truths(timeline: Timeline, insight: Insight, entry: int) -> Mapping[str, frozenset[int]]:
    """Return the truth after that entry, for viewers who may know it, after the end."""
    return insight.truth(timeline.game.view(timeline.states[entry], EVERYTHING))
