"""Sentences for the end of a match, about insight and luck."""

from collections.abc import Sequence
from threading import Lock

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from games.engine.insight import CheckedReading, Finding
from games.engine.required import required
from games.engine.seats import EVERYTHING, PUBLIC
from games.history.insight import insights
from games.history.replay import rendering
from games.history.replay.perspective import ALL_PERSPECTIVE, PUBLIC_PERSPECTIVE, Perspective
from games.history.replay.replay import Replay
from games.history.replay.timeline import timeline_of
from games.matches.models import Match

_TABLE, _ALL = Perspective(PUBLIC_PERSPECTIVE, PUBLIC), Perspective(ALL_PERSPECTIVE, EVERYTHING)
#: All players send a request at the same time: the first one computes, the others wait for it.
_one_at_a_time = Lock()


def sentences(match: Match) -> tuple[Replay, Sequence[Finding]]:
    """Return the sentences, and the replay that their texts need.

    :raises Refused: NoInsight; NotOver while the match runs.
    """
    replay = _replay(match, _TABLE)
    insights.insight_of(replay)
    key = f"insight/{insights.FORM}/{match.pk}/{match.length}/summary"
    with _one_at_a_time:
        data = cache.get_or_set(key, lambda: _sentences(replay), insights.KEPT_FOR)
    findings: Sequence[Finding] = required(data)
    return replay, findings


def _sentences(replay: Replay) -> list[Finding]:
    insight = insights.insight_of(replay)
    moments = insights.moments(replay, insight, with_truth=True)
    readings = [CheckedReading(one.step.chapter, one.reading, one.truth) for one in moments]
    luck = insights.luck_of(_replay(replay.match, _ALL), insight)
    end = replay.timeline.game.view(replay.timeline.states[-1], PUBLIC)
    return list(insight.summary(readings, luck, end))


def _replay(match: Match, perspective: Perspective) -> Replay:
    return rendering.open_replay(match, timeline_of(match), perspective, AnonymousUser())
