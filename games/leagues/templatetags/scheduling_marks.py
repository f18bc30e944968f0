"""Template filters for times, in 24-hour format and the reader's time zone."""

from datetime import UTC, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format

from accounts.writing import form_of, with_zone

register = template.Library()


@register.filter
def moment(at: datetime | None) -> str:
    """Return a weekday, date and time in the reader's time zone."""
    if at is None:
        return ""
    local = timezone.localtime(at)
    return with_zone(local, date_format(local, form_of("moment")))


@register.filter
def clock(at: datetime | None) -> str:
    """Return a time in the reader's time zone."""
    if at is None:
        return ""
    local = timezone.localtime(at)
    return with_zone(local, local.strftime("%H:%M"))


@register.filter
def stamp(at: datetime | None) -> str:
    """Return a machine-readable time in UTC."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at else ""


@register.filter
def utc_clock(at: datetime | None) -> str:
    """Return a time in UTC."""
    return at.astimezone(UTC).strftime("%H:%M") if at else ""
