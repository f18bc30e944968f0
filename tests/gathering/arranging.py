"""Appointments for tests, made by the services that pages call."""

from datetime import timedelta

from accounts.models import User
from games.gathering import appointments
from games.gathering.models import Appointment
from games.matches.models import Match
from tests.gathering.conftest import START

#: When the table of `arranged` opens.
TONIGHT = START + timedelta(hours=8)
GAME = "secret-hitler"


def arranged(host: User | None, **settings: object) -> Appointment:
    """Return a public appointment of `host` for tonight."""
    wanted = {"game": GAME, "seats": 10, "is_public": True, "dates": [TONIGHT]}
    return appointments.make(host=host, **{**wanted, **settings})


def say_yes(appointment: Appointment, *users: User) -> None:
    """Let each of `users` say yes to the first date."""
    date = appointment.dates.get(at=appointment.starts_at)
    for user in users:
        appointments.answer(appointment.pk, user, date.pk, comes=True)


def tables_of(appointment: Appointment) -> list[Match]:
    """Return the tables that were opened for an appointment."""
    return list(Match.objects.filter(kept_seats__appointment=appointment).order_by("pk"))
