"""Forms for creating, editing and joining a league, and for disputing a result."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import get_language_info
from django.utils.translation import gettext_lazy as _

from accounts.merged_form import MergedForm
from accounts.names import require_printable
from accounts.texts import TextField
from games.leagues.fixtures.disputes import TEXT_LENGTH
from games.leagues.membership import time_zones
from games.leagues.models import League, Season
from games.leagues.seasons.applying import ANSWER_LENGTH
from games.matches.public import game_choices

NAME_LENGTH, ABOUT_LENGTH, RULES_LENGTH = 60, 2000, 10_000


def language_choices() -> list[tuple[str, str]]:
    """Return the languages of the site, each by its native name."""
    return [
        (code, get_language_info(code)["name_local"].capitalize())
        for code, _name in settings.LANGUAGES
    ]


def require_words(text: str) -> None:
    """Check that a name or line has only printable characters, and not just spaces.

    :raises ValidationError: if not.
    """
    require_printable(text)
    if not any(sign.isprintable() and not sign.isspace() for sign in text):
        raise ValidationError(_("Enter some readable text."))


def name_field(label: Any, most: int = NAME_LENGTH) -> forms.CharField:
    """Return a field for a name or a title."""
    return forms.CharField(label=label, max_length=most, validators=[require_words])


class LeagueForm(MergedForm, forms.Form):
    """The description of a league; its game is chosen once."""

    game = forms.ChoiceField(label=_("Game"), choices=game_choices, widget=forms.RadioSelect)
    name = name_field(_("Name of the league"))
    about = TextField(
        label=_("Description"),
        help_text=_("One or two sentences that describe it."),
        max_length=ABOUT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    access = forms.ChoiceField(
        label=_("Who can join"),
        choices=League.Access.choices,
        initial=League.Access.PUBLIC,
        widget=forms.RadioSelect,
    )
    is_listed = forms.BooleanField(
        label=_("Show it in the list of leagues"),
        help_text=_(
            "Unlisted leagues are visible to anybody with the link; invitation-only leagues, "
            "only to members."
        ),
        initial=True,
        required=False,
    )
    language = forms.ChoiceField(label=_("Language at the tables"), choices=language_choices)
    timezone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Visitors see times in this zone; members choose their own."),
        choices=time_zones.choices,
        widget=time_zones.ZoneSelect,
        initial=time_zones.UTC,
    )
    rules_text = TextField(
        label=_("Rules of the league"),
        help_text=_(
            "Conduct, how late is too late, and what happens then. You can change this later."
        ),
        max_length=RULES_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 10}),
    )

    @classmethod
    def of(cls, league: League, data: Any) -> "LeagueForm":
        """Return the form with the league's values, or with the submitted ones."""
        form = cls(data, initial={name: getattr(league, name) for name in cls.base_fields})
        del form.fields["game"]
        return form.sending_what_it_shows()


class JoinForm(forms.Form):
    """A league's code, typed as heard or read."""

    code = forms.CharField(
        label=_("The league's code"),
        max_length=200,
        widget=forms.TextInput(
            attrs={
                "class": "code-input",
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
            }
        ),
    )


class AnswersForm(forms.Form):
    """Answers to a season's questions."""

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.count = len(season.questions)
        for number, one in enumerate(season.questions):
            self.fields[f"answer-{number}"] = (
                forms.ChoiceField(
                    choices=[(choice, choice) for choice in one["choices"]],
                    label=one["text"], widget=forms.RadioSelect,
                )
                if one["choices"]
                else TextField(
                    max_length=ANSWER_LENGTH, label=one["text"],
                    widget=forms.Textarea(attrs={"rows": 2}),
                )
            )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Return the answers in the order of the questions."""
        cleaned = super().clean() or {}
        answers = [cleaned.get(f"answer-{number}", "") for number in range(self.count)]
        return {"answers": answers}


class DisputeForm(forms.Form):
    """A dispute of a result."""

    text = TextField(
        label=_("What is wrong with it?"),
        help_text=_("Only the players of this fixture and the arbiters can read this."),
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 6}),
    )
