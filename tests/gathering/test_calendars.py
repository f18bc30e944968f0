"""The calendar file of an appointment: each date once, whatever its status."""

from datetime import timedelta

import pytest
from icalendar import Calendar

from accounts.models import User
from games.gathering import appointments
from games.gathering.models import Appointment
from tests.gathering.arranging import TONIGHT, arranged
from tests.matches.seating import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def private(at, alice, bob) -> Appointment:
    """Alice asks Bob, in their circle, about two dates."""
    return arranged(alice, dates=[TONIGHT, TONIGHT + timedelta(days=1)], among=[bob])


def events_of(appointment: Appointment, user: User) -> dict[str, tuple[str, str, int]]:
    """Return each event of the calendar file by its UID: status, start and sequence."""
    text = browser(user).get(f"{appointment.get_absolute_url()}appointment.ics").content
    return {
        str(one["uid"]).split("@")[0].removeprefix(f"appointment-{appointment.key}"): (
            str(one["status"]), f"{one['dtstart'].dt:%d %H}", int(one["sequence"])
        )
        for one in Calendar.from_ical(text).walk("VEVENT")
    }  # fmt: skip


def test_a_calendar_shows_the_fixed_date_once_and_takes_the_others_back(private, alice, bob):
    offered = {"": ("TENTATIVE", "04 20", 0), "-1": ("TENTATIVE", "05 20", 0)}
    assert events_of(private, bob) == offered
    appointments.fix(private.pk, alice, private.dates.last().pk)
    fixed = {"": ("CONFIRMED", "05 20", 1), "-1": ("CANCELLED", "05 20", 1)}
    assert events_of(private, bob) == fixed
    appointments.move(private.pk, alice, TONIGHT + timedelta(hours=1))
    moved = {"": ("CONFIRMED", "04 21", 2), "-1": ("CANCELLED", "05 20", 2)}
    assert events_of(private, bob) == moved
    appointments.call_off(private.pk, alice)
    assert {(status, at) for status, _start, at in events_of(private, bob).values()} == {
        ("CANCELLED", 3)
    }
