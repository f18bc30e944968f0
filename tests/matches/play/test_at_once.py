"""Many users at the same moment: threads that act simultaneously, on the real database."""

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from games.matches import errors
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play import memory, services
from tests.matches.seating import (
    NAMES,
    choices_of,
    fresh,
    nominate,
    open_table,
    owing,
    person,
    play_to_the_end,
    player_at,
    prompt_of,
    running,
    state_of,
)

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]


def at_once(jobs: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run all `jobs` simultaneously; return the result or refusal of each."""
    gate = Barrier(len(jobs))

    def run(job: Callable[[], Any]) -> Any:
        try:
            gate.wait(timeout=30)
            return job()
        except errors.Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def refused(results: list[Any], kind: type[errors.Refused]) -> int:
    return sum(isinstance(result, kind) for result in results)


def test_no_more_players_sit_down_than_there_are_chairs(alice):
    match = open_table(alice, seats=(5, 6))
    people = [person(name) for name in NAMES]
    results = at_once([lambda user=user: lobby.sit(match.pk, user) for user in people])
    assert match.players.count() == 6
    assert refused(results, errors.TableFull) == len(people) - 5
    assert sorted(match.players.values_list("seat", flat=True)) == list(range(6))


def test_a_bot_and_a_player_cannot_share_the_last_chair(alice):
    match = open_table(alice, seats=(5, 5))
    for name in NAMES[:3]:
        lobby.sit(match.pk, person(name))
    late = person(NAMES[3])
    jobs = [lambda: lobby.sit(match.pk, late), lambda: lobby.add_bot(match.pk, alice)]
    assert refused(at_once(jobs), errors.TableFull) == 1
    assert match.players.count() == 5


def test_a_user_who_clicks_in_many_tabs_sits_down_once(alice, bob):
    match = open_table(alice)
    at_once([lambda: lobby.sit(match.pk, bob) for _tab in range(6)])
    assert match.players.filter(user=bob).count() == 1


def test_starting_twice_deals_once(alice):
    match = open_table(alice, fills_with_bots=True)
    results = at_once([lambda: lobby.start(match.pk, alice) for _click in range(4)])
    assert refused(results, errors.NotOpen) == 3
    assert match.entries.count() == 1
    assert match.players.count() == 5


def test_a_player_who_sits_down_while_the_host_starts_plays_or_is_told(alice, bob):
    match = open_table(alice, fills_with_bots=True)
    jobs = [lambda: lobby.start(match.pk, alice), lambda: lobby.sit(match.pk, bob)]
    results = at_once(jobs)
    seated = match.players.filter(user=bob).exists()
    if seated:
        assert refused(results, errors.NotEverybodyReady) == 1
    else:
        assert refused(results, errors.NotOpen) == 1


def test_all_simultaneous_votes_count():
    match = running(count=10)
    nominate(match)
    ballots = [
        (player_at(match, seat).user_id, choices_of(match, seat)[0], prompt_of(match, seat))
        for seat in owing(match)
    ]
    results = at_once([lambda ballot=ballot: services.act(match.pk, *ballot) for ballot in ballots])
    assert results == [None] * 10
    assert fresh(match).length == 11
    assert owing(match) != list(range(10))
    remembered = state_of(match)
    memory.forget()
    assert state_of(match) == remembered


def test_a_double_click_in_two_threads_is_one_move():
    match = running()
    (seat,) = owing(match)
    move = (player_at(match, seat).user_id, choices_of(match, seat)[0], prompt_of(match, seat))
    results = at_once([lambda: services.act(match.pk, *move) for _click in range(6)])
    assert refused(results, errors.StalePrompt) == 5
    assert fresh(match).length == 1


def test_everybody_who_asks_for_a_rematch_simultaneously_sits_at_one_table():
    match = play_to_the_end(running())
    people = [player.user for player in match.players.select_related("user")]
    at_once([lambda user=user: lobby.rematch(match.pk, user) for user in people])
    assert Match.objects.count() == 2
    successor = fresh(match).successor
    assert successor.is_running
    assert successor.players.count() == 5


def test_threads_share_the_cache_of_projections_safely(monkeypatch):
    monkeypatch.setattr(memory, "KEPT_MATCHES", 1)
    match = running()
    projection = memory.projection_of(match)

    def keep_many(first: int) -> None:
        for number in range(4000):
            memory.keep_log(first + number % 7, projection)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        assert at_once([lambda n=n: keep_many(n) for n in range(4)]) == [None] * 4
    finally:
        sys.setswitchinterval(usual)
