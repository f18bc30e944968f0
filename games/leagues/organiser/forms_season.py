"""Forms for a season: its settings, its dates, and its divisions."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import BaseValidator
from django.db import models
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.forms import choice_field
from accounts.merged_form import MergedForm
from accounts.moments import MomentField
from accounts.names import require_printable
from accounts.texts import TextField
from games.contests.pairing import tables
from games.leagues.joining.forms import name_field, require_words
from games.leagues.models import League, Season
from games.leagues.models.season import DEADLINE, FINALISTS, MOST_GAMES
from games.leagues.models.settings import SETTINGS
from games.leagues.seasons import divisions, formats
from games.leagues.seasons import services as seasons
from games.leagues.seasons.applying import ANSWER_LENGTH, MOST_QUESTIONS, QUESTION_LENGTH


def _moment(label: Any, help_text: Any = "") -> MomentField:
    return MomentField(label=label, help_text=help_text, required=False)


def _number(label: Any, low: int, high: int, help_text: Any = "", **more: Any) -> Any:
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, help_text=help_text, **more
    )


class QuestionsField(TextField):
    """Questions, one per line; a colon and a list after a question are its choices."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, widget=forms.Textarea(attrs={"rows": 3}), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return stored questions as text, in the format in which they are entered."""
        if not isinstance(value, list):
            return value
        return "\n".join(
            f"{one['text']}: {', '.join(one['choices'])}" if one["choices"] else one["text"]
            for one in value
        )

    def to_python(self, value: Any) -> Any:
        """Return the questions in the format in which a season stores them.

        :raises ValidationError: if they are too many, or too long.
        """
        if isinstance(value, list):
            return value
        typed = super().to_python(value).splitlines()
        lines = [line.strip() for line in typed if line.strip()]
        if len(lines) > MOST_QUESTIONS:
            raise ValidationError(_("Three questions at most."))
        return [_question(line) for line in lines]


def _question(line: str) -> dict[str, Any]:
    text, _colon, answers = line.rpartition(":")
    choices = list(dict.fromkeys(one.strip() for one in answers.split(",") if one.strip()))
    if not text.strip() or len(choices) < 2:
        text, choices = line, []
    if len(text) > QUESTION_LENGTH or any(len(one) > ANSWER_LENGTH for one in choices):
        raise ValidationError(_("This question is too long: %(line)s"), params={"line": line})
    require_words(text)
    return {"text": text.strip(), "choices": choices}


def _be_even(games: int) -> None:
    """Check that a duel's number of games is even, so that players swap sides.

    :raises ValidationError: if the number is odd.
    """
    if games % 2:
        raise ValidationError(_("An even number, so that sides swap."))


def _field_of(column: "models.Field[Any, Any]") -> Any:
    """Return the form field for a setting, with the column's label, limits and default."""
    if isinstance(column, models.DateTimeField):
        return column.formfield(form_class=MomentField)
    if isinstance(column, models.JSONField):
        shown = {"label": capfirst(column.verbose_name), "help_text": column.help_text}
        return QuestionsField(**shown)
    if isinstance(column, models.TimeField):
        clock = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
        return column.formfield(widget=clock)
    if column.name == "format":
        return column.formfield(widget=forms.RadioSelect)
    if column.name == "name":
        return name_field(capfirst(column.verbose_name))
    limits = [one for one in column.validators if isinstance(one, BaseValidator)]
    return column.formfield(**{one.code: one.limit_value for one in limits})


class SeasonForm(MergedForm, forms.ModelForm):  # type: ignore[type-arg]
    """A season's name, and its settings as declared in `SETTINGS`."""

    opens = forms.BooleanField(
        label=_("Open registration immediately"), initial=True, required=False
    )

    class Meta:
        model = Season
        fields = ("name", *(name for name, setting in SETTINGS.items() if setting.group))
        formfield_callback = _field_of

    def __init__(
        self, *args: Any, league: League, players: int, season: Season | None = None, **kwargs: Any
    ) -> None:
        """Store the expected number of `players`, for which the formats' lengths are shown."""
        super().__init__(*args, **kwargs)
        self.league, self.players = league, players
        formats = seasons.formats_of(league)
        choice_field(self, "format").choices = [(one.value, one.label) for one in formats]
        self.initial.setdefault("format", formats[0].value)
        self.initial.setdefault("games_per_fixture", 2 if league.plays_duels else 3)
        if league.plays_duels:
            self.fields["games_per_fixture"].help_text = _("Even, so that sides swap.")
            self.fields["games_per_fixture"].validators.append(_be_even)
        least = league.rules.seats.start
        finals = choice_field(self, "finalists")
        finals.required = False
        finals.choices = [one for one in FINALISTS if not one[0] or one[0] >= least]
        if season is not None:
            del self.fields["opens"]
        has_begun = season is not None and season.status not in divisions.STAGES
        for name, setting in SETTINGS.items():
            if setting.group and not setting.is_for(league, has_begun=has_begun):
                del self.fields[name]

    @classmethod
    def of(cls, season: Season, data: Any, players: int) -> "SeasonForm":
        """Return the form with the season's values, or with the submitted ones."""
        initial = {name: getattr(season, name) for name in cls.Meta.fields}
        form = cls(data, initial=initial, league=season.league, season=season, players=players)
        return form.sending_what_it_shows()

    def clean_table_size(self) -> int:
        """Return the size of tables.

        :raises ValidationError: if the game cannot be played at that size.
        """
        size, seats = self.cleaned_data["table_size"], self.league.rules.seats
        if size not in seats:
            text = _("This game is for %(least)d to %(most)d players.")
            raise ValidationError(text % {"least": seats.start, "most": seats.stop - 1})
        return int(size)

    def clean(self) -> dict[str, Any]:
        """Check the order of dates; remove finals after a knock-out."""
        super().clean()
        cleaned = self.cleaned_data
        for name in ("goes_on", "finalists"):  # a missing value means no change
            if name in cleaned and cleaned[name] in ("", None):
                cleaned[name] = self.get_initial_for_field(self.fields[name], name)
        for name, usual in (("half_byes", 0), ("deadline", DEADLINE)):
            if name in cleaned:
                cleaned[name] = cleaned[name] or usual
        if cleaned.get("format") == Season.Format.KNOCKOUT:
            cleaned["finalists"] = 0
        closes, starts = cleaned.get("registration_closes_at"), cleaned.get("starts_at")
        if closes and starts and closes > starts:
            self.add_error("registration_closes_at", _("Before the first round begins."))
        self._check_future()
        return cleaned

    def _check_future(self) -> None:
        """Refuse a new date in the past."""
        for name in ("registration_closes_at", "starts_at"):
            moment = self.cleaned_data.get(name)
            if moment and name in self.changed_data and moment < timezone.now():
                self.add_error(name, _("That time has passed."))

    @property
    def options(self) -> list[dict[str, Any]]:
        """Return the available formats, if any, each with a description and its length."""
        if "format" not in self.fields:
            return []
        size = tables.TARGET
        return [
            {
                "radio": radio,
                "about": formats.ABOUT[radio.data["value"]],
                "hint": formats.hint(self.league, radio.data["value"], self.players, size),
            }
            for radio in self["format"]
        ]

    @property
    def groups(self) -> dict[str, list[forms.BoundField]]:
        """Return the fields grouped by part of the form."""
        groups: dict[str, list[forms.BoundField]] = {}
        for name, setting in SETTINGS.items():
            if name in self.fields:
                groups.setdefault(setting.group, []).append(self[name])
        return groups


class AgainForm(forms.Form):
    """The name and the dates of a season that repeats an earlier one."""

    name = name_field(_("Name"))
    registration_closes_at = _moment(
        _("Registration closes"), _("Leave empty to close it when the season begins.")
    )
    starts_at = _moment(_("The first round begins"))


def _usual_finalists(size: int, league: League) -> int:
    """Return the default number of finalists of `size` players: in duels at most half, no byes."""
    if not league.plays_duels:
        return max(2, min(8, size))
    return next(count for count in (8, 4, 2) if count == 2 or 2 * count <= size)


class FinalsForm(forms.Form):
    """The settings of a season's finals."""

    name = name_field(_("Name"))
    best = _number(_("Top players per division"), 2, 64)
    games_per_fixture = _number(_("Games per fixture"), 1, MOST_GAMES)
    goes_on = _number(_("Advance from each table"), 1, 4)
    has_third_place = forms.BooleanField(label=_("Match for third place"), required=False)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.setdefault("games_per_fixture", season.games_per_fixture)
        sizes = [division.entries.count() for division in season.divisions.all()]
        usual = season.finalists or _usual_finalists(min(sizes), season.league)
        self.initial.setdefault("best", usual)
        self.initial.setdefault("goes_on", season.goes_on)
        if self.is_bound and "name" not in self.data:  # submitted by a button in the inbox
            self.data = self.initial
        if season.league.plays_duels:
            self.fields["games_per_fixture"].validators.append(_be_even)
            del self.fields["goes_on"]
        else:
            del self.fields["has_third_place"]


class DivisionForm(forms.Form):
    """One division."""

    name = forms.CharField(
        label=_("Name"), max_length=60, required=False, validators=[require_printable]
    )
    capacity = _number(_("Players"), 2, 1000, _("Leave empty to split evenly."), required=False)
    promotes = _number(_("Promoted"), 0, 100, initial=0)
    relegates = _number(_("Relegated"), 0, 100, initial=0)


_Divisions: Any = forms.formset_factory(
    DivisionForm, extra=1, can_delete=True, max_num=divisions.MOST, validate_max=True
)


class DivisionsForm(_Divisions):  # type: ignore[misc] # made by the factory
    """The divisions of a season, the best first."""

    def clean(self) -> None:
        """Check that at least one division is left.

        :raises ValidationError: if none is.
        """
        if not self.divisions_to_keep():
            raise ValidationError(_("A season has at least one division."))

    @property
    def changes(self) -> dict[str, Any]:
        """Return the arguments for `divisions.arrange`."""
        return {"divisions": self.divisions_to_keep()}

    def divisions_to_keep(self) -> list[dict[str, Any]]:
        """Return the divisions to keep, as dicts of fields for the service."""
        names = ("name", "capacity", "promotes", "relegates")
        return [
            {name: form.cleaned_data.get(name) for name in names}
            for form in self.forms
            if form.is_valid()
            and form not in self.deleted_forms
            and (form.has_changed() or form in self.initial_forms)
        ]
