"""Forms for members' free hours, for fixtures' times, and for webhooks."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django import forms
from django.utils import dates, timezone
from django.utils.translation import gettext_lazy as _

from accounts.moments import MINUTES, MomentField
from accounts.texts import TextField
from games.leagues.membership import availability, time_zones
from games.leagues.models import Fixture, Member

REASON_LENGTH = 500


class AvailabilityForm(forms.Form):
    """A member's free hours, time zone, and e-mail preference."""

    zone = forms.ChoiceField(
        label=_("Your time zone"), choices=time_zones.choices, widget=time_zones.ZoneSelect
    )
    hours = forms.TypedMultipleChoiceField(
        label=_("Your availability"),
        coerce=int,
        choices=[(hour, hour) for hour in range(availability.WEEK)],
        required=False,
    )
    can_substitute = forms.BooleanField(
        label=_("I can play as a substitute"),
        help_text=_("Organisers looking for a substitute see whether you are free at that time."),
        required=False,
    )
    wants_mail = forms.BooleanField(
        label=_("E-mail me about my fixtures in this league"), required=False
    )

    chat_name = forms.CharField(
        label=_("Your name in the league's chat"),
        help_text=_("Shown next to your name on the cards that the league sends to Discord."),
        max_length=40,
        required=False,
    )

    @classmethod
    def of(cls, member: Member) -> "AvailabilityForm":
        """Return the form with the values of `member`."""
        return cls(
            initial={
                "zone": time_zones.current(member.timezone) or time_zones.UTC,
                "hours": member.hours,
                "can_substitute": member.can_substitute,
                "wants_mail": member.wants_mail,
                "chat_name": member.chat_name,
            }
        )

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each hour of the day, with a cell for each day of the week."""
        hours = {str(hour) for hour in self["hours"].value() or ()}
        for hour in range(24):
            cells = [_cell(24 * day + hour, hours) for day in range(7)]
            yield {"hour": f"{hour:02}:00", "until": f"{(hour + 1) % 24:02}:00", "cells": cells}

    def has_night(self) -> bool:
        """Return whether any hour before 08:00 is selected."""
        night = list(self.rows())[:8]
        return any(cell["is_given"] for row in night for cell in row["cells"])

    def days(self) -> list[tuple[str, str]]:
        """Return the names of the days, short and long, from Monday."""
        return [(str(dates.WEEKDAYS_ABBR[day]), str(dates.WEEKDAYS[day])) for day in range(7)]


def _cell(hour: int, hours: set[str]) -> dict[str, Any]:
    day = str(dates.WEEKDAYS[hour // 24])
    return {"value": hour, "label": f"{day} {hour % 24:02}:00", "is_given": str(hour) in hours}


class TimeForm(forms.Form):
    """A time for a fixture, in the reader's time zone."""

    starts_at = MomentField(label=_("Day and time"), step=300)

    def bound_to(self, fixture: Fixture) -> "TimeForm":
        """Limit the input to times within the fixture's round, and return the form."""
        round_ = fixture.round
        now = timezone.now()
        first = max(round_.opens_at, now) if round_.opens_at else now
        attrs = self.fields["starts_at"].widget.attrs
        attrs["min"] = _minutes(first)
        if fixture.deadline is not None:
            attrs["max"] = _minutes(fixture.deadline)
        return self


def _minutes(moment: datetime) -> str:
    return timezone.localtime(moment).strftime(MINUTES)


class SetTimeForm(TimeForm):
    """A time set by an organiser for a fixture or a whole round, with the reason."""

    reason = TextField(
        label=_("Reason"), max_length=REASON_LENGTH, required=False, widget=forms.TextInput
    )
    whole_round = forms.BooleanField(
        label=_("for every fixture of this round that has not begun"), required=False
    )


class WebhookForm(forms.Form):
    """The URL of a webhook."""

    url = forms.URLField(
        label=_("URL"),
        max_length=300,
        assume_scheme="https",
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )
