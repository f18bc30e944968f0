"""Muting a player, and reporting one to a moderator."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from games.chat import reports, services
from games.chat.models import Message, Mute, Report
from games.matches import errors
from games.matches.lobby import services as lobby
from tests.matches.seating import page_of, post, running

pytestmark = pytest.mark.django_db


def test_a_muted_person_is_hidden_only_from_the_one_who_muted_them(alice, bob):
    match = running(alice, bob)
    services.say(match.pk, bob, "table", "blah blah")
    assert post(alice, match, "mute", who="Bob").status_code == 302
    assert "blah blah" not in page_of(alice, match)
    assert "You have muted Bob." in page_of(alice, match)
    for player in match.players.exclude(user=alice):
        assert "blah blah" in page_of(player.user, match)
        assert "You have muted" not in page_of(player.user, match)


def test_a_mute_can_be_undone(alice, bob):
    match = running(alice, bob)
    services.say(match.pk, bob, "table", "blah blah")
    post(alice, match, "mute", who="Bob")
    post(alice, match, "unmute", who="Bob")
    assert "blah blah" in page_of(alice, match)
    assert not Mute.objects.exists()


def test_the_author_of_a_message_is_muted_even_after_seats_have_changed(alice, bob, mallory):
    table = lobby.open_match(host=alice, game="secret-hitler", seats_min=5, seats_max=10)
    for user in (bob, mallory):
        lobby.sit(table.pk, user)
    services.say(table.pk, mallory, "table", "blah blah")
    shown = page_of(alice, table)
    assert '<button class="menu-item" name="who" value="Mallory"' in shown
    lobby.leave(table.pk, bob)
    post(alice, table, "mute", who="Mallory")
    assert [mute.user for mute in Mute.objects.all()] == [mallory]


def test_a_mute_holds_when_the_muted_person_stands_up(alice, bob):
    table = lobby.open_match(host=alice, game="secret-hitler", seats_min=5, seats_max=10)
    lobby.sit(table.pk, bob)
    services.say(table.pk, bob, "table", "blah blah")
    post(alice, table, "mute", who="Bob")
    lobby.leave(table.pk, bob)
    assert "blah blah" not in page_of(alice, table)


def test_a_name_that_cannot_be_stored_mutes_nobody(alice, bob):
    match = running(alice, bob)
    assert post(alice, match, "mute", who="a\0b").status_code == 404


def test_a_mute_holds_at_the_next_table_too(alice, bob):
    match = running(alice, bob)
    services.mute(match.pk, alice, "Bob", muted=True)
    other = lobby.open_match(
        host=alice, game="secret-hitler", visibility="public", seats_min=5, seats_max=10
    )
    lobby.sit(other.pk, bob)
    services.say(other.pk, bob, "table", "me again")
    assert "me again" not in page_of(alice, other)


def test_a_player_cannot_mute_themselves_a_bot_or_an_empty_seat(alice):
    match = running(alice)
    bot = match.players.exclude(user=alice).first()
    bot.user, bot.bot = None, "simple"
    bot.save()
    for who in ("Alice", bot.name, "Nobody", ""):
        assert post(alice, match, "mute", who=who).status_code == 404
    assert not Mute.objects.exists()


def test_somebody_without_a_seat_cannot_mute(alice, mallory):
    match = running(alice)
    assert post(mallory, match, "mute", who="Alice").status_code == 403


def test_a_report_stores_the_words_and_reporting_twice_counts_once(alice, bob):
    match = running(alice, bob)
    services.say(match.pk, bob, "table", "something vile")
    key = Message.objects.get().key.hex
    first = post(alice, match, f"report/{key}")
    assert '<span class="good-news">Thank you. A moderator' in first.content.decode()
    post(alice, match, f"report/{key}")
    Message.objects.all().delete()
    report = Report.objects.get()
    assert (report.text, report.by, report.message) == ("something vile", alice, None)


@pytest.mark.parametrize("key", ["0" * 32, "f" * 32])
def test_a_message_that_does_not_exist_cannot_be_reported(alice, key):
    match = running(alice)
    assert post(alice, match, f"report/{key}").status_code == 404
    assert not Report.objects.exists()


def test_a_message_of_another_table_cannot_be_reported(alice, bob):
    here = running(alice, bob)
    there = lobby.open_match(
        host=alice, game="secret-hitler", visibility="public", seats_min=5, seats_max=10
    )
    services.say(there.pk, alice, "table", "elsewhere")
    with pytest.raises(errors.NoSuchSeat):
        reports.report_message(here.pk, bob, Message.objects.get().key)


@pytest.mark.django_db(transaction=True)
def test_a_double_click_reports_once_however_fast(alice, bob):
    match = running(alice, bob)
    services.say(match.pk, bob, "table", "something vile")
    key = Message.objects.get().key

    def report(_number: int) -> None:
        reports.report_message(match.pk, alice, key)
        connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(report, range(12)))
    reports.report_message(match.pk, alice, key)
    assert Report.objects.count() == 1
