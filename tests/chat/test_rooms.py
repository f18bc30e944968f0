"""The rules of silence (3.5), and of the gallery: who reads and writes where."""

import pytest

from games.chat import reports, services
from games.chat.rooms import NotYourRoom, Silent
from games.matches.errors import NoSuchSeat
from games.matches.models import Match
from tests.chat.executions import SECRET, after_execution, everything_shown
from tests.matches.seating import (
    act,
    browser,
    choices_of,
    nominate,
    open_table,
    owing,
    play_to_the_end,
    player_at,
    running,
    state_of,
    vote_all,
)

pytestmark = pytest.mark.django_db


def test_president_and_chancellor_are_silent_while_they_hold_policies(alice):
    match = running(alice)
    nominate(match)
    vote_all(match, ja=True)
    state = state_of(match)
    silent = match.rules.talk.muted_seats(state)
    assert len(silent) == 2
    for player in match.players.all():
        if player.seat in silent:
            with pytest.raises(Silent):
                services.say(match.pk, player.user, "table", "psst")
            assert "allow you to talk until" in everything_shown(player.user, match)
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


def test_silence_does_not_apply_before_a_government_is_elected(alice):
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


def test_the_dead_read_what_the_gallery_wrote_before_their_death(mallory):
    def deal() -> Match:
        match = running()
        services.say(match.pk, mallory, "gallery", SECRET)
        return match

    match, dead = after_execution(deal)
    assert SECRET in everything_shown(player_at(match, dead).user, match)


def test_after_the_end_everybody_reads_the_gallery(alice, mallory):
    match = running(alice)
    services.say(match.pk, mallory, "gallery", SECRET)
    play_to_the_end(match)
    for player in match.players.all():
        assert SECRET in everything_shown(player.user, match)


def test_gallery_messages_from_the_waiting_room_are_hidden_at_the_start(alice, mallory):
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
        reports.report_message(match.pk, alice, key)
    reports.report_message(match.pk, mallory, key)


def test_gallery_messages_change_nothing_that_the_living_are_shown(alice, mallory):
    match = running(alice)
    client = browser(alice)
    address = f"{match.get_absolute_url()}live/"
    before = client.get(address, headers={"HX-Request": "true"})
    for number in range(5):
        services.say(match.pk, mallory, "gallery", f"{SECRET} {number}")
    after = client.get(address, headers={"HX-Request": "true"})
    assert before.content == after.content
    assert without_time(before) == without_time(after)


def without_time(response) -> dict[str, str]:
    return {name: value for name, value in response.items() if name != "Expires"}


def test_a_player_who_also_watches_another_table_is_a_spectator_there_only(alice, bob):
    mine, other = running(alice), open_table(bob)
    services.say(other.pk, alice, "gallery", "hello Bob")
    with pytest.raises(NotYourRoom):
        services.say(mine.pk, alice, "gallery", "hello")
