"""The form field for a moment: a day and a time."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

#: The format in which browsers send a moment.
MINUTES = "%Y-%m-%dT%H:%M"
#: The first valid year, and how far ahead a moment may be: near the last date, in the year 9999, a
#: conversion to another time zone would fail.
FIRST_YEAR, AHEAD = 2000, timedelta(days=3653)
#: Marks input without a time zone, as browsers send it.
WITHOUT_ZONE = timezone.get_fixed_timezone(0)


def zone_of(name: str) -> ZoneInfo:
    """Return the time zone `name`; UTC if it is unknown or obsolete."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return ZoneInfo("UTC")


class MomentField(forms.DateTimeField):
    """A moment in the current time zone.

    In the night when clocks go back, a repeated hour means the first one, so that a stored time can
    be saved again. A time that clocks skip when they go forward is refused.
    """

    def __init__(self, *, step: int | None = None, **options: Any) -> None:
        attrs: dict[str, Any] = {"type": "datetime-local"} | ({"step": step} if step else {})
        options.setdefault("widget", forms.DateTimeInput(attrs=attrs, format=MINUTES))
        super().__init__(**options)

    def to_python(self, value: Any) -> datetime | None:
        """Return the moment.

        :raises ValidationError: if it is invalid, too far away, or skipped by clocks.
        """
        with timezone.override(WITHOUT_ZONE):
            read = super().to_python(value)
        if read is None:
            return None
        if not FIRST_YEAR <= read.year <= (timezone.now() + AHEAD).year:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        if read.tzinfo is WITHOUT_ZONE:
            read = read.replace(tzinfo=timezone.get_current_timezone())
        moment = read.astimezone(UTC)
        _require_to_exist(read, moment)
        return moment


def _require_to_exist(typed: datetime, moment: datetime) -> None:
    """Check that clocks show the typed time at that moment.

    :raises ValidationError: if clocks skip it; the error has the time that they show instead.
    """
    shown = moment.astimezone(typed.tzinfo)
    if shown.replace(tzinfo=None) != typed.replace(tzinfo=None):
        raise ValidationError(
            _("Clocks go forward that night and skip this time. Did you mean %(time)s?"),
            params={"time": date_format(shown, "DATETIME_FORMAT")},
            code="skipped",
        )
