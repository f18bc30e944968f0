"""The dates of a circle: invitations, visibility, tables, leaving and blocks."""

from datetime import timedelta

import pytest

from accounts import blocks, privacy
from games.circles import membership
from games.circles.models import Circle, Membership
from games.gathering import appointments, opening
from games.gathering.models import Appointment, DateAnswer
from games.matches.models import Match
from tests.circles.company import FIVE, circle_of, look, page, press
from tests.gathering.arranging import TONIGHT
from tests.matches.seating import browser, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at")]

TWO = {"first": "2026-12-04T20:00", "second": "2026-12-05T20:00", "zone": "UTC"}
ONE = {"first": "2026-12-04T20:00", "zone": "UTC"}


def asked(user, circle: Circle, **dates: str) -> Appointment:
    """Return the appointment that `user` proposes on the circle's page."""
    assert press(user, circle, "ask/", **(dates or TWO)).status_code == 302
    return Appointment.objects.latest("pk")


def tap(user, appointment: Appointment, *, number: int = 0, comes: str = "yes", **more: str):
    """Return the response to a tap of `user` on one of the dates."""
    date = appointment.dates.all()[number]
    path = f"{appointment.get_absolute_url()}answer/{date.pk}/"
    return browser(user).post(path, {"comes": comes, **more})


def step(user, appointment: Appointment, name: str, **data: object):
    """Return the response to a step of `user`."""
    return browser(user).post(f"{appointment.get_absolute_url()}{name}/", data)


def names(people) -> list[str]:
    """Return the names of people, sorted."""
    return sorted(user.name for user in people)


def test_any_member_asks_all_members_with_the_usual_settings(circle, bob):
    appointment = asked(bob, circle)
    assert names(appointments.asked_by(appointment)) == ["Alice", "Carol"]
    assert [date.at for date in appointment.dates.all()] == [TONIGHT, TONIGHT + timedelta(days=1)]
    assert (appointment.game, appointment.seats, appointment.pace) == ("noir", 2, "untimed")
    assert (appointment.is_public, appointment.is_rated) == (False, False)
    assert (appointment.name, appointment.host) == ("Friday", bob)


def test_a_circle_by_correspondence_meets_at_a_relaxed_pace(alice, bob):
    circle = circle_of(alice, bob, pace="daily")
    assert asked(alice, circle).pace == "relaxed"


def test_one_tap_on_the_circles_page_answers_and_returns(circle, alice, bob):
    appointment = asked(bob, circle)
    back = f"{circle.get_absolute_url()}#dates"
    assert f'name="back" value="{back}"' in page(alice, circle)
    assert tap(alice, appointment, number=1, back=back)["Location"] == back
    assert "2 can come" in page(alice, circle)
    assert appointment.key in page(alice, circle)
    away = tap(alice, appointment, number=1, back="https://evil.example/")
    assert away["Location"] == appointment.get_absolute_url()


def test_pressing_twice_asks_once(circle, bob):
    first = asked(bob, circle)
    assert asked(bob, circle) == first
    assert asked(bob, circle, **ONE) != first
    assert Appointment.objects.count() == 2


@pytest.mark.parametrize(
    "dates",
    [{}, {"first": "never"}, {"first": "2020-01-01T00:00"}, {**TWO, "third": "2020-01-01T00:00"}],
)
def test_a_forged_form_asks_nobody_and_says_why(circle, bob, dates):
    refused = press(bob, circle, "ask/", **dates)
    assert refused.status_code == 422
    assert 'aria-invalid="true"' in refused.content.decode()
    assert not Appointment.objects.exists()


def test_only_members_see_the_dates_of_a_circle(circle, alice, bob, mallory):
    appointment = asked(alice, circle)
    circle.memberships.create(user=person("Ida"), status="invited")
    former = person("Fay")
    circle.memberships.create(user=former, status="left")
    invited = Membership.objects.get(status="invited").user
    nowhere = "/circles/00000000-0000-4000-8000-000000000000/"
    for who in (None, mallory, invited, former):
        paths = ("/", "/circles/") if who else ("/",)
        assert all(appointment.key not in look(who, path).content.decode() for path in paths)
        hidden, missing = look(who, circle.get_absolute_url()), look(who, nowhere)
        assert (hidden.status_code, missing.status_code) == (404, 404)
        assert len(hidden.content) == len(missing.content)
        for path in ("", "appointment.ics"):
            assert look(who, appointment.get_absolute_url() + path).status_code == 404
        assert press(who, circle, "ask/", **TWO).status_code == 404
        assert tap(who, appointment).status_code == 404
        steps = [step(who, appointment, name) for name in ("fix", "move", "off", "again")]
        assert {answer.status_code for answer in steps} == {404}
    assert Appointment.objects.count() == 1
    assert appointment.key in page(bob, circle)


def test_the_host_of_the_appointment_fixes_the_date_and_stale_tabs_are_refused(circle, alice, bob):
    appointment = asked(bob, circle)
    first, second = appointment.dates.all()
    assert "Fix this date" in page(bob, circle)
    assert "Fix this date" not in page(alice, circle)
    assert step(alice, appointment, "fix", date=second.pk).status_code == 403
    step(bob, appointment, "fix", date=second.pk)
    assert tap(alice, appointment, number=0).status_code == 409
    assert first.pk not in DateAnswer.objects.filter(user=alice).values_list("date", flat=True)
    tap(alice, appointment, number=1)
    assert "2 are coming" in page(alice, circle)


def test_the_first_page_shows_the_next_appointment(circle, alice, bob):
    assert "Next evening" not in look(alice, "/circles/").content.decode()
    appointment = asked(bob, circle)
    assert "Which date suits you?" in look(alice, "/circles/").content.decode()
    step(bob, appointment, "fix", date=appointment.dates.first().pk)
    assert "Next evening" in look(alice, "/circles/").content.decode()
    assert "Next evening" in look(alice, "/").content.decode()


def test_a_leavers_answer_is_withdrawn_and_the_circles_host_takes_over(circle, alice, bob, carol):
    appointment = asked(bob, circle, **ONE)
    other = asked(alice, circle)
    tap(bob, other)
    press(bob, circle, "leave/", name="keep")
    for one in (appointment, other):
        assert look(bob, one.get_absolute_url()).status_code == 404
        assert step(bob, one, "again", zone="UTC").status_code == 404
    assert not DateAnswer.objects.filter(user=bob).exists()
    appointment.refresh_from_db()
    assert appointment.host == alice
    assert "Bob" not in page(carol, circle).split('id="dates"')[1].split("evenings-heading")[0]


def test_a_past_evening_of_a_leaver_is_repeated_by_the_new_host_for_todays_members(
    circle, alice, bob, carol, at
):
    past = asked(bob, circle, **ONE)
    tap(carol, past)
    at(hours=12)
    opening.open_due()
    assert look(carol, past.get_absolute_url()).status_code == 200
    membership.leave(circle, carol, keeps_name=True)
    assert look(carol, past.get_absolute_url()).status_code == 404
    assert names(appointments.comers(past)) == ["Bob", "Carol"]
    membership.join(circle, carol, code=circle.code)
    membership.act(circle, alice, bob.public_id, "remove")
    membership.join(circle, person("Dan"), code=circle.code)
    assert look(bob, past.get_absolute_url()).status_code == 404
    assert step(bob, past, "again", zone="UTC").status_code == 404
    step(alice, past, "again", zone="UTC")
    following = Appointment.objects.get(previous=past)
    assert names(appointments.asked_by(following)) == ["Carol", "Dan"]


def test_the_dates_are_deleted_with_the_last_member(alice, bob):
    circle = circle_of(alice, bob)
    asked(alice, circle)
    membership.leave(circle, bob, keeps_name=True)
    membership.leave(circle, alice, keeps_name=True)
    assert not Appointment.objects.exists()


@pytest.mark.parametrize("is_by_host", [True, False])
def test_a_blocked_pair_sees_nothing_and_others_see_no_gap_in_the_invitations(
    circle, alice, bob, carol, is_by_host
):
    before = asked(bob, circle)
    pair = (alice, bob) if is_by_host else (bob, alice)
    blocks.block(*pair)
    after = asked(alice, circle, **ONE)
    assert names(appointments.asked_by(after)) == ["Bob", "Carol"]
    silent = look(carol, after.get_absolute_url()).context["silent"]
    assert names(silent) == ["Bob", "Carol"]
    assert after.key not in page(bob, circle)
    assert before.key not in page(alice, circle)
    assert all(one.key in page(carol, circle) for one in (before, after))
    assert "Next evening" not in look(bob, "/circles/").content.decode()
    blocks.unblock(*pair)
    assert after.key in page(bob, circle)


def test_a_new_member_blocked_with_the_host_is_asked_and_sees_nothing(circle, alice):
    dan = person("Dan")
    blocks.block(dan, alice)
    appointment = asked(alice, circle)
    membership.join(circle, dan, code=circle.code)
    assert dan in appointments.asked_by(appointment)
    assert appointment.key not in page(dan, circle)


def test_the_table_has_all_usual_settings_even_those_unknown_to_appointments(alice, bob, at):
    others = [person(name) for name in ("Dan", "Eve", "Fay")]
    usual = {**FIVE, "has_chat": False, "shows_marks": True, "talk_seconds": 120}
    circle = circle_of(alice, bob, *others, **usual)
    appointment = asked(alice, circle, **ONE)
    for user in (bob, *others):
        tap(user, appointment)
    at(hours=8)
    opening.open_due()
    table = Match.objects.get()
    assert (table.has_chat, table.shows_marks, table.talk_seconds) == (False, True, 120)
    assert (table.visibility, table.seats_max, table.is_rated) == ("link", 10, False)
    assert table.code in page(bob, circle)


def test_public_appointments_of_members_belong_to_no_circle(circle, alice, bob):
    public = appointments.make(host=alice, dates=[TONIGHT], game="noir", seats=2)
    assert public.key not in page(bob, circle)
    step(alice, public, "again", zone="UTC")
    assert not circle.appointments.exists()


def test_a_deleted_account_leaves_its_dates_to_the_circles_host_without_a_name(
    circle, alice, bob, carol
):
    hosted = asked(bob, circle)
    other = asked(alice, circle, **ONE)
    tap(bob, other)
    privacy.delete_account(bob)
    hosted.refresh_from_db()
    assert (hosted.status, hosted.host) == ("asked", alice)
    assert names(appointments.comers(other)) == ["Alice"]
    assert names(appointments.asked_by(other)) == ["Carol"]
