"""Filters that write times: with the name of the day, on 24 hours, in the reader's time zone."""

from datetime import UTC, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext

register = template.Library()


@register.filter(expects_localtime=True)
def moment(at: datetime | None) -> str:
    """Return a day and a time in the reader's time zone."""
    # Translators: see Django's date filter; the day's name, day, month and time.
    form = pgettext("form of a date", "l, j F, H:i")
    return date_format(timezone.localtime(at), form) if at else ""


@register.filter(expects_localtime=True)
def clock(at: datetime | None) -> str:
    """Return a time in the reader's time zone."""
    return timezone.localtime(at).strftime("%H:%M") if at else ""


@register.filter
def stamp(at: datetime | None) -> str:
    """Return a time for programs, in UTC."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at else ""


@register.filter
def utc_clock(at: datetime | None) -> str:
    """Return a time in UTC."""
    return at.astimezone(UTC).strftime("%H:%M") if at else ""
