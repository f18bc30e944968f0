"""Forms for a season: its settings, its dates, and its divisions."""

from datetime import time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.forms import choice_field
from accounts.merged_form import MergedForm
from accounts.names import require_printable
from games.contests.pairing import tables
from games.leagues.joining.forms import clean_words
from games.leagues.models import League, Season
from games.leagues.models.season import DEADLINE
from games.leagues.moments import MomentField
from games.leagues.organiser.forms_entering import QuestionsField
from games.leagues.seasons import divisions, formats
from games.leagues.seasons import services as seasons
from games.matches.models import Match

#: The fields that can be changed after the start of a season.
ALWAYS = (
    "name",
    "registration_closes_at",
    "starts_at",
    "round_days",
    "deadline",
    "asks_attendance",
)
LONGEST_ROUND, MOST_ROUNDS, MOST_GAMES = 365, 60, 20


def _moment(label: Any, help_text: Any = "") -> MomentField:
    return MomentField(label=label, help_text=help_text, required=False)


def _number(label: Any, low: int, high: int, help_text: Any = "", **more: Any) -> Any:
    return forms.IntegerField(
        label=label, min_value=low, max_value=high, help_text=help_text, **more
    )


def even(league: League, games: int) -> int:
    """Return a valid number of games for the league's fixtures.

    :raises ValidationError: if it is odd in a league of duels, where sides swap.
    """
    if league.plays_duels and games % 2:
        raise ValidationError(_("An even number, so that sides swap."))
    return games


class SeasonForm(MergedForm, forms.Form):
    """A season: its name, format, numbers and dates."""

    name = forms.CharField(label=_("Name"), max_length=60)
    format = forms.ChoiceField(label=_("Format"), widget=forms.RadioSelect)
    rounds_planned = _number(
        pgettext_lazy("how many", "Rounds"),
        0,
        MOST_ROUNDS,
        _("0: as many as the format needs."),
        initial=0,
    )
    games_per_fixture = _number(_("Games per fixture"), 1, MOST_GAMES, initial=2)
    table_size = _number(_("Players per table, about"), 2, 10, initial=7)
    goes_on = _number(
        _("Advance from each table"), 1, 4, _("In a knock-out."), initial=3, required=False
    )
    has_third_place = forms.BooleanField(
        label=_("Match for third place"), help_text=_("In a knock-out."), required=False
    )
    level = forms.FloatField(
        label=_("Balance tables by strength"),
        help_text=_("For Swiss table nights: 0 only avoids repeat opponents; 0.5 is a lot."),
        min_value=0,
        max_value=2,
        initial=0.25,
        required=False,
    )
    pace = forms.ChoiceField(
        label=_("Pace"), choices=Match.Pace.choices, initial=Match.Pace.RELAXED
    )
    round_days = _number(_("Days per round"), 1, LONGEST_ROUND, initial=7)
    deadline = forms.TimeField(
        label=_("Rounds end at"),
        help_text=_("On the league's clock, %(zone)s."),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        initial=DEADLINE,
    )
    starts_at = _moment(_("The first round begins"))
    registration_closes_at = _moment(
        _("Registration closes"), _("Leave empty to close it with the start.")
    )
    capacity = _number(
        _("Player limit"), 2, 1000, _("More players go to a waiting list."), required=False
    )
    needs_approval = forms.BooleanField(
        label=_("Organisers accept each player"),
        help_text=_("Players request a place; your console lists the requests."),
        required=False,
    )
    questions = QuestionsField(
        label=_("Questions for entrants"),
        help_text=_(
            "One per line, three at most; only organisers read the answers. For multiple "
            "choice, end with a colon and the choices separated by commas."
        ),
    )
    late_until_round = _number(
        _("Late entry until round"), 0, MOST_ROUNDS,
        _("0: to the end, if an organiser allows it."), initial=0,
    )  # fmt: skip
    grace_minutes = _number(_("Forfeit after (minutes late)"), 1, 24 * 60, initial=15)
    asks_attendance = forms.BooleanField(
        label=_("Ask before each round who plays"),
        help_text=_("If not, everybody who doesn't decline is drawn."),
        required=False,
    )
    half_byes = _number(
        _("Half-point byes"), 0, 10, _("How many rounds a player may sit out for half a point."),
        initial=1, required=False,
    )  # fmt: skip
    allows_spectators = forms.BooleanField(
        label=_("Spectators allowed"), initial=True, required=False
    )
    is_rated = forms.BooleanField(
        label=_("The league rates its players"), initial=True, required=False
    )

    opens = forms.BooleanField(label=_("Open registration at once"), initial=True, required=False)

    def __init__(
        self, *args: Any, league: League, players: int, season: Season | None = None, **kwargs: Any
    ) -> None:
        """Take the expected number of `players`: the formats' lengths are shown for it."""
        super().__init__(*args, **kwargs)
        self.league, self.players = league, players
        clock = self.fields["deadline"]
        clock.help_text = clock.help_text % {"zone": league.timezone}
        formats = seasons.formats_of(league)
        choice_field(self, "format").choices = [(one.value, one.label) for one in formats]
        self.initial.setdefault("format", formats[0].value)
        self.initial.setdefault("games_per_fixture", 2 if league.plays_duels else 3)
        if not league.plays_duels:
            del self.fields["half_byes"], self.fields["has_third_place"]
        if league.plays_duels:
            del self.fields["table_size"], self.fields["level"], self.fields["goes_on"]
            self.fields["games_per_fixture"].help_text = _("Even, so that sides swap.")
        if season is not None:
            del self.fields["opens"]
        if season is not None and season.status not in divisions.STAGES:
            for name in set(self.fields) - set(ALWAYS):
                del self.fields[name]

    @classmethod
    def of(cls, season: Season, data: Any, players: int) -> "SeasonForm":
        """Return the form with the season's values, or with the submitted ones."""
        names = [name for name in cls.base_fields if name != "opens"]
        initial = {name: getattr(season, name) for name in names}
        form = cls(data, initial=initial, league=season.league, season=season, players=players)
        return form.sending_what_it_shows()

    def clean_name(self) -> str:
        """Return the name if it has visible characters."""
        return clean_words(self.cleaned_data["name"])

    def clean_games_per_fixture(self) -> int:
        """Return the number of games; duels need an even number, because sides swap.

        :raises ValidationError: if it is odd there.
        """
        return even(self.league, self.cleaned_data["games_per_fixture"])

    def clean_goes_on(self) -> int:
        """Return how many players go on; by default the stored number."""
        before = self.get_initial_for_field(self.fields["goes_on"], "goes_on")
        return int(self.cleaned_data["goes_on"] or before)

    def clean_level(self) -> float:
        """Return how much points count in seating tables; 0 by default."""
        return self.cleaned_data["level"] or 0.0

    def clean_half_byes(self) -> int:
        """Return the number of half-point byes; 0 by default."""
        return self.cleaned_data["half_byes"] or 0

    def clean_deadline(self) -> time:
        """Return the time of day at which rounds end; by default the usual one."""
        return self.cleaned_data["deadline"] or DEADLINE

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
        """Check the order of dates."""
        super().clean()
        cleaned = self.cleaned_data
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
        """Return the formats to choose from, if any, each with its description and its length."""
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

    def _some(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    @property
    def numbers(self) -> list[forms.BoundField]:
        """Return the fields on the amount of play."""
        names = ("rounds_planned", "games_per_fixture", "table_size", "goes_on", "level")
        return self._some(*names, "has_third_place")

    @property
    def dates(self) -> list[forms.BoundField]:
        """Return the fields on dates."""
        return self._some("registration_closes_at", "starts_at", "round_days", "deadline")

    @property
    def people(self) -> list[forms.BoundField]:
        """Return the fields on players."""
        return self._some("capacity", "late_until_round", "asks_attendance", "half_byes")

    @property
    def conditions(self) -> list[forms.BoundField]:
        """Return the fields on conditions for players."""
        return self._some("needs_approval", "questions")

    @property
    def manners(self) -> list[forms.BoundField]:
        """Return the fields on behaviour at the table."""
        return self._some("pace", "grace_minutes", "allows_spectators", "is_rated")


class AgainForm(forms.Form):
    """The name and the dates of a next season."""

    name = forms.CharField(label=_("Name"), max_length=60)
    registration_closes_at = _moment(
        _("Registration closes"), _("Leave empty to close it with the start.")
    )
    starts_at = _moment(_("The first round begins"))

    def clean_name(self) -> str:
        """Return the name if it has visible characters."""
        return clean_words(self.cleaned_data["name"])


def _usual_finalists(size: int, league: League) -> int:
    """Return how many of `size` players usually play finals; in duels half, without byes."""
    if not league.plays_duels:
        return max(2, min(8, size))
    return next(count for count in (8, 4, 2) if count == 2 or 2 * count <= size)


class FinalsForm(forms.Form):
    """The settings of a season's finals."""

    name = forms.CharField(label=_("Name"), max_length=60)
    best = _number(_("Top players per division"), 2, 64)
    games_per_fixture = _number(_("Games per fixture"), 1, MOST_GAMES)
    goes_on = _number(_("Advance from each table"), 1, 4, initial=3)
    has_third_place = forms.BooleanField(label=_("Match for third place"), required=False)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season = season
        self.initial.setdefault("games_per_fixture", season.games_per_fixture)
        sizes = [division.entries.count() for division in season.divisions.all()]
        self.initial.setdefault("best", _usual_finalists(min(sizes), season.league))
        if season.league.plays_duels:
            del self.fields["goes_on"]
        else:
            del self.fields["has_third_place"]

    def clean_games_per_fixture(self) -> int:
        """Return the number of games; duels need an even number, because sides swap.

        :raises ValidationError: if it is odd there.
        """
        return even(self.season.league, self.cleaned_data["games_per_fixture"])

    def clean_name(self) -> str:
        """Return the name if it has visible characters."""
        return clean_words(self.cleaned_data["name"])


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
        """Check that at least one is left.

        :raises ValidationError: if none is.
        """
        if not self.divisions_to_keep():
            raise ValidationError(_("A season has at least one division."))

    def divisions_to_keep(self) -> list[dict[str, Any]]:
        """Return the divisions to keep, as the service takes them."""
        names = ("name", "capacity", "promotes", "relegates")
        return [
            {name: form.cleaned_data.get(name) for name in names}
            for form in self.forms
            if form.is_valid()
            and form not in self.deleted_forms
            and (form.has_changed() or form in self.initial_forms)
        ]
