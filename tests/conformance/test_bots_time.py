"""How long bots seem to think is the same in two truths that a viewer can't tell apart."""

from dataclasses import replace

import msgspec
import pytest
from django.utils import timezone

from games.engine.seats import Viewer, seats_of
from games.matches.models import Player
from games.matches.play import projections, schedule
from tests.conformance.case import Case
from tests.conformance.lookalike import Moment, Observer, differences, pairs

MATCHES = 1  #: per game and number of players, each seen by every viewer


def bots_time(count: int) -> Observer:
    """Return an observer of when the next bot acts where all but the viewer are bots."""

    def see(moment: Moment, viewer: Viewer) -> bytes:
        projection = replace(projections.begin(moment.game, count), state=moment.state)
        players = [
            Player(seat=seat, bot="" if seat == viewer.seat else "simple", user_id=1)
            for seat in seats_of(count)
        ]
        now = timezone.now()
        due = schedule.bots_due_at(projection, players, now)
        shown = moment.game.pages.beat(moment.turns[-1].events)
        return msgspec.json.encode((due and (due - now).total_seconds(), shown))

    return see


def test_bots_take_the_same_time_whatever_a_viewer_can_not_know(
    case: Case, count: int, monkeypatch: pytest.MonkeyPatch, settings
):
    settings.BOT_PACE = 1.0
    monkeypatch.setattr(schedule.secrets, "randbelow", lambda most: most // 2)
    for seed in range(MATCHES):
        for pair in pairs(case, count, seed):
            found = differences(case.game, pair, {"time": bots_time(count)})
            assert not found, (seed, pair.viewer, found)
