"""The forms of appointments."""

from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.forms import choice_field
from accounts.moments import MomentField, zone_of
from games.catalog import GAMES
from games.matches.models import Match

#: An appointment is for one evening, so never for a correspondence game.
PACES = [(pace, label) for pace, label in Match.Pace.choices if pace != Match.Pace.DAILY]
STEP = 300  # seconds between the times that a browser offers


def _require_to_come(at: datetime) -> None:
    if at <= timezone.now():
        raise ValidationError(_("This time has passed."))


def date_field(label: Any, **options: Any) -> MomentField:
    """Return a field for a future time."""
    return MomentField(label=label, step=STEP, validators=[_require_to_come], **options)


class ZonedForm(forms.Form):
    """A form with times in the browser's time zone."""

    def full_clean(self) -> None:
        """Clean the form in the browser's time zone, or in UTC if it is unknown."""
        with timezone.override(zone_of(self.data.get("zone", ""))):
            super().full_clean()


class MoveForm(ZonedForm):
    """Another date for an appointment."""

    at = date_field(_("Day and time"))


class AppointmentForm(MoveForm):
    """A new public appointment: its date, and the settings of its table."""

    seats = forms.TypedChoiceField(label=_("Maximum players per table"), coerce=int)
    pace = forms.ChoiceField(label=_("Pace"), choices=PACES, initial=Match.Pace.RELAXED)
    language = forms.ChoiceField(label=_("Language at the table"), choices=settings.LANGUAGES)
    fills_with_bots = forms.BooleanField(
        label=_("Bots take empty seats at the start"), required=False
    )
    is_rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)

    def __init__(self, *args: Any, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        self.rules = GAMES[game]
        choice_field(self, "seats").choices = [
            (number, ngettext("%(count)s player", "%(count)s players", number) % {"count": number})
            for number in reversed(self.rules.seats)
        ]
        if len(self.rules.seats) == 1:
            self.fields["seats"].widget = forms.HiddenInput()
            self.fields["seats"].initial = self.rules.seats.start

    def settings(self) -> dict[str, Any]:
        """Return the settings as keyword arguments for `appointments.make`."""
        values = {name: value for name, value in self.cleaned_data.items() if name != "at"}
        return {**values, "game": self.rules.key, "dates": [self.cleaned_data["at"]]}
