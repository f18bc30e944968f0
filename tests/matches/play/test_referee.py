"""Bots act through the referee: when due, once, and only on what they may know."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event

import pytest
from django.db import connection
from django.utils import timezone

from games.engine.seats import Viewer
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play import memory, referee, schedule
from tests.matches.seating import (
    act,
    act_as,
    choices_of,
    fresh,
    nominate,
    open_table,
    owing,
    seat_of,
    state_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick_bots(settings):
    settings.BOT_PACE = 1.0


def with_bots(user, count: int = 5) -> Match:
    """Return a match of `user` and bots that has begun."""
    match = open_table(user, seats=(count, count), fills_with_bots=True)
    lobby.start(match.pk, user)
    return fresh(match)


def make_due(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(seconds=1))


def until_it_is_voted_on(match: Match) -> Match:
    """Let a person or a bot nominate, so that the vote begins."""
    if fresh(match).due_at is None:
        nominate(match)
    else:
        make_due(match)
        assert referee.act(1)
    return fresh(match)


def test_nothing_happens_before_it_is_due(alice):
    match = until_it_is_voted_on(with_bots(alice))
    Match.objects.update(due_at=timezone.now() + timedelta(hours=1))
    length = fresh(match).length
    assert not referee.act(1)
    assert fresh(match).length == length


def test_one_bot_acts_for_each_due_time(alice):
    match = until_it_is_voted_on(with_bots(alice))
    length = match.length
    make_due(match)
    assert referee.act(1)
    assert not referee.act(1)
    assert fresh(match).length == length + 1
    assert match.entries.last().by == "bot"


def test_bots_vote_one_after_another_until_only_people_must_decide(alice):
    match = until_it_is_voted_on(with_bots(alice))
    for _bot in range(4):
        make_due(match)
        referee.act(1)
    assert owing(match) == [seat_of(match, alice)]
    make_due(match)
    referee.act(1)
    assert fresh(match).due_at is None


def test_the_match_that_has_waited_longest_comes_first(alice, bob):
    first, second = with_bots(alice), with_bots(bob)
    for match, seconds in ((first, 5), (second, 50)):
        until_it_is_voted_on(match)
        Match.objects.filter(pk=match.pk).update(due_at=timezone.now() - timedelta(seconds=seconds))
    lengths = fresh(first).length, fresh(second).length
    referee.act(1)
    assert (fresh(first).length, fresh(second).length) == (lengths[0], lengths[1] + 1)


def test_bots_play_a_whole_match_to_its_end(alice):
    match = with_bots(alice)
    match.players.filter(user=alice).update(user=None, bot=match.rules.usual_bot)
    referee.play_out(fresh(match))
    assert fresh(match).is_over
    assert match.entries.filter(action__contains='"claim"').exists()  # bots accept invitations
    assert fresh(match).due_at is None
    assert {entry.by for entry in match.entries.exclude(number=0)} == {"bot"}


def breaking_bot(_view, _choices, _random):
    raise RuntimeError("this bot is broken")


def cheating_bot(_view, _choices, _random):
    return "not a move at all"


def silent_bot(_view, _choices, _random):
    return None


@pytest.mark.parametrize("bot", [breaking_bot, cheating_bot, silent_bot])
def test_a_bot_that_fails_is_replaced_by_random_moves(alice, monkeypatch, bot, caplog):
    match = until_it_is_voted_on(with_bots(alice))
    monkeypatch.setitem(match.rules.bots, match.rules.usual_bot, bot)
    make_due(match)
    assert referee.act(1)
    assert fresh(match).length == match.length + 1
    assert ("failed in match" in caplog.text) == (bot is not silent_bot)


def test_a_match_that_cannot_be_read_does_not_delay_the_others(alice, bob, caplog):
    broken, sound = until_it_is_voted_on(with_bots(alice)), until_it_is_voted_on(with_bots(bob))
    broken.entries.filter(number=0).update(events="rubbish")
    memory.forget()
    Match.objects.filter(pk=broken.pk).update(due_at=timezone.now() - timedelta(hours=1))
    make_due(sound)
    referee.work()
    assert fresh(sound).length == sound.length + 1
    assert fresh(broken).due_at > timezone.now()
    assert "Could not act" in caplog.text


def test_a_bot_gets_only_its_own_view_and_choices(alice, monkeypatch):
    match = until_it_is_voted_on(with_bots(alice))
    seen = []

    def watching_bot(view, choices, _random):
        seen.append((view, choices))
        return choices[0]

    monkeypatch.setitem(match.rules.bots, match.rules.usual_bot, watching_bot)
    state = state_of(match)
    make_due(match)
    referee.act(1)
    ((view, choices),) = seen
    seat = match.entries.last().seat
    assert view == match.rules.view(state, Viewer(seat))
    assert list(choices) == list(match.rules.choices(state, seat))


def delays(match: Match) -> tuple[float, float]:
    """Return the shortest and the longest current thinking time of bots."""
    projection, now = memory.projection_of(fresh(match)), timezone.now()
    players = list(match.players.order_by("seat"))
    found = [
        (schedule.bots_due_at(projection, players, now) - now).total_seconds()
        for _time in range(300)
    ]
    return min(found), max(found)


def test_the_thinking_time_of_bots_depends_only_on_how_many_must_decide(alice):
    match = until_it_is_voted_on(with_bots(alice))
    shortest, longest = delays(match)
    assert schedule.BOTS_THINK_TOGETHER[0] <= shortest < longest <= schedule.BOTS_THINK_TOGETHER[1]
    for player in match.players.exclude(bot="")[:3]:
        match.players.filter(pk=player.pk).update(bot="random")
        assert delays(match)[1] <= schedule.BOTS_THINK_TOGETHER[1]


def test_changing_a_vote_repeatedly_does_not_delay_the_bots(alice):
    match = until_it_is_voted_on(with_bots(alice))
    due = fresh(match).due_at
    for ja in (True, False, True, False):
        act_as(match, seat_of(match, alice), action="vote", ja=ja)
        assert fresh(match).due_at == due


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_referees_act_once(alice, settings):
    matches = [until_it_is_voted_on(with_bots(alice)) for _match in range(3)]
    settings.BOT_PACE = 100.0  # a bot that acts again has not thought for so long
    for match in matches:
        make_due(match)
    lengths = [fresh(match).length for match in matches]
    gate = Barrier(4)

    def referee_of_its_own(_number: int) -> int:
        gate.wait(timeout=30)
        acted, until = 0, time.monotonic() + 30
        try:
            while referee._due().exists() and time.monotonic() < until:
                acted += referee.act(1)  # nothing while another process has the match due longest
            return acted
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        acted = sum(pool.map(referee_of_its_own, range(4)))
    assert [fresh(match).length for match in matches] == [length + 1 for length in lengths]
    assert acted == 3


@pytest.mark.django_db(transaction=True)
def test_a_player_who_acts_at_the_same_moment_as_a_bot_loses_nothing(alice):
    match = until_it_is_voted_on(with_bots(alice))
    make_due(match)
    gate = Barrier(2)

    def vote() -> None:
        gate.wait(timeout=30)
        act_as(match, seat_of(match, alice), action="vote", ja=True)
        connection.close()

    def judge() -> None:
        gate.wait(timeout=30)
        deadline = time.monotonic() + 20
        while not referee.act(1) and time.monotonic() < deadline:
            time.sleep(0.01)  # a locked match is skipped, and checked again
        connection.close()

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(vote), pool.submit(judge)]:
            done.result()
    assert fresh(match).length == match.length + 2
    assert len(choices_of(match, seat_of(match, alice))) >= 2


def test_a_bot_that_ignored_a_draw_offer_moves_when_it_is_its_turn(alice):
    match = open_table(alice, "noir", fills_with_bots=True, host_seat=0, pace="relaxed")
    lobby.start(match.pk, alice)
    act(match, 0, choices_of(match, 0)[0])
    make_due(match)
    assert referee.act(1)  # the inspector's identity
    act_as(match, 0, action="offer-draw")
    make_due(match)
    length = fresh(match).length
    assert referee.act(1)
    assert fresh(match).length == length  # ignored: next, the killer's time runs out
    act(match, 0, choices_of(match, 0)[0])
    assert fresh(match).due_at < timezone.now() + timedelta(seconds=30)


@pytest.mark.parametrize(
    ("calm", "mean"), [(0, referee.POLL), (referee.CALM + 1, referee.RARE_POLL)]
)
def test_the_referee_checks_at_irregular_intervals_so_bots_cannot_be_timed(calm, mean, monkeypatch):
    monkeypatch.setattr(referee, "_acted_at", time.monotonic() - calm)
    pauses: list[float] = []

    class Stopped(Event):
        def wait(self, timeout: float | None = None) -> bool:
            pauses.append(timeout)
            return len(pauses) == 200

    monkeypatch.setattr(referee, "work", lambda: None)
    referee.run(Stopped())
    assert len(set(pauses)) > 50
    assert all(mean / 2 <= pause <= mean * 3 / 2 for pause in pauses)
    thirds = [int((pause / mean - 0.5) * 3) for pause in pauses]
    assert all(thirds.count(third) > 20 for third in range(3))


def test_an_idle_referee_checks_often_again_once_a_bot_has_acted(alice, monkeypatch):
    match = until_it_is_voted_on(with_bots(alice))
    monkeypatch.setattr(referee, "_acted_at", time.monotonic() - referee.CALM - 1)
    referee.work()
    assert referee.rest() >= referee.RARE_POLL / 2
    make_due(match)
    referee.work()
    assert referee.rest() <= referee.POLL * 3 / 2
