"""What owners type of a season: how it is played, when, and its divisions."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.leagues import divisions, formats, seasons
from games.leagues.forms_membership import clean_words
from games.leagues.forms_run import MINUTES, NoteForm
from games.leagues.models import League, Season
from games.leagues.pairing import designs, tables
from games.matches.models import Match

#: What stays open once a season has begun.
ALWAYS = ("name", "registration_closes_at", "starts_at", "round_days")
LONGEST_ROUND, MOST_ROUNDS, MOST_GAMES = 365, 60, 20


def _moment(label: Any, help_text: Any = "") -> forms.DateTimeField:
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MINUTES)
    return forms.DateTimeField(label=label, help_text=help_text, required=False, widget=widget)


def _number(label: Any, low: int, high: int, help_text: Any = "", **more: Any) -> Any:
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, help_text=help_text, **more
    )


class SeasonForm(forms.Form):
    """A season: its name, format, numbers and dates."""

    name = forms.CharField(label=_("Name"), max_length=60)
    format = forms.ChoiceField(label=_("Format"), widget=forms.RadioSelect)
    rounds_planned = _number(
        _("Rounds"), 0, MOST_ROUNDS, _("0: as many as the format needs."), initial=0
    )
    games_per_fixture = _number(_("Games a fixture"), 1, MOST_GAMES, initial=2)
    table_size = _number(_("Players a table, about"), 2, 10, initial=7)
    level = forms.FloatField(
        label=_("How level tables are"),
        help_text=_("For Swiss table nights: 0 only keeps people from meeting again; 0.5 is much."),
        min_value=0,
        max_value=2,
        initial=0.25,
        required=False,
    )
    pace = forms.ChoiceField(
        label=_("Pace"), choices=Match.Pace.choices, initial=Match.Pace.RELAXED
    )
    round_days = _number(_("Days a round"), 1, LONGEST_ROUND, initial=7)
    starts_at = _moment(_("The first round begins"))
    registration_closes_at = _moment(_("Registration closes"), _("Empty: when you begin."))
    capacity = _number(
        _("At most so many players"), 2, 1000, _("Others wait in line."), required=False
    )
    late_until_round = _number(
        _("People may still join until round"), 0, MOST_ROUNDS,
        _("0: to the end, if an organiser lets them."), initial=0,
    )  # fmt: skip
    grace_minutes = _number(_("Minutes until who is missing forfeits"), 1, 24 * 60, initial=15)
    allows_spectators = forms.BooleanField(
        label=_("Spectators may watch"), initial=True, required=False
    )
    is_rated = forms.BooleanField(
        label=_("The league rates its players"), initial=True, required=False
    )

    def __init__(
        self, *args: Any, league: League, players: int, season: Season | None = None, **kwargs: Any
    ) -> None:
        """Take how many `players` are to be expected: what formats come to is said for them."""
        super().__init__(*args, **kwargs)
        self.league, self.players = league, players
        offered = seasons.formats_of(league)
        self.fields["format"].choices = [(one.value, one.label) for one in offered]
        self.initial.setdefault("format", offered[0].value)
        self.initial.setdefault("games_per_fixture", 2 if league.plays_duels else 3)
        if league.plays_duels:
            del self.fields["table_size"], self.fields["level"]
            self.fields["games_per_fixture"].help_text = _("Even, so that sides swap.")
        if season is not None and season.status not in divisions.STAGES:
            for name in set(self.fields) - set(ALWAYS):
                self.fields[name].disabled = True

    @classmethod
    def of(cls, season: Season, data: Any, players: int) -> "SeasonForm":
        """Return the form as the season stands, or as it was filled in."""
        initial = {name: getattr(season, name) for name in cls.base_fields}
        return cls(data, initial=initial, league=season.league, season=season, players=players)

    def clean_name(self) -> str:
        """Return the name if it can be read."""
        return clean_words(self.cleaned_data["name"])

    def clean_games_per_fixture(self) -> int:
        """Return the number of games; between two, sides swap: it is even.

        :raises ValidationError: if it is odd there.
        """
        games = self.cleaned_data["games_per_fixture"]
        if self.league.plays_duels and games % 2:
            raise ValidationError(_("An even number, so that sides swap."))
        return games

    def clean_level(self) -> float:
        """Return how level tables are; 0 if nothing was typed."""
        return self.cleaned_data["level"] or 0.0

    def clean_table_size(self) -> int:
        """Return the size of tables.

        :raises ValidationError: if the game is not for so many.
        """
        size, seats = self.cleaned_data["table_size"], self.league.rules.seats
        if size not in seats:
            text = _("This game is for %(least)d to %(most)d players.")
            raise ValidationError(text % {"least": seats.start, "most": seats.stop - 1})
        return size

    def clean(self) -> dict[str, Any]:
        """Check what hangs together: designs and their sizes, dates and their order."""
        cleaned = super().clean()
        size = cleaned.get("table_size")
        if cleaned.get("format") == Season.Format.DESIGN and size is not None:
            sizes = sorted({known for _count, known in designs.DESIGNS})
            if size not in sizes:
                self.add_error("table_size", _("No balanced tables have this size."))
        closes, starts = cleaned.get("registration_closes_at"), cleaned.get("starts_at")
        if closes and starts and closes > starts:
            self.add_error("registration_closes_at", _("Before the first round begins."))
        self._check_future()
        return cleaned

    def _check_future(self) -> None:
        """Refuse a date behind us that was not there before."""
        for name in ("registration_closes_at", "starts_at"):
            moment = self.cleaned_data.get(name)
            if moment and name in self.changed_data and moment < timezone.now():
                self.add_error(name, _("This lies behind us."))

    @property
    def options(self) -> list[dict[str, Any]]:
        """Return the formats to choose from, each with what it is and what it comes to."""
        size = tables.TARGET
        return [
            {
                "radio": radio,
                "about": formats.ABOUT[radio.data["value"]],
                "hint": formats.hint(self.league, radio.data["value"], self.players, size),
            }
            for radio in self["format"]
        ]

    def _some(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    @property
    def numbers(self) -> list[forms.BoundField]:
        """Return the fields about how much is played."""
        return self._some("rounds_planned", "games_per_fixture", "table_size", "level")

    @property
    def dates(self) -> list[forms.BoundField]:
        """Return the fields about when."""
        return self._some("registration_closes_at", "starts_at", "round_days")

    @property
    def people(self) -> list[forms.BoundField]:
        """Return the fields about who plays."""
        return self._some("capacity", "late_until_round")

    @property
    def manners(self) -> list[forms.BoundField]:
        """Return the fields about what holds at the table."""
        return self._some("pace", "grace_minutes", "allows_spectators", "is_rated")


class DivisionForm(forms.Form):
    """One division."""

    name = forms.CharField(label=_("Name"), max_length=60, required=False)
    capacity = _number(_("Players"), 2, 1000, _("Empty: an even share."), required=False)
    promotes = _number(_("Go up"), 0, 100, initial=0)
    relegates = _number(_("Go down"), 0, 100, initial=0)


class DivisionsForm(
    forms.formset_factory(
        DivisionForm, extra=1, can_delete=True, max_num=divisions.MOST, validate_max=True
    )
):
    """The divisions of a season, the best first."""

    def clean(self) -> None:
        """Check that one is left.

        :raises ValidationError: if none is.
        """
        if not self.wanted():
            raise ValidationError(_("A season has at least one division."))

    def wanted(self) -> list[dict[str, Any]]:
        """Return the divisions that are to be there, as the service takes them."""
        names = ("name", "capacity", "promotes", "relegates")
        return [
            {name: form.cleaned_data.get(name) for name in names}
            for form in self.forms
            if form.is_valid()
            and form not in self.deleted_forms
            and (form.has_changed() or form in self.initial_forms)
        ]


class CloseForm(NoteForm):
    """Closing a season; somebody may want to say something."""
