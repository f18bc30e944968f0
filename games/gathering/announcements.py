"""What users are told about appointments, by notification or e-mail: once each, from rows.

Announcements depend only on dates, answers and seats. They hold a kind, a user and a marker: the
appointment's key and what makes the announcement a new one.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import blocks
from games.gathering import appointments
from games.gathering.models import Appointment, DateAnswer, KeptTable

HOUR, FIVE_MINUTES = timedelta(hours=1), timedelta(minutes=5)
#: Who says yes later than this is not told that it begins in an hour.
ABOUT_AN_HOUR = timedelta(minutes=50)
#: News older than this would only confuse.
STALE = timedelta(minutes=30)


class Kind(models.TextChoices):
    """What is announced."""

    ASKED = "a-asked", _("Can you come?")
    FIXED = "a-fixed", _("The date of your appointment is fixed.")
    HOUR = "a-hour", _("Your appointment begins in an hour.")
    SOON = "a-soon", _("Your appointment begins in five minutes.")
    OPEN = "a-open", _("Your table is open, and your seat is kept.")
    LEFT_OUT = "a-left", _("The table is full: no seat was left for you.")
    MOVED = "a-moved", _("Your appointment was moved. Can you still come?")
    OFF = "a-off", _("Your appointment was called off.")
    TOO_FEW = "a-few", _("Too few could come: your appointment is off.")


class DateNews(NamedTuple):
    """One piece of news for one user."""

    kind: Kind
    user_id: int
    marker: str


def due() -> Iterator[DateNews]:
    """Yield what users with a device are to be told now; the same news again and again."""
    now = timezone.now()
    yield from _reminders(Kind.HOUR, now + ABOUT_AN_HOUR, now + HOUR)
    yield from _reminders(Kind.SOON, now, now + FIVE_MINUTES)
    changed = Appointment.objects.filter(changed_at__gt=now - STALE)
    for appointment in changed:
        yield from _news(appointment)


def _reachable() -> dict[str, object]:
    return {"user__push_devices__isnull": False}


def _reminders(kind: Kind, after: datetime, until: datetime) -> Iterator[DateNews]:
    answers = appointments.said_yes().filter(
        date__appointment__status=Appointment.Status.SET, date__at__gt=after, date__at__lte=until
    )
    rows = answers.filter(**_reachable()).distinct()
    for user, key, at in rows.values_list("user", "date__appointment__key", "date__at"):
        yield DateNews(kind, user, f"{key} {at:%Y%m%d%H%M}")


def _news(appointment: Appointment) -> Iterator[DateNews]:
    """Yield what has just changed, for those whom it concerns; the host made most of it."""
    kinds = {
        Appointment.Status.ASKED: Kind.ASKED,
        Appointment.Status.SET: Kind.MOVED if appointment.moves else Kind.ASKED,
        Appointment.Status.OPENED: Kind.OPEN,
        Appointment.Status.OFF: Kind.OFF,
        Appointment.Status.TOO_FEW: Kind.TOO_FEW,
    }
    kind = kinds[Appointment.Status(appointment.status)]
    told = _concerned(appointment, kind)
    if kind is Kind.OPEN:
        yield from _about_seats(appointment, told)
        return
    marker = f"{appointment.key} {appointment.moves}"
    yield from (DateNews(kind, user, marker) for user in sorted(told))
    if kind is Kind.ASKED and appointment.starts_at and appointment.dates.count() > 1:
        for user in sorted(_concerned(appointment, Kind.FIXED)):
            yield DateNews(Kind.FIXED, user, marker)


def _concerned(appointment: Appointment, kind: Kind) -> set[int]:
    """Return the users whom a kind of news concerns, without those apart from the host."""
    host = appointment.host
    return _addressed(appointment, kind) - (blocks.kept_apart_from(host) if host else set())


def _addressed(appointment: Appointment, kind: Kind) -> set[int]:
    yes = DateAnswer.objects.filter(date__appointment=appointment, comes=True)
    said_yes = set(yes.filter(**_reachable()).values_list("user", flat=True))
    asked = set(appointment.asked.filter(push_devices__isnull=False).values_list("pk", flat=True))
    if kind is Kind.ASKED:
        answers = DateAnswer.objects.filter(date__appointment=appointment)
        return asked - set(answers.values_list("user", flat=True))
    if kind is Kind.FIXED:
        answers = DateAnswer.objects.filter(date__appointment=appointment, **_reachable())
        return set(answers.values_list("user", flat=True)) - {appointment.host_id or 0}
    if kind in {Kind.OPEN, Kind.TOO_FEW}:
        fixed = yes.filter(date__at=F("date__appointment__starts_at"))
        return said_yes.intersection(fixed.values_list("user", flat=True))
    told = said_yes | asked if kind is Kind.OFF else said_yes
    now_no = DateAnswer.objects.filter(
        date__appointment=appointment, date__at=F("date__appointment__starts_at"), comes=False
    )
    return told - set(now_no.values_list("user", flat=True)) - {appointment.host_id or 0}


def _about_seats(appointment: Appointment, told: set[int]) -> Iterator[DateNews]:
    """Yield who has a seat, and who got none, while seats are kept: later others sit there."""
    tables = KeptTable.objects.filter(appointment=appointment, until__gt=timezone.now())
    if not tables:
        return
    seated = set(tables.values_list("match__players__user", flat=True))
    for user in sorted(told):
        kind = Kind.OPEN if user in seated else Kind.LEFT_OUT
        yield DateNews(kind, user, appointment.key)
