"""Appointments as calendar files (RFC 5545)."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext as _
from icalendar import Calendar as File
from icalendar import Event

from games.gathering.models import Appointment

#: The approximate length of an evening's match.
LENGTH = timedelta(hours=1)


def file_of(appointment: Appointment) -> bytes:
    """Return a calendar file with an event for the appointment, or for each offered date.

    Once the date is fixed, the first event is moved to it, and the others are cancelled.
    """
    file = File()
    file.add("prodid", f"-//{settings.SITE_NAME}//appointments//EN")
    file.add("version", "2.0")
    file.add("method", "PUBLISH")
    dates = list(appointment.dates.order_by("pk"))
    first_offered = dates[: max(1, len(dates) - appointment.moves)]  # each move has added a date
    for number, date in enumerate(first_offered):
        at = date.at if number else (appointment.starts_at or date.at)
        file.add_component(_event(appointment, number, at.astimezone(UTC)))
    text: bytes = file.to_ical()
    return text


def _event(appointment: Appointment, number: int, starts_at: datetime) -> Event:
    event = Event()
    is_fixed = appointment.starts_at is not None
    is_off = appointment.status in {Appointment.Status.OFF, Appointment.Status.TOO_FEW}
    part = f"-{number}" if number else ""
    host = urlsplit(settings.SITE_URL).hostname
    event.add("uid", f"appointment-{appointment.key}{part}@{host}")
    at = appointment.changed_at.replace(microsecond=0).astimezone(UTC)
    event.add("dtstamp", at)
    event.add("last-modified", at)
    event.add("sequence", appointment.moves + is_fixed + is_off)
    event.add("dtstart", starts_at)
    event.add("dtend", starts_at + LENGTH)
    settled = "CONFIRMED" if is_fixed else "TENTATIVE"
    event.add("status", "CANCELLED" if is_off or (is_fixed and number) else settled)
    game = _(appointment.game_name)
    event.add("summary", f"{game}: {appointment.name}" if appointment.name else game)
    event.add("url", f"{settings.SITE_URL}{appointment.get_absolute_url()}")
    return event
