"""The rules of silence (3.5) and of the gallery (7.2): who reads and writes where."""

from random import Random

import pytest
from django.test import Client

from games.chat import services
from games.chat.rooms import NotYourRoom, Silent
from games.matches.models import Match
from games.matches.refusals import NoSuchSeat
from tests.matches.seating import (
    act,
    choices_of,
    fresh,
    nominate,
    open_table,
    owing,
    play_one,
    play_to_the_end,
    player_at,
    running,
    state_of,
    vote_all,
)

pytestmark = pytest.mark.django_db

SECRET = "the tall one is Hitler"


def everything_shown(user, match: Match) -> str:
    """Return the page, the live fragments and a refusal's answer as `user` gets them."""
    client = Client()
    if user is not None:
        client.force_login(user)
    address, script = match.get_absolute_url(), {"HX-Request": "true"}
    answers = [
        client.get(address),
        client.get(f"{address}live/", headers=script),
        client.post(f"{address}act/", {"action": "rubbish"}, headers=script),
    ]
    return "".join(answer.content.decode() for answer in answers)


def with_an_execution(match: Match, seed: int = 1) -> int:
    """Play at random until somebody was executed and play goes on; return that seat."""
    random = Random(seed)
    while play_one(match, random):
        gone = match.rules.gone(state_of(match))
        if gone and fresh(match).is_running:
            return gone[0]
    raise AssertionError("nobody was executed")


@pytest.fixture
def after_an_execution() -> tuple[Match, int]:
    """A running match in which somebody is dead, and where they sit."""
    for seed in range(30):
        match = running()
        try:
            return match, with_an_execution(match, seed)
        except AssertionError:
            match.delete()
            type(match.host).objects.all().delete()
    raise AssertionError("no match with an execution was found")


def test_president_and_chancellor_are_silent_while_they_hold_policies(alice):
    match = running(alice)
    nominate(match)
    vote_all(match, ja=True)
    state = state_of(match)
    silent = match.rules.silent(state)
    assert len(silent) == 2
    for player in match.players.all():
        if player.seat in silent:
            with pytest.raises(Silent):
                services.say(match.pk, player.user, "table", "psst")
            assert "are silent until" in everything_shown(player.user, match)
        else:
            services.say(match.pk, player.user, "table", "we wait")
    (president,) = owing(match)
    act(match, president, choices_of(match, president)[0])
    with pytest.raises(Silent):
        services.say(match.pk, player_at(match, president).user, "table", "psst")
    (chancellor,) = owing(match)
    act(match, chancellor, choices_of(match, chancellor)[0])
    for seat in (president, chancellor):
        services.say(match.pk, player_at(match, seat).user, "table", "I had no choice")


def test_silence_does_not_hold_before_a_government_is_elected(alice):
    match = running(alice)
    nominate(match)
    for player in match.players.all():
        services.say(match.pk, player.user, "table", "let me speak")


def test_spectators_talk_in_a_gallery_that_no_living_player_can_read(alice, mallory, bob):
    match = running(alice)
    services.say(match.pk, mallory, "gallery", SECRET)
    for player in match.players.all():
        assert SECRET not in everything_shown(player.user, match)
    for user in (mallory, bob, None):
        assert SECRET in everything_shown(user, match)


def test_spectators_and_strangers_cannot_write_at_the_table(alice, mallory):
    match = running(alice)
    with pytest.raises(NotYourRoom):
        services.say(match.pk, mallory, "table", "hello")


def test_the_dead_talk_in_the_gallery_alone(after_an_execution):
    match, dead = after_an_execution
    user = player_at(match, dead).user
    with pytest.raises(NotYourRoom):
        services.say(match.pk, user, "table", SECRET)
    services.say(match.pk, user, "gallery", SECRET)
    assert SECRET in everything_shown(user, match)
    for player in match.players.exclude(seat=dead):
        assert SECRET not in everything_shown(player.user, match)


def test_the_dead_read_what_the_gallery_wrote_before_their_death(mallory):
    for seed in range(30):
        match = running()
        services.say(match.pk, mallory, "gallery", SECRET)
        try:
            dead = with_an_execution(match, seed)
            break
        except AssertionError:
            match.delete()
            type(match.host).objects.exclude(pk=mallory.pk).delete()
    assert SECRET in everything_shown(player_at(match, dead).user, match)


def test_after_the_end_everybody_reads_the_gallery(alice, mallory):
    match = running(alice)
    services.say(match.pk, mallory, "gallery", SECRET)
    play_to_the_end(match)
    for player in match.players.all():
        assert SECRET in everything_shown(player.user, match)


def test_what_the_gallery_said_in_the_waiting_room_closes_with_the_start(alice, mallory):
    match = running(alice)
    Match.objects.update(status="open")
    services.say(match.pk, mallory, "gallery", SECRET)
    assert SECRET in everything_shown(mallory, match)
    Match.objects.update(status="running")
    assert SECRET not in everything_shown(alice, match)


def test_a_living_player_cannot_report_what_they_cannot_read(alice, mallory):
    match = running(alice)
    services.say(match.pk, mallory, "gallery", SECRET)
    key = match.messages.get().key
    with pytest.raises(NoSuchSeat):
        services.report(match.pk, alice, key)
    services.report(match.pk, mallory, key)


def test_gallery_talk_changes_nothing_that_the_living_are_shown(alice, mallory):
    match = running(alice)
    client = Client()
    client.force_login(alice)
    address = f"{match.get_absolute_url()}live/"
    before = client.get(address, headers={"HX-Request": "true"})
    for number in range(5):
        services.say(match.pk, mallory, "gallery", f"{SECRET} {number}")
    after = client.get(address, headers={"HX-Request": "true"})
    assert before.content == after.content
    assert without_time(before) == without_time(after)


def without_time(response) -> dict[str, str]:
    return {name: value for name, value in response.items() if name not in {"Expires", "X-As-Of"}}


def test_a_player_who_also_watches_another_table_is_a_spectator_there_only(alice, bob):
    mine, other = running(alice), open_table(bob)
    services.say(other.pk, alice, "gallery", "hello Bob")
    with pytest.raises(NotYourRoom):
        services.say(mine.pk, alice, "gallery", "hello")
