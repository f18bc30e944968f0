"""Announcements about appointments, by notification or e-mail: derived from rows, sent once.

Announcements depend only on dates, answers and seats. Each has a kind, a user and a marker, which
is the appointment's key with anything that distinguishes it from earlier announcements.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import blocks
from games.gathering import appointments
from games.gathering.models import Appointment, DateAnswer

HOUR, FIVE_MINUTES = timedelta(hours=1), timedelta(minutes=5)
#: People who accept later than this before the start don't get the announcement an hour ahead.
ABOUT_AN_HOUR = timedelta(minutes=50)
#: Older news is not sent, because it would only confuse.
STALE = timedelta(minutes=30)


class Kind(models.TextChoices):
    """The kinds of announcements."""

    ASKED = "a-asked", _("Can you come?")
    FIXED = "a-fixed", _("The date of your appointment is fixed.")
    HOUR = "a-hour", _("Your appointment begins in an hour.")
    SOON = "a-soon", _("Your appointment begins in five minutes.")
    OPEN = "a-open", _("Your table is open, and your seat is reserved.")
    LEFT_OUT = "a-left", _("The table is full: there was no seat left for you.")
    MOVED = "a-moved", _("Your appointment was moved. Can you still come?")
    OFF = "a-off", _("Your appointment was called off.")
    TOO_FEW = "a-few", _("Too few people could come: your appointment is off.")


class DateNews(NamedTuple):
    """A piece of news for one user."""

    kind: Kind
    user_id: int
    marker: str


def due() -> Iterator[DateNews]:
    """Yield the news to send now; further calls yield the same news until it is stale."""
    now = timezone.now()
    yield from _reminders(Kind.HOUR, now + ABOUT_AN_HOUR, now + HOUR)
    yield from _reminders(Kind.SOON, now, now + FIVE_MINUTES)
    changed = Appointment.objects.filter(changed_at__gt=now - STALE)
    for appointment in changed.select_related("circle", "host"):
        marker = f"{appointment.key} {appointment.moves}"
        host = appointment.host
        apart = blocks.kept_apart_from(host) if host else frozenset()
        for kind, users in _news(appointment).items():
            # People asked before a move are not asked again, because they can still answer.
            what = appointment.key if kind is Kind.ASKED else marker
            yield from (DateNews(kind, user, what) for user in sorted(users - apart))


def _reminders(kind: Kind, after: datetime, until: datetime) -> Iterator[DateNews]:
    answers = appointments.said_yes().filter(
        date__appointment__status=Appointment.Status.SET, date__at__gt=after, date__at__lte=until
    )
    for user, key, at in answers.values_list("user", "date__appointment__key", "date__at"):
        yield DateNews(kind, user, f"{key} {at:%Y%m%d%H%M}")


def _news(appointment: Appointment) -> Mapping[Kind, set[int]]:
    """Return the news about an appointment: for each kind, the users to notify."""
    answers = DateAnswer.objects.filter(date__appointment=appointment)
    rows = list(answers.values_list("user", "comes", "date__at"))
    answered = {user for user, _comes, _at in rows}
    said_yes = {user for user, comes, _at in rows if comes}
    coming = {user for user, comes, at in rows if comes and at == appointment.starts_at}
    say_no = {user for user, comes, at in rows if not comes and at == appointment.starts_at}
    if appointment.status == Appointment.Status.OPENED:
        return _about_seats(appointment, coming)
    if appointment.status == Appointment.Status.TOO_FEW:
        return {Kind.TOO_FEW: coming}
    asked = set(appointments.asked_by(appointment).values_list("pk", flat=True))
    host = {appointment.host_id or 0}
    if appointment.status == Appointment.Status.OFF:
        return {Kind.OFF: (said_yes | asked) - say_no - host}
    news = {Kind.ASKED: asked - answered}
    if appointment.moves:
        news[Kind.MOVED] = said_yes - say_no - host
    elif appointment.starts_at and appointment.dates.count() > 1:
        news[Kind.FIXED] = answered - host
    return news


def _about_seats(appointment: Appointment, coming: set[int]) -> Mapping[Kind, set[int]]:
    """Return news for the people with and without a reserved seat, while seats are reserved."""
    tables = appointment.tables.filter(until__gt=timezone.now())
    if not tables:
        return {}
    seated = set(tables.values_list("match__players__user", flat=True))
    return {Kind.OPEN: coming & seated, Kind.LEFT_OUT: coming - seated}
