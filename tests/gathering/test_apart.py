"""Blocks that nobody can discover, and limits on what one person can do to others."""

from datetime import timedelta

import pytest

from accounts import blocks
from games.circles import membership
from games.gathering import appointments, errors, lobby, pages, queue
from games.matches.models import Match
from tests.gathering.arranging import TONIGHT, arranged, say_yes
from tests.gathering.test_announcements import told
from tests.gathering.test_bell import with_devices
from tests.gathering.test_queue import ask
from tests.leagues.league_play import people
from tests.matches.seating import browser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("is_blocked", [False, True])
def test_people_who_blocked_the_host_seem_not_to_have_answered(at, alice, bob, mallory, is_blocked):
    with_devices(bob, mallory)
    if is_blocked:
        blocks.block(bob, alice)
    evening = arranged(alice, among=[bob, mallory])
    assert [one.name for one in pages.page_of(evening, alice)["silent"]] == ["Bob", "Mallory"]
    status = browser(bob).get(evening.get_absolute_url()).status_code
    assert status == (404 if is_blocked else 200)
    asked = [("Mallory", "a-asked")] if is_blocked else [("Bob", "a-asked"), ("Mallory", "a-asked")]
    assert sorted(told()) == asked


def test_a_block_ends_notifications_from_a_host(at, alice, bob):
    with_devices(bob)
    evening = arranged(alice)
    say_yes(evening, bob)
    blocks.block(bob, alice)
    appointments.move(evening.pk, alice, TONIGHT + timedelta(hours=1))
    assert told() == []


def test_a_person_who_declines_the_new_date_is_not_notified_again(at, alice, bob):
    with_devices(bob)
    evening = arranged(alice)
    say_yes(evening, bob)
    appointments.move(evening.pk, alice, TONIGHT + timedelta(hours=1))
    assert told() == [("Bob", "a-moved")]
    evening.refresh_from_db()
    date = evening.dates.get(at=evening.starts_at)
    appointments.answer(evening.pk, bob, date.pk, comes=False)
    appointments.call_off(evening.pk, alice)
    assert told() == [("Bob", "a-moved")]


def test_a_person_who_has_declined_the_new_date_is_not_told_about_the_move(at, alice, bob):
    with_devices(bob)
    evening = arranged(alice)
    say_yes(evening, bob)
    appointments.move(evening.pk, alice, TONIGHT + timedelta(hours=1))
    appointments.answer(evening.pk, bob, evening.dates.last().pk, comes=False)
    assert told() == []


def test_an_appointment_is_moved_five_times_at_most(at, alice):
    evening = arranged(alice)
    for hours in range(1, 6):
        appointments.move(evening.pk, alice, TONIGHT + timedelta(hours=hours))
    with pytest.raises(errors.MovedTooOften):
        appointments.move(evening.pk, alice, TONIGHT)


def test_people_who_answered_are_told_which_date_is_fixed(at, alice, bob, mallory):
    with_devices(alice, bob, mallory)
    dates = [TONIGHT, TONIGHT + timedelta(days=1)]
    evening = arranged(alice, among=[bob, mallory], dates=dates)
    first, second = evening.dates.all()
    appointments.answer(evening.pk, bob, first.pk, comes=True)
    told()
    appointments.fix(evening.pk, alice, second.pk)
    assert told(kind="a-fixed") == [("Bob", "a-fixed")]


def test_a_public_appointment_names_no_invited_person(at, alice, bob):
    evening = arranged(None, asked=[bob])
    assert bob.name not in browser().get(evening.get_absolute_url()).content.decode()
    assert pages.page_of(evening, alice)["silent"] == []


def test_people_removed_from_an_appointment_cannot_answer(at, alice, bob):
    evening = arranged(alice, among=[bob])
    membership.leave(evening.circle, bob, keeps_name=True)
    with pytest.raises(errors.AnsweredTooLate):
        say_yes(evening, bob)


def test_no_host_can_fill_the_first_page(at, alice, bob):
    for minutes in range(1, 8):
        arranged(alice, dates=[TONIGHT + timedelta(minutes=minutes)])
    later = arranged(bob, dates=[TONIGHT + timedelta(hours=1)])
    house = arranged(None, dates=[TONIGHT + timedelta(hours=2)], slot="house secret-hitler 1")
    shown = lobby.lobby_of(browser().get("/").wsgi_request.user)["appointments"]
    assert [(one.host, one.starts_at) for one in shown][1:] == [
        (bob, later.starts_at), (None, house.starts_at),
    ]  # fmt: skip
    assert shown[0].host == alice


def test_a_person_has_one_seat_however_often_they_ask(at):
    users = people(9)
    ask(*users[:5])
    queue.seat_due()
    assert Match.objects.count() == 1
    for again in (queue.leave, lambda user: None):
        again(users[0])
        at(seconds=5)
        ask(users[0], *users[5:])
        queue.seat_due()
        assert Match.objects.count() == 1


def test_a_person_who_answers_too_often_has_to_wait(at, alice, bob):
    evening, client = arranged(alice), browser(bob)
    address = f"{evening.get_absolute_url()}answer/{evening.dates.get().pk}/"
    answers = [client.post(address, {"comes": "yes"}).status_code for _time in range(31)]
    assert answers == [302] * 30 + [429]
