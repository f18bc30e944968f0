"""The forms of appointments."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts import blocks
from accounts.forms import choice_field
from accounts.models import User
from accounts.moments import MomentField
from games.catalog import GAMES
from games.matches.models import Match, Player

#: From how many of the newest matches the host may ask people, and how many are listed.
MATCHES, LISTED = 20, 24
#: An appointment is for one evening.
PACES = [(pace, label) for pace, label in Match.Pace.choices if pace != Match.Pace.DAILY]
STEP = 300  # seconds between two times that a browser offers


def zone_of(name: str) -> ZoneInfo:
    """Return the time zone called `name`; UTC if it is unknown."""
    return ZoneInfo(name if name in available_timezones() else "UTC")


class MoveForm(forms.Form):
    """Another date for an appointment, in the host's time zone."""

    at = MomentField(label=_("Day and time"), step=STEP)


class DatesForm(forms.Form):
    """Up to three dates for an appointment, in the host's time zone."""

    first = MomentField(label=_("Day and time"), step=STEP)
    second = MomentField(label=_("Or"), step=STEP, required=False)
    third = MomentField(label=_("Or"), step=STEP, required=False)

    def clean(self) -> dict[str, Any]:
        """Check that no date is past."""
        super().clean()
        for name in ("first", "second", "third"):
            at = self.cleaned_data.get(name)
            if at is not None and at <= timezone.now():
                self.add_error(name, gettext("This time is past."))
        return self.cleaned_data

    @property
    def dates(self) -> list[datetime]:
        """Return the dates that were given."""
        given = (self.cleaned_data.get(name) for name in ("first", "second", "third"))
        return [at for at in given if at is not None]

    @property
    def date_fields(self) -> list[forms.BoundField]:
        """Return the fields for the dates."""
        return [self["first"], self["second"], self["third"]]


class AppointmentForm(DatesForm):
    """A new appointment: the game, the table, up to three dates, and who is asked."""

    is_public = forms.TypedChoiceField(
        label=_("Visibility"),
        choices=[("yes", _("Public: everybody can come")), ("no", _("Only for people I ask"))],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        initial="yes",
    )
    seats = forms.TypedChoiceField(label=_("Players at a table, at most"), coerce=int)
    pace = forms.ChoiceField(label=_("Pace"), choices=PACES, initial=Match.Pace.RELAXED)
    language = forms.ChoiceField(label=_("Language at the table"), choices=settings.LANGUAGES)
    fills_with_bots = forms.BooleanField(
        label=_("Bots take empty seats at the start"), required=False
    )
    is_rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)
    asked = forms.MultipleChoiceField(
        label=_("Who is asked"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, host: User | None, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.rules = GAMES[game]
        self.people = known_to(host)
        choice_field(self, "asked").choices = [
            (str(one.public_id), one.name) for one in self.people
        ]
        choice_field(self, "seats").choices = [
            (number, ngettext("%(count)s player", "%(count)s players", number) % {"count": number})
            for number in reversed(self.rules.seats)
        ]
        if self.rules.seats.stop - self.rules.seats.start == 1:
            self.fields["seats"].widget = forms.HiddenInput()
            self.fields["seats"].initial = self.rules.seats.start

    def clean(self) -> dict[str, Any]:
        """Check that a public appointment has one date, and a private one asks somebody."""
        data = super().clean()
        if data.get("is_public") and len(self.dates) > 1:
            self.add_error("second", gettext("A public appointment has one date."))
        if not (data.get("is_public") or data.get("asked")):
            self.add_error("asked", gettext("Ask somebody, or make it public."))
        return data

    def settings(self) -> dict[str, Any]:
        """Return the settings of the appointment in the form that `appointments.make` takes."""
        names = ("seats", "pace", "language", "fills_with_bots", "is_rated", "is_public")
        chosen = set(self.cleaned_data["asked"])
        asked = [one for one in self.people if str(one.public_id) in chosen]
        values = {name: self.cleaned_data[name] for name in names}
        asked = [] if values["is_public"] else asked
        return {**values, "game": self.rules.key, "asked": asked}


def known_to(host: User | None) -> list[User]:
    """Return the people of the last matches of `host`, without those whom the host has blocked.

    People who have blocked the host are included: their absence would reveal the block.
    """
    if host is None:
        return []
    newest = Player.objects.filter(user=host).order_by("-match").values_list("match", flat=True)
    players = Player.objects.filter(match__in=list(newest[:MATCHES]), user__is_active=True)
    people = User.objects.filter(pk__in=players.exclude(user=host).values("user"))
    blocked = blocks.blocked_by(host)
    return list(people.exclude(pk__in=blocked.values("pk")).order_by("display_name", "pk")[:LISTED])
