"""What people type who found a league, join one, or have something to say about a result."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from games.leagues import hours
from games.leagues.models import League
from games.leagues.results import TEXT_LENGTH
from games.matches.forms import game_choices

NAME_LENGTH, ABOUT_LENGTH, RULES_LENGTH = 60, 2000, 10_000


def zone_choices() -> list[tuple[str, str]]:
    """Return the time zones by name."""
    return [(name, name.replace("_", " ")) for name in hours.zones()]


def language_choices() -> list[tuple[str, str]]:
    """Return the languages of the site, each in its own words."""
    return [
        (code, get_language_info(code)["name_local"].capitalize())
        for code, _name in settings.LANGUAGES
    ]


def clean_words(text: str) -> str:
    """Return `text` if there is something to read in it.

    :raises ValidationError: if it is made of signs that nobody sees.
    """
    if not any(sign.isprintable() and not sign.isspace() for sign in text):
        raise ValidationError(_("Type something that can be read."))
    return text


class GameForm(forms.Form):
    """The first step: which game, and under what name."""

    game = forms.ChoiceField(label=_("Game"), choices=game_choices, widget=forms.RadioSelect)
    name = forms.CharField(label=_("Name of the league"), max_length=NAME_LENGTH)
    about = forms.CharField(
        label=_("What it is about"),
        help_text=_("A sentence or two for who finds it."),
        max_length=ABOUT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def clean_name(self) -> str:
        """Return the name if it can be read."""
        return clean_words(self.cleaned_data["name"])


class PeopleForm(forms.Form):
    """The second step: who may join, and what language and clock they share."""

    access = forms.ChoiceField(
        label=_("Who may join"),
        choices=League.Access.choices,
        initial=League.Access.PUBLIC,
        widget=forms.RadioSelect,
    )
    is_listed = forms.BooleanField(
        label=_("List it among the leagues"),
        help_text=_("Unlisted leagues can be seen by link; by invitation only, by members alone."),
        initial=True,
        required=False,
    )
    language = forms.ChoiceField(label=_("Language at the tables"), choices=language_choices)
    timezone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Times are shown in it to visitors; members choose their own."),
        choices=zone_choices,
        initial="UTC",
    )


class RulesForm(forms.Form):
    """The third step: the league's own rules."""

    rules_text = forms.CharField(
        label=_("Rules of the league"),
        help_text=_("Manners, how late is too late, what happens then. You can change it later."),
        max_length=RULES_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 10}),
    )


class LeagueForm(GameForm, PeopleForm, RulesForm):
    """Everything a league says of itself, on one page; its game stays."""

    game = None
    field_order = ("name", "about", "access", "is_listed", "language", "timezone", "rules_text")

    @classmethod
    def of(cls, league: League, data: Any) -> "LeagueForm":
        """Return the form as the league stands, or as it was filled in."""
        return cls(data, initial={name: getattr(league, name) for name in cls.base_fields})


class JoinForm(forms.Form):
    """A league's code, as somebody heard or read it."""

    code = forms.CharField(
        label=_("The league's code"),
        max_length=16,
        widget=forms.TextInput(
            attrs={
                "class": "code-input",
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }
        ),
    )


class DisputeForm(forms.Form):
    """What is wrong with a result."""

    text = forms.CharField(
        label=_("What is wrong with it?"),
        help_text=_("Only the players of this fixture and the arbiters read it."),
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
