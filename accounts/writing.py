"""Writes lists, percentages and times in the reader's language."""

from collections.abc import Iterable
from datetime import UTC, datetime, tzinfo
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext

#: The format of times for programs (times.js), in Django's notation.
FORMS = {
    "datetime": "DATETIME_FORMAT", "date": "DATE_FORMAT", "day": "MONTH_DAY_FORMAT",
    "time": "TIME_FORMAT",
}  # fmt: skip


def form_of(name: str) -> str:
    """Return the named time format in Django's notation; a moment includes its weekday.

    In a browser "soon" is a moment, with "today" and "tomorrow" for the nearest days.
    """
    # Translators: see Django's date filter; the day's name, day, month and time.
    return pgettext("form of a date", "l, j F, H:i") if name in {"moment", "soon"} else FORMS[name]


def join_list(words: Iterable[object]) -> str:
    """Return `words` as a list, with the separators of the reader's language."""
    each = [str(word) for word in words]
    if len(each) < 2:
        return "".join(each)
    return pgettext("between the items of a list", ", ").join(each)


def percent(figure: float, places: int = 0) -> str:
    """Return `figure`, a percentage, with the percent sign."""
    return _percent(figure, places, get_language())


@lru_cache(maxsize=4096)
def _percent(figure: float, places: int, _language: str | None) -> str:
    # Translators: 50% or 50 %, with a space that doesn't break.
    form = pgettext("share of a hundred", "{figure}%")
    return form.format(figure=number_format(figure, places, use_l10n=True))


def with_zone(local: datetime, text: str) -> str:
    """Return `text`, with the zone's abbreviation in the night when clocks show a time twice."""
    is_repeated = local.replace(fold=1 - local.fold).utcoffset() != local.utcoffset()
    return f"{text} ({local.tzname()})" if is_repeated else text


def time_element(at: datetime | None, form: str = "datetime") -> SafeString | str:
    """Return a time that times.js shows in the reader's time zone; until then it is in UTC.

    A page with its own time zone says so, and its times are not converted.
    """
    if at is None:
        return ""
    return _element(at, form, get_language(), timezone.get_current_timezone())


@lru_cache(maxsize=4096)
def _element(at: datetime, form: str, _language: str | None, zone: tzinfo) -> SafeString:
    """Return the element for a time; formatting takes longer than most of a page's lines."""
    local = at.astimezone(zone)
    text = date_format(local, form_of(form))
    if form not in ("date", "day"):
        text = with_zone(local, text)
    stamp = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if timezone.get_current_timezone_name() != "UTC":
        return format_html('<time datetime="{}">{}</time>', stamp, text)
    utc = "" if form in ("date", "day") else " UTC"
    return format_html('<time datetime="{}" data-form="{}">{}{}</time>', stamp, form, text, utc)
