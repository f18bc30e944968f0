"""How times are written: the day with its name, by a clock of 24 hours, in the reader's zone."""

from datetime import UTC, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext

register = template.Library()


@register.filter(expects_localtime=True)
def moment(at: datetime | None) -> str:
    """Return a day and a time on the reader's clock."""
    # Translators: see Django's date filter; the day's name, day, month and time.
    form = pgettext("form of a date", "l, j F, H:i")
    return date_format(timezone.localtime(at), form) if at else ""


@register.filter(expects_localtime=True)
def clock(at: datetime | None) -> str:
    """Return a time on the reader's clock."""
    return timezone.localtime(at).strftime("%H:%M") if at else ""


@register.filter
def stamp(at: datetime | None) -> str:
    """Return a moment as programs read it, in UTC."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at else ""


@register.filter
def utc_clock(at: datetime | None) -> str:
    """Return a time on the clock of UTC."""
    return at.astimezone(UTC).strftime("%H:%M") if at else ""
