"""Appointments: permissions to see, answer and change them, and the opening of their tables."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts import blocks
from accounts.models import User
from games.circles import membership
from games.gathering import appointments, companies, errors, opening
from games.gathering.lobby import lobby_of
from games.gathering.models import Appointment
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.public import errors as table_errors
from tests.gathering.arranging import GAME, TONIGHT, arranged, say_yes, tables_of
from tests.leagues.league_play import people
from tests.matches.seating import browser

pytestmark = pytest.mark.django_db

STEPS = ("fix", "move", "off", "again")


@pytest.fixture
def evening(at, alice) -> Appointment:
    """Alice asks for tonight, in public."""
    return arranged(alice)


@pytest.fixture
def private(at, alice, bob) -> Appointment:
    """Alice asks Bob, in their circle, about two dates."""
    dates = [TONIGHT, TONIGHT + timedelta(days=1)]
    return arranged(alice, dates=dates, among=[bob])


def url(appointment: Appointment, rest: str = "") -> str:
    return f"{appointment.get_absolute_url()}{rest}"


def test_repeating_a_yes_keeps_the_place(evening, bob, mallory, at):
    say_yes(evening, bob)
    at(minutes=1)
    say_yes(evening, mallory)
    at(minutes=2)
    say_yes(evening, bob)
    assert [user.name for user in appointments.comers(evening)] == ["Alice", "Bob", "Mallory"]


def test_only_the_host_fixes_moves_and_cancels(private, bob, alice):
    date = private.dates.last()
    body = {"date": date.pk, "at": "2026-12-06T20:00", "zone": "Europe/Berlin"}
    for one in STEPS:
        assert browser(bob).post(url(private, f"{one}/"), body).status_code == 403
    assert Appointment.objects.get().status == "asked"
    browser(alice).post(url(private, "fix/"), body)
    assert Appointment.objects.get().starts_at == date.at
    browser(alice).post(url(private, "move/"), body)
    moved = Appointment.objects.get()
    assert moved.starts_at.isoformat() == "2026-12-06T19:00:00+00:00"
    assert (moved.moves, [user.name for user in appointments.comers(moved)]) == (1, ["Alice"])
    browser(alice).post(url(private, "off/"))
    assert Appointment.objects.get().status == "off"
    stale = browser(alice).post(url(private, "move/"), body)
    assert stale.status_code == 409


@pytest.mark.parametrize(
    "body",
    [{"date": "x"}, {"date": "999"}, {"at": "never"}, {"at": "2020-01-01T00:00"}, {}],
)
def test_forged_steps_change_nothing(private, alice, body):
    for one in ("fix", "move"):
        answer = browser(alice).post(url(private, f"{one}/"), body)
        assert answer.status_code in {409, 422}
    assert Appointment.objects.get().status == "asked"


def test_a_stale_tab_cannot_answer_a_moved_date(evening, bob, alice):
    old = evening.dates.get()
    appointments.move(evening.pk, alice, TONIGHT + timedelta(hours=1))
    assert browser(bob).post(url(evening, f"answer/{old.pk}/"), {"comes": "yes"}).status_code == 409
    with pytest.raises(errors.BadDate):
        appointments.answer(evening.pk, bob, old.pk, comes=True)


def test_a_past_date_can_be_neither_answered_nor_fixed(private, alice, bob, at):
    first, second = private.dates.all()
    at(hours=9)
    assert (
        browser(bob).post(url(private, f"answer/{first.pk}/"), {"comes": "yes"}).status_code == 409
    )
    assert browser(alice).post(url(private, "fix/"), {"date": first.pk}).status_code == 409
    browser(alice).post(url(private, "fix/"), {"date": second.pk})
    assert Appointment.objects.get().starts_at == second.at


def test_a_guest_says_yes_with_a_name_and_participates(evening):
    visitor = browser()
    date = evening.dates.get()
    nameless = visitor.post(url(evening, f"answer/{date.pk}/"), {"comes": "yes"})
    assert nameless.status_code == 422
    visitor.post(url(evening, f"answer/{date.pk}/"), {"comes": "yes", "name": "Gerda"})
    assert [user.name for user in appointments.comers(evening)] == ["Alice", "Gerda"]
    assert "2 are coming" in visitor.get(url(evening)).content.decode()
    assert "2 are coming" in browser().get("/").content.decode()


def test_a_users_own_public_appointment_is_listed_once(evening, alice):
    assert browser(alice).get("/").content.decode().count(evening.key) == 1


def test_a_refused_visitor_gets_no_account(evening, alice):
    date = evening.dates.get()
    appointments.call_off(evening.pk, alice)
    answer = browser().post(url(evening, f"answer/{date.pk}/"), {"comes": "yes", "name": "Gerda"})
    assert answer.status_code == 409
    assert not User.objects.filter(display_name="Gerda").exists()


def test_the_form_makes_a_public_appointment_in_the_readers_zone(at):
    visitor = browser()
    body = {
        "game": GAME, "name": "Gerda", "at": "2026-12-04T20:00", "zone": "Asia/Tokyo",
        "seats": "7", "pace": "brisk", "language": "de",
    }  # fmt: skip
    assert visitor.post("/appointments/new/", body).status_code == 422  # past in Tokyo
    daily = {**body, "zone": "Europe/Berlin", "pace": "daily"}
    assert visitor.post("/appointments/new/", daily).status_code == 422
    made = visitor.post("/appointments/new/", {**body, "zone": "Europe/Berlin"})
    appointment = Appointment.objects.get()
    assert made.url == appointment.get_absolute_url()
    assert appointment.starts_at.isoformat() == "2026-12-04T19:00:00+00:00"
    assert (appointment.seats, appointment.pace, appointment.language) == (7, "brisk", "de")
    assert [user.name for user in appointments.comers(appointment)] == ["Gerda"]


def test_a_host_has_ten_appointments_at_most(at, alice):
    for days in range(10):
        arranged(alice, dates=[TONIGHT + timedelta(days=days)])
    with pytest.raises(errors.TooManyAppointments):
        arranged(alice)


def test_next_week_is_the_same_hour_on_the_clock_when_clocks_change(at, alice, bob):
    at(days=109)  # 23 March 2027: Berlin's clocks go forward on the 28th
    zone = ZoneInfo("Europe/Berlin")
    first = arranged(alice, dates=[at(days=109) + timedelta(hours=7)], among=[bob])
    following = appointments.again(first.pk, alice, zone)
    assert appointments.again(first.pk, alice, zone) == following  # a second press
    hours = [one.starts_at.astimezone(zone).hour for one in (first, following)]
    assert hours == [20, 20]
    assert following.starts_at - first.starts_at == timedelta(days=7, hours=-1)
    assert following.circle == first.circle


@pytest.mark.parametrize(
    ("count", "seats", "least", "expected"),
    [
        (0, 10, 5, []), (4, 10, 5, []), (5, 10, 5, [5]), (10, 10, 5, [10]), (11, 10, 5, [6, 5]),
        (23, 10, 5, [8, 8, 7]), (6, 5, 5, [5]), (9, 5, 5, [5]), (10, 5, 5, [5, 5]),
        (5, 2, 2, [2, 2]), (1, 10, 2, []), (2, 10, 2, [2]),
    ],
)  # fmt: skip
def test_too_many_participants_make_tables_of_balanced_sizes(count, seats, least, expected):
    assert companies.sizes(count, seats, least) == expected
    divided = companies.divide(range(count), seats, least, {})
    assert [len(company) for company in divided] == expected


def test_the_table_opens_automatically_with_seats_for_the_participants(evening, bob, mallory, at):
    others = people(3)
    say_yes(evening, bob, *others)
    at(hours=7, minutes=59)
    opening.open_due()
    assert not tables_of(evening)
    at(hours=8)
    for _look in range(2):
        opening.open_due()
        opening.open_one(evening.pk)  # a process that read the list before
    (table,) = tables_of(evening)
    assert {player.user.name for player in table.players.all()} == {
        "Alice", "Bob", *(user.name for user in others)
    }  # fmt: skip
    assert table.code in browser(bob).get(url(evening)).content.decode()
    for user in (bob, *others):
        lobby.sit(table.pk, user)
    table.refresh_from_db()
    assert table.is_open
    lobby.sit(table.pk, mallory)  # a seat that is reserved for nobody
    lobby.sit(table.pk, User.objects.get(display_name="Alice"))
    table.refresh_from_db()
    assert (table.is_running, table.players.count()) == (True, 6)


def test_an_absent_participant_loses_the_seat_and_others_sit_down(evening, bob, mallory, at):
    others = people(3)
    say_yes(evening, bob, *others)
    at(hours=8)
    opening.open_due()
    (table,) = tables_of(evening)
    lobby.sit(table.pk, bob)
    at(hours=8, minutes=4)
    opening.release_due()
    table.refresh_from_db()
    assert table.is_reserved
    at(hours=8, minutes=5)
    for _look in range(2):
        opening.release_due()
    table.refresh_from_db()
    assert (table.is_reserved, table.host, table.is_open) == (False, bob, True)
    assert [player.user.name for player in table.players.all()] == ["Bob"]
    lobby.sit(table.pk, mallory)
    assert table.players.count() == 2


def test_seats_are_freed_even_if_the_circle_is_deleted(at, alice, bob):
    evening = arranged(alice, among=[bob], game="noir", seats=2)
    say_yes(evening, bob)
    at(hours=8)
    opening.open_due()
    (table,) = tables_of(evening)
    lobby.sit(table.pk, bob)
    for user in (alice, bob):
        membership.leave(evening.circle, user, keeps_name=True)
    at(hours=8, minutes=5)
    opening.release_due()
    table.refresh_from_db()
    assert (table.is_reserved, table.players.count()) == (False, 1)


def test_a_table_that_nobody_attends_is_closed(evening, bob, at):
    say_yes(evening, bob, *people(3))
    at(hours=8)
    opening.open_due()
    at(hours=8, minutes=6)
    opening.release_due()
    assert not Match.objects.exists()


def test_with_too_few_participants_the_appointment_is_cancelled_and_says_so(evening, bob, at):
    say_yes(evening, bob)
    at(hours=8)
    opening.open_due()
    evening.refresh_from_db()
    assert (evening.status, tables_of(evening)) == ("few", [])
    assert (
        "Too few people could come: it is off." in browser(bob).get(url(evening)).content.decode()
    )


def test_a_blocked_pair_never_share_a_table_and_neither_is_told(evening, alice, bob, at):
    others = people(5)
    say_yes(evening, *others, bob)
    blocks.block(alice, bob)
    page = browser(bob).get(url(evening)).content.decode()
    at(hours=8)
    opening.open_due()
    (table,) = tables_of(evening)
    assert not table.players.filter(user=bob).exists()
    assert table.players.count() == 6
    assert "block" not in page.lower().replace("inline-block", "")
    with pytest.raises(table_errors.KeptApart):
        lobby.sit(table.pk, bob)


def test_the_list_hides_the_appointments_of_a_blocked_host_in_both_directions(
    evening, alice, bob, mallory
):
    blocks.block(alice, bob)
    assert evening not in lobby_of(bob)["appointments"]
    assert evening in lobby_of(mallory)["appointments"]
    blocks.unblock(alice, bob)
    blocks.block(bob, alice)
    assert evening not in lobby_of(bob)["appointments"]
    house = arranged(None)
    assert house in lobby_of(bob)["appointments"]


def test_a_killed_process_leaves_nothing_half_done(evening, bob, at, monkeypatch):
    say_yes(evening, bob, *people(3))
    at(hours=8)
    with monkeypatch.context() as patch:
        patch.setattr(Appointment, "save", lambda *_args, **_options: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            opening.open_due()
    assert not Match.objects.exists()
    opening.open_due()
    assert len(tables_of(evening)) == 1


def test_an_appointment_whose_dates_pass_unfixed_is_over(private, alice, bob, at):
    at(hours=9)
    opening.open_due()
    assert Appointment.objects.get().status == "asked"
    at(days=2)
    opening.open_due()
    assert Appointment.objects.get().status == "few"
    assert private.key not in browser(bob).get("/").content.decode()


def test_after_a_long_outage_no_table_opens_late(evening, bob, at):
    say_yes(evening, bob, *people(3))
    at(hours=11)
    opening.open_due()
    assert not Match.objects.exists()
