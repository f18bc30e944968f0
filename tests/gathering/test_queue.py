"""The queue: seating, predicted waits, and proposed times."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import blocks
from accounts.models import User
from games.gathering import appointments, bell, lobby, opening, proposals, queue, waits
from games.gathering.models import Appointment, KeptTable, KeptWait, QueuePlace
from games.matches import removals
from games.matches.lobby import services as tables
from games.matches.models import Match
from tests.gathering.arranging import GAME
from tests.gathering.crowd import queue_up, users_of
from tests.gathering.test_bell import with_devices
from tests.leagues.league_play import people
from tests.matches.seating import browser, open_table
from tests.overlapping import overlapping

pytestmark = pytest.mark.django_db


def ask(*users: User, game: str = GAME, pace: str = "relaxed", language: str = "en") -> None:
    """Give each of `users` a place in the queue, as their page does."""
    for user in users:
        queue.ask(user, game, pace, language)


def seated() -> list[set[str]]:
    """Return the names at each table."""
    return [{one.name for one in match.players.all()} for match in Match.objects.order_by("pk")]


def test_one_press_gives_a_place_and_a_second_press_keeps_it(at, alice):
    own = browser(alice)
    own.post(f"/queue/ask/{GAME}/", {f"pace_{GAME}": "brisk"})
    at(minutes=1)
    own.post(f"/queue/ask/{GAME}/", {f"pace_{GAME}": "brisk"})
    place = QueuePlace.objects.get()
    assert (place.pace, place.asked_at, place.seen_at) == ("brisk", at(), at(minutes=1))
    page = own.get("/queue/").content.decode()
    assert "1 is here, 5 are needed" in page


def test_a_guest_queues_with_a_name_and_nobody_without_one(at):
    visitor = browser()
    assert visitor.post(f"/queue/ask/{GAME}/").status_code == 422
    assert visitor.post("/queue/ask/chess/", {"name": "Gerda"}).status_code == 404
    visitor.post(f"/queue/ask/{GAME}/", {"name": "Gerda", f"pace_{GAME}": "daily"})
    place = QueuePlace.objects.get()
    assert (place.user.name, place.user.is_guest, place.pace) == ("Gerda", True, "relaxed")
    assert browser().get("/queue/").url == "/"


def test_enough_people_get_a_table_and_their_pages_open_it(at):
    users = people(5)
    ask(*users[:4])
    queue.seat_due()
    assert not Match.objects.exists()
    ask(users[4])
    for _look in range(2):
        queue.seat_due()
    match = Match.objects.get()
    assert (match.visibility, match.pace, match.seats_max) == ("public", "relaxed", 5)
    answer = browser(users[0]).post("/queue/here/", headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == match.get_absolute_url()
    assert browser(users[1]).get("/queue/").url == match.get_absolute_url()
    for user in users:
        tables.sit(match.pk, user)
    match.refresh_from_db()
    assert match.is_running


def test_only_people_who_want_the_same_share_a_table(at):
    users = people(7)
    ask(*users[:3])
    ask(users[3], pace="brisk")
    ask(users[4], language="de")
    queue.seat_due()
    assert not Match.objects.exists()
    ask(*users[5:], game="noir")
    queue.seat_due()
    assert seated() == [{"Player 6", "Player 7"}]


@pytest.mark.parametrize("why", ["blocks", "is blocked", "sent away"])
def test_a_blocked_pair_in_the_queue_never_share_a_table_and_are_not_told(at, alice, bob, why):
    if why == "sent away":
        removals.note(open_table(bob), alice, "")
    else:
        blocks.block(*((alice, bob) if why == "blocks" else (bob, alice)))
    Match.objects.update(status="void")
    ask(alice, bob, *people(3))
    queue.seat_due()
    assert not Match.objects.filter(status="open").exists()
    ask(*people(1, "another"))
    queue.seat_due()
    (names,) = [names for names in seated() if len(names) > 1]
    assert ("Alice" in names, "Bob" in names, len(names)) == (True, False, 5)
    page = browser(bob).get("/queue/").content.decode()
    assert "1 is here, 5 are needed" in page


def test_people_who_closed_the_page_or_sat_down_elsewhere_are_not_seated(at, alice, bob):
    ask(alice, bob, *people(4))
    at(minutes=1)
    for user in User.objects.exclude(pk=alice.pk):
        queue.be_here(user)
    at(minutes=1, seconds=30)
    Match.objects.filter(pk=open_table(bob).pk).update(game="noir")
    queue.seat_due()
    assert not KeptTable.objects.exists()
    queue.be_here(alice)
    queue.seat_due()
    (names,) = [names for names in seated() if len(names) > 1]
    assert names == {"Alice", *(f"Player {number}" for number in range(1, 5))}


def test_an_absent_players_seat_is_freed_after_two_minutes(at, alice):
    users = people(4)
    ask(alice, *users)
    queue.seat_due()
    match = Match.objects.get()
    with_devices(alice, users[0])
    for user in users:
        tables.sit(match.pk, user)
    assert [user for user, _code in bell.seated()] == [alice.pk]
    at(minutes=2)
    opening.release_due()
    match.refresh_from_db()
    assert (match.is_open, match.is_reserved, match.players.count()) == (True, False, 4)
    newcomer = people(1, "newcomer")[0]
    assert match in tables_for(newcomer)


def tables_for(user: User) -> list[Match]:
    from games.matches.queries import open_tables

    return list(open_tables(user))


def test_a_killed_process_seats_nobody_halfway(at, monkeypatch):
    ask(*people(5))
    with monkeypatch.context() as patch:
        patch.setattr(waits, "keep", lambda *_waits, **_how: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            queue.seat_due()
    assert not Match.objects.exists()
    queue.seat_due()
    assert Match.objects.count() == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_processes_open_one_table(at):
    ask(*people(5))
    overlapping(queue.seat_due, queue.seat_due)
    assert Match.objects.count() == 1
    assert KeptWait.objects.count() == 5


def test_a_stored_wait_has_no_name_and_predicts_waits_at_that_hour(at):
    users = people(5)
    for seconds, user in zip((0, 60, 70, 100, 400), users, strict=True):
        at(seconds=seconds)
        ask(user)
    for user in users:
        queue.be_here(user)
    at(seconds=420)
    queue.seat_due()
    assert {field.name for field in KeptWait._meta.get_fields()} == {
        "id", "game", "hour", "seconds", "is_seated", "on",
    }  # fmt: skip
    assert waits.promised(at(hours=24))[GAME] == timedelta(seconds=350)
    assert "usually 6 minutes at this hour" in browser().get("/").content.decode()
    assert waits.promised(at(hours=1)) == {}
    assert waits.promised(at(days=29)) == {}
    assert "too quiet at this hour" in browser().get("/").content.decode()


def test_people_who_gave_up_count_in_the_predicted_wait(at, alice):
    assert waits.median([(60, True), (90, True), (120, True)]) == 90
    # One in ten sat after a minute; the others left after five: nobody knows the median.
    assert waits.median([(60, True), *[(300, False)] * 9]) is None
    # Two left at once, which says nothing about the two who stayed.
    assert waits.median([(1, False), (1, False), (60, True), (90, True)]) == 60
    ask(alice)
    at(minutes=6)
    queue.be_here(alice)
    at(minutes=9)
    for _look in range(2):
        queue.close_due()
    kept = KeptWait.objects.get()
    assert (kept.seconds, kept.is_seated) == (360, False)
    assert waits.promised(at()) == {}


def test_stated_hours_outlive_a_closed_page_for_a_day(at, alice):
    ask(alice)
    proposals.toggle(alice, proposals.offered()[4].isoformat())
    at(minutes=1)
    queue.be_here(alice)
    at(minutes=9)
    for _look in range(2):
        queue.close_due()
    assert (QueuePlace.objects.count(), KeptWait.objects.count()) == (1, 1)
    ask(alice)
    place = QueuePlace.objects.get()
    assert (place.asked_at, len(place.hours)) == (at(minutes=9), 1)
    at(hours=25)
    queue.close_due()
    assert not QueuePlace.objects.exists()


def test_a_long_or_unknown_wait_is_hopeless():
    assert waits.is_hopeless(None)
    assert waits.is_hopeless(timedelta(minutes=16))
    assert not waits.is_hopeless(timedelta(minutes=15))


def test_a_time_that_suits_enough_people_is_proposed_once(at, alice, bob):
    users = [alice, bob, *people(3)]
    ask(*users)
    QueuePlace.objects.update(seen_at=at(minutes=-5))  # the pages are closed
    hour = proposals.offered()[3]
    for user in users[:4]:
        browser(user).post("/queue/hours/", {"hour": hour.isoformat()})
    proposals.propose_due()
    assert not Appointment.objects.exists()
    assert "+4" in browser(users[4]).get("/queue/").content.decode()
    browser(users[4]).post("/queue/hours/", {"hour": hour.isoformat()})
    for _look in range(2):
        proposals.propose_due()
    proposed = Appointment.objects.get()
    assert (proposed.starts_at, proposed.host, proposed.asked.count()) == (hour, None, 5)
    late = people(1, "late")[0]
    ask(late)
    proposals.toggle(late, hour.isoformat())
    proposals.propose_due()
    assert set(proposed.asked.all()) == {*users, late}
    page = browser(bob).get("/queue/").content.decode()
    assert "6 of you can come" in page
    browser(bob).post(f"/appointments/{proposed.key}/answer/{proposed.dates.get().pk}/",
                      {"comes": "yes"})  # fmt: skip
    assert appointments.comers(proposed) == [bob]


def test_a_blocked_pair_do_not_make_a_proposal(at, alice, bob):
    users = [alice, bob, *people(3)]
    blocks.block(alice, bob)
    ask(*users)
    for user in users:
        proposals.toggle(user, proposals.offered()[0].isoformat())
    proposals.propose_due()
    assert not Appointment.objects.exists()


@pytest.mark.parametrize("hour", ["", "never", "2026-12-04T12:07:00+00:00", "x" * 5000])
def test_forged_hours_are_ignored(at, alice, hour):
    ask(alice)
    browser(alice).post("/queue/hours/", {"hour": hour})
    assert QueuePlace.objects.get().hours == []


def test_a_stale_tab_without_a_place_goes_to_the_first_page(at, alice):
    ask(alice)
    own = browser(alice)
    own.post("/queue/leave/")
    assert own.post("/queue/here/", headers={"HX-Request": "true"}).headers["HX-Redirect"] == "/"
    assert not QueuePlace.objects.exists()
    assert browser().post("/queue/here/").status_code == 302


def test_the_section_and_the_job_take_the_same_queries_for_ten_and_a_thousand(at, alice):
    counts = []
    for total in (10, 1000):
        queue_up(users_of(f"w-{total}", total), hours=[at(hours=3).isoformat()])
        at()
        with CaptureQueriesContext(connection) as section:
            lobby.lobby_of(alice)
        with CaptureQueriesContext(connection) as job:
            queue.seat_due()
        counts.append((len(section), len(job)))
        assert not QueuePlace.objects.filter(match=None).exists()
    assert counts[0] == counts[1]
    assert Match.objects.count() == 1 + 100
