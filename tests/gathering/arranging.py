"""Appointments for tests, made by the services that pages call."""

from collections.abc import Sequence
from datetime import timedelta

from accounts.models import User
from games.gathering import appointments
from games.gathering.models import Appointment
from games.matches.models import Match
from tests.circles.company import circle_of
from tests.gathering.conftest import START

#: When the table of `arranged` opens.
TONIGHT = START + timedelta(hours=8)
GAME = "secret-hitler"


def arranged(host: User | None, *, among: Sequence[User] = (), **settings: object) -> Appointment:
    """Return an appointment of `host` for tonight: public, or of a circle with others."""
    wanted = {"game": GAME, "seats": 10, "dates": [TONIGHT]}
    circle = circle_of(host, *among) if among else None
    return appointments.make(host=host, circle=circle, **{**wanted, **settings})


def say_yes(appointment: Appointment, *users: User) -> None:
    """Let each of `users` say yes to the first date."""
    date = appointment.dates.get(at=appointment.starts_at)
    for user in users:
        appointments.answer(appointment.pk, user, date.pk, comes=True)


def tables_of(appointment: Appointment) -> list[Match]:
    """Return the tables that were opened for an appointment."""
    return list(Match.objects.filter(kept_seats__appointment=appointment).order_by("pk"))
