"""What people type about their time: the hours they can, times they propose, addresses to tell."""

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from typing import Any

from django import forms
from django.utils import dates, timezone
from django.utils.translation import gettext_lazy as _

from games.leagues import hours
from games.leagues.models import Fixture, Member

#: As the browser's own field for a day and a time writes it.
MINUTES = "%Y-%m-%dT%H:%M"
REASON_LENGTH = 500


def _zones() -> list[Any]:
    """Return the time zones as a list to choose from, one group for each part of the world."""
    grouped = groupby(hours.zones()[1:], key=lambda name: name.split("/")[0])
    return [("UTC", "UTC")] + [
        (area, [(name, name.partition("/")[2].replace("_", " ")) for name in names])
        for area, names in grouped
    ]


class HoursForm(forms.Form):
    """When a member can, where their clock is, and what they are asked by mail."""

    zone = forms.ChoiceField(label=_("Your time zone"), choices=_zones)
    hours = forms.TypedMultipleChoiceField(
        label=_("Hours you can"),
        coerce=int,
        choices=[(hour, hour) for hour in range(hours.WEEK)],
        required=False,
    )
    can_substitute = forms.BooleanField(
        label=_("I stand in for others at tables where somebody cannot come"), required=False
    )
    wants_mail = forms.BooleanField(
        label=_("Write to me about my fixtures in this league"), required=False
    )

    @classmethod
    def of(cls, member: Member) -> "HoursForm":
        """Return the form as `member` last filled it in."""
        return cls(
            initial={
                "zone": member.timezone,
                "hours": member.hours,
                "can_substitute": member.can_substitute,
                "wants_mail": member.wants_mail,
            }
        )

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the week hour by hour, each with its seven days."""
        given = {str(hour) for hour in self["hours"].value() or ()}
        for hour in range(24):
            cells = [_cell(24 * day + hour, given) for day in range(7)]
            yield {"hour": f"{hour:02}:00", "until": f"{(hour + 1) % 24:02}:00", "cells": cells}

    def days(self) -> list[tuple[str, str]]:
        """Return the names of the days, short and long, from Monday."""
        return [(str(dates.WEEKDAYS_ABBR[day]), str(dates.WEEKDAYS[day])) for day in range(7)]


def _cell(hour: int, given: set[str]) -> dict[str, Any]:
    day = str(dates.WEEKDAYS[hour // 24])
    return {"value": hour, "label": f"{day} {hour % 24:02}:00", "is_given": str(hour) in given}


class TimeForm(forms.Form):
    """A time for a fixture, in the reader's zone."""

    starts_at = forms.DateTimeField(
        label=_("Day and time"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": 300}, format=MINUTES),
    )

    def bound_to(self, fixture: Fixture) -> "TimeForm":
        """Let the browser offer only times within the fixture's round, and return the form."""
        drawn = fixture.round
        now = timezone.now()
        first = max(drawn.opens_at, now) if drawn.opens_at else now
        attrs = self.fields["starts_at"].widget.attrs
        attrs["min"] = _minutes(first)
        if drawn.closes_at is not None:
            attrs["max"] = _minutes(drawn.closes_at)
        return self


def _minutes(moment: datetime) -> str:
    return timezone.localtime(moment).strftime(MINUTES)


class SetTimeForm(TimeForm):
    """The time that an organiser sets, for one fixture or a whole round, with the reason."""

    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH, required=False)
    whole_round = forms.BooleanField(
        label=_("for every fixture of this round that has not begun"), required=False
    )


class StandInForm(forms.Form):
    """Whom an organiser puts in somebody's place, with the reason."""

    member = forms.ModelChoiceField(label=_("Who plays instead"), queryset=Member.objects.none())
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)


class WebhookForm(forms.Form):
    """An address that is to be told what happens."""

    url = forms.URLField(
        label=_("Address"),
        max_length=300,
        assume_scheme="https",
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )
