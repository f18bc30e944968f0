"""Bots seem to think equally long in two truths that a viewer can't tell apart."""

from dataclasses import replace
from datetime import timedelta

import msgspec
import pytest
from django.utils import timezone

from games.engine.examples import positions
from games.engine.projection import begin
from games.engine.seats import Viewer, seats_of
from games.matches.models import Player
from games.matches.play import schedule
from tests.conformance.case import Case
from tests.conformance.cases import CASES
from tests.conformance.lookalike import Moment, Observer, differences, pairs

MATCHES = 1  #: per game and number of players, each seen by every viewer


def bots_time(count: int) -> Observer:
    """Return an observer of when the next bot acts where all but the viewer are bots."""
    person = [Player(seat=seat, bot="", user_id=1) for seat in seats_of(count)]
    bot = [Player(seat=seat, bot="simple", user_id=1) for seat in seats_of(count)]
    now = timezone.now()

    def see(moment: Moment, viewer: Viewer) -> bytes:
        projection = replace(begin(moment.game, count), state=moment.state)
        players = [(person if seat == viewer.seat else bot)[seat] for seat in seats_of(count)]
        due = schedule.bots_due_at(projection, players, now)
        shown = moment.game.pages.beat(moment.turns[-1].events)
        return msgspec.json.encode((due and (due - now).total_seconds(), shown))

    return see


def test_at_night_bots_take_the_time_of_all_players_being_waited_for(
    monkeypatch: pytest.MonkeyPatch, settings
):
    """Only the wolf or the seer must act, but the table waits for all three."""
    settings.BOT_PACE = 1.0
    monkeypatch.setattr(schedule.secrets, "randbelow", lambda _most: 0)
    game = CASES["nightfall"].game
    state = next(
        state
        for state in positions(game, 3, 0)
        if state.phase == "night" and len(game.to_act(state)) == 1
    )
    projection = replace(begin(game, 3), state=state)
    players = [Player(seat=seat, bot="simple") for seat in seats_of(3)]
    now = timezone.now()
    due = schedule.bots_due_at(projection, players, now)
    among_bots = schedule.BOTS_THINK_TOGETHER[0] * schedule.AMONG_BOTS
    assert due == now + timedelta(seconds=among_bots)


def test_bots_take_the_same_time_whatever_a_viewer_cannot_know(
    case: Case, count: int, monkeypatch: pytest.MonkeyPatch, settings
):
    settings.BOT_PACE = 1.0
    monkeypatch.setattr(schedule.secrets, "randbelow", lambda most: most // 2)
    for seed in range(MATCHES):
        for pair in pairs(case, count, seed):
            found = list(differences(case.game, pair, {"time": bots_time(count)}))
            assert not found, (seed, pair.viewer, found)
