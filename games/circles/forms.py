"""The forms for a circle: its name, the usual settings of its table, and proposed dates."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.circles.models import NAME_LENGTH
from games.gathering.forms import ZonedForm, date_field
from games.leagues.joining.forms import name_field
from games.matches.models import Match
from games.matches.public import OpenForm


class NameForm(forms.Form):
    """The name of a circle made from the players of a match."""

    name = name_field(_("Name of the circle"), NAME_LENGTH)


class DatesForm(ZonedForm):
    """Up to three dates among which the members choose."""

    first = date_field(_("Day and time"))
    second = date_field(_("Or"), required=False)
    third = date_field(_("Or"), required=False)

    @property
    def dates(self) -> list[datetime]:
        """Return the dates that were filled in."""
        return [at for at in self.cleaned_data.values() if at is not None]


class CircleForm(OpenForm):
    """A circle's name, and the settings with which a button opens its table."""

    name = name_field(_("Name of the circle"), NAME_LENGTH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("entropy", "nonce", "visibility", "least_matches", "bots_after", "host_seat"):
            self.fields.pop(name, None)

    def table(self) -> dict[str, Any]:
        """Return the settings of the table, which is always unlisted and open to every member."""
        by_link = {"visibility": Match.Visibility.LINK, "least_matches": 0, "bots_after": 0}
        self.cleaned_data |= by_link
        return {name: value for name, value in super().table().items() if name != "host_seat"}


def initial_of(usual_table: dict[str, Any]) -> dict[str, Any]:
    """Return stored settings as the values of the form."""
    options = {f"option_{name}": value for name, value in usual_table["options"].items()}
    return {**usual_table, **options}
