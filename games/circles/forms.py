"""The forms of a circle: its name, the usual settings of its table, and a press for the table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.circles.models import NAME_LENGTH
from games.leagues.joining.forms import name_field
from games.matches.models import ENTROPY_LENGTH, Match
from games.matches.public import OpenForm


class NameForm(forms.Form):
    """Keeping a group: only the circle's name."""

    name = name_field(_("Name of the circle"), NAME_LENGTH)


class CircleForm(OpenForm):
    """A circle: its name, and the settings with which one press opens its table."""

    name = name_field(_("Name of the circle"), NAME_LENGTH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("entropy", "nonce", "visibility", "least_matches", "host_seat"):
            self.fields.pop(name, None)

    @property
    def manners(self) -> list[forms.BoundField]:
        """Return the fields that offer a list of choices."""
        talk = ["talk_seconds"] if self.rules.seats.start > 2 else []
        return [self[name] for name in ("language", "pace", *talk)]

    def table(self) -> dict[str, Any]:
        """Return the settings of the table, which is always by link, and for every member."""
        self.cleaned_data |= {"visibility": Match.Visibility.LINK, "least_matches": 0}
        return {name: value for name, value in super().table().items() if name != "host_seat"}


class PressForm(forms.Form):
    """One press for the table: what the page and the browser add to chance."""

    nonce = forms.CharField(required=False, max_length=64)
    entropy = forms.CharField(required=False, max_length=ENTROPY_LENGTH)


def initial_of(usual_table: dict[str, Any]) -> dict[str, Any]:
    """Return stored settings as the values of the form."""
    options = {f"option_{name}": value for name, value in usual_table["options"].items()}
    return {**usual_table, **options}
