"""Notifications about appointments: once each, and in the time zone of the device."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.circles import membership
from games.gathering import announcements, appointments, opening
from games.matches.lobby import services as tables
from games.push import calls
from games.push.models import Call
from games.push.sending import message
from tests.gathering.arranging import TONIGHT, arranged, say_yes, tables_of
from tests.gathering.test_bell import with_devices
from tests.leagues.league_play import people

pytestmark = pytest.mark.django_db


def told(**which: object) -> list[tuple[str, str]]:
    """Return the recipients and subjects of notifications, after planning twice."""
    for _look in range(2):
        calls.plan_due()
    rows = Call.objects.filter(**which).order_by("pk")
    return [(call.device.user.name, call.kind) for call in rows]


@pytest.fixture
def evening(at, alice, bob, mallory):
    with_devices(alice, bob, mallory)
    evening = arranged(alice)
    say_yes(evening, bob)
    return evening


def test_participants_are_reminded_once_an_hour_and_once_five_minutes_before(evening, at):
    assert told() == []
    at(hours=7, minutes=1)
    assert sorted(told()) == [("Alice", "a-hour"), ("Bob", "a-hour")]
    at(hours=7, minutes=56)
    assert len(told()) == 4
    assert sorted(told(kind="a-soon")) == [("Alice", "a-soon"), ("Bob", "a-soon")]


def test_a_reminder_names_only_the_time_in_the_devices_zone(evening, at, bob):
    bob.push_devices.update(zone="Europe/Berlin")
    at(hours=7, minutes=1)
    told()
    call = Call.objects.get(device__user=bob)
    assert message(call) == {
        "title": "Your appointment begins in an hour.",
        "body": "Secret Hitler, Friday, 4 December, 21:00",
        "path": evening.get_absolute_url(),
    }


def test_participants_are_told_about_a_move_and_asked_again(evening, alice, at):
    appointments.move(evening.pk, alice, TONIGHT + timedelta(hours=1))
    assert told() == [("Bob", "a-moved")]
    at(hours=8, minutes=1)
    assert told(kind="a-hour") == [("Alice", "a-hour")]


def test_participants_are_told_about_a_cancellation(evening, alice):
    appointments.call_off(evening.pk, alice)
    assert told() == [("Bob", "a-off")]


def test_invited_people_are_notified_until_they_answer(at, alice, bob, mallory):
    with_devices(bob, mallory)
    evening = arranged(alice, among=[bob, mallory])
    appointments.answer(evening.pk, mallory, evening.dates.get().pk, comes=False)
    assert told() == [("Bob", "a-asked")]


def test_at_the_time_participants_are_told_about_the_seat_or_the_cancellation(evening, at, mallory):
    at(hours=8)
    opening.open_due()
    assert sorted(told()) == [("Alice", "a-few"), ("Bob", "a-few")]
    another = arranged(mallory, dates=[at(hours=8) + timedelta(hours=1)], seats=5)
    say_yes(another, *people(4), evening.host)
    at(hours=9)
    opening.open_due()
    assert told(kind="a-open") == [("Mallory", "a-open")]
    assert told(kind="a-left") == [("Alice", "a-left")]


def test_a_participant_whose_seat_was_given_away_is_not_told_there_was_none(evening, at, mallory):
    say_yes(evening, mallory, *people(3))
    at(hours=8)
    opening.open_due()
    assert sorted(told(kind="a-open")) == [
        ("Alice", "a-open"), ("Bob", "a-open"), ("Mallory", "a-open"),
    ]  # fmt: skip
    (table,) = tables_of(evening)
    tables.sit(table.pk, mallory)
    at(hours=8, minutes=5)
    opening.release_due()
    assert told(kind="a-left") == []


def test_no_announcement_is_longer_than_its_column():
    assert max(map(len, announcements.Kind.values)) <= 8


def test_a_new_member_is_asked_about_a_date_that_was_moved_and_nobody_else_again(
    at, alice, bob, mallory
):
    with_devices(bob, mallory, *people(1, "silent"))
    silent = User.objects.get(username__startswith="silent")
    evening = arranged(alice, among=[bob, silent])
    say_yes(evening, bob)
    assert told() == [(silent.name, "a-asked")]
    appointments.move(evening.pk, alice, TONIGHT + timedelta(hours=1))
    before = told()
    assert sorted(before[1:]) == [("Bob", "a-moved")]
    at(hours=1)
    membership.join(evening.circle, mallory, code=evening.circle.code)
    assert told()[len(before) :] == [("Mallory", "a-asked")]
