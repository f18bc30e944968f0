"""Decisions of the clock are announced in replays as they were live."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser

from games.engine.seats import EVERYTHING, PUBLIC
from games.history.replay import rendering
from games.history.replay.perspective import perspective_of
from games.history.replay.timeline import timeline_of, track_of
from games.matches.models import Match
from games.matches.play import referee, services
from games.matches.play.memory import position_of, projection_of
from tests.history.play import play_on, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def late(five):
    """Return a match in which the clock has decided the first nomination."""
    match = started("secret-hitler", five, pace="relaxed")
    asked = match.players.get(asked_at__isnull=False)
    asked.asked_at -= timedelta(hours=1)
    asked.save()
    Match.objects.filter(pk=match.pk).update(due_at=asked.asked_at)
    assert referee.act(1)
    return Match.objects.get(pk=match.pk)


def steps_of(match, name, user=None):
    return track_of(timeline_of(match), perspective_of(match, user or AnonymousUser(), name, 5))


def clock_lines(lines):
    return [line for line in lines if line.kind == "clock"]


def test_a_replay_of_a_running_match_says_that_the_clock_decided(late):
    for player in late.players.select_related("user"):
        steps = steps_of(late, str(player.seat), player.user)
        assert clock_lines(steps[-1].lines) == clock_lines(projection_of(late).log(PUBLIC))
        assert len(clock_lines(steps[-1].lines)) == 1
        assert steps[-1].lines[0].kind == "clock"


@pytest.mark.parametrize("eyes", ["all", "public", "spectator", "0", "4"])
def test_a_replay_of_a_finished_match_repeats_its_log(late, eyes):
    match = play_on(late)
    told = [line for step in steps_of(match, eyes) for line in step.lines]
    assert len(clock_lines(told)) == 1
    assert clock_lines(told) == clock_lines(projection_of(match).log(EVERYTHING))
    if eyes == "all":
        log = projection_of(match).log(EVERYTHING)
        assert told == [line for line in log if line.kind != "vote"]


def test_the_replay_page_says_that_the_clock_decided(late, stranger):
    match = play_on(late)
    answer = stranger.get(f"/match/{match.code}/replay/", {"at": 1, "eyes": "all"})
    assert "a random move is made" in answer.content.decode()


def test_the_insight_page_says_that_the_clock_decided(five, stranger):
    match = started("secret-hitler", five, pace="relaxed")
    while match.is_running:
        projection = projection_of(match)
        (seat, *_others) = projection.game.to_act(projection.state)
        services.take(position_of(match), seat, projection.choices[seat][0], by="clock")
        match = Match.objects.get(pk=match.pk)
    answer = stranger.get(f"/match/{match.code}/insight/", {"eyes": "all"})
    assert "a random move is made" in answer.content.decode()


def test_a_reader_can_jump_to_the_decisions_of_the_clock(late):
    match = play_on(late)
    user = AnonymousUser()
    shown = rendering.open_replay(
        match, timeline_of(match), perspective_of(match, user, "all", 5), user
    )
    assert ("clock", "timed-out moves") in rendering.kinds(shown)
