"""Arbiters' forms for fixtures: forfeits, substitutes, results, decisions."""

from collections.abc import Callable, Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.forms import choice_field, label_rows, model_choice_field
from accounts.moments import MomentField
from accounts.texts import TextField
from accounts.writing import join_list
from games.history.replay.rendering import word
from games.leagues import errors
from games.leagues.audit.recorder import REASON_LENGTH
from games.leagues.fixtures import disputes, opening
from games.leagues.models import (
    Chair,
    Fixture,
    FixtureMatch,
    Member,
)
from games.leagues.organiser.forms import ReasonForm
from games.leagues.public.standings_table import name_of
from games.leagues.scheduling import substitutes


class ForfeitForm(ReasonForm):
    """The players who forfeit a fixture."""

    entries = forms.TypedMultipleChoiceField(
        label=_("Forfeiting players"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("entries", "reason")

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chairs = fixture.chairs.select_related("entry")
        choice_field(self, "entries").choices = [(c.entry_id, name_of(c.entry)) for c in chairs]


class ReopenForm(ReasonForm):
    """Whether all of a fixture is replayed, and its new deadline."""

    replay = forms.BooleanField(
        label=_("Also play finished games again"), initial=True, required=False
    )
    ends_at = MomentField(
        label=_("Deadline"),
        help_text=_("Leave empty for the round's deadline, or three days if that has passed."),
        required=False,
    )
    field_order = ("replay", "ends_at", "reason")

    def __init__(self, *args: Any, was_played: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not was_played:
            del self.fields["replay"]


class SubstituteForm(ReasonForm):
    """A substitute for a fixture: members who have offered and are free come first."""

    chair = forms.ModelChoiceField(
        label=_("Absent player"), queryset=Chair.objects.none(), empty_label=None
    )
    member = forms.ModelChoiceField(
        label=_("Substitute"), queryset=Member.objects.none(), required=False
    )
    field_order = ("chair", "member", "reason")

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        model_choice_field(self, "chair").queryset = fixture.chairs.select_related(
            "entry__season__league", "fixture"
        )
        label_rows(model_choice_field(self, "chair"), lambda chair: name_of(chair.entry))
        people = substitutes.candidates(fixture)
        field = model_choice_field(self, "member")
        field.queryset = Member.objects.filter(
            pk__in=[one.member.pk for one in people]
        ).select_related("user")
        field.choices = list(_groups(people))
        cannot = [one.member.user.name for one in people if one.must_not]
        if cannot:
            text = _(
                "Not offered, because they are playing at that time or were excluded: %(names)s."
            )
            field.help_text = text % {"names": join_list(cannot)}


def _groups(candidates: list[substitutes.Candidate]) -> Iterator[tuple[Any, Any]]:
    """Yield the choices for a substitute: none, then groups of members."""
    yield "", _("No substitute: the player is coming after all")
    groups: tuple[tuple[Any, Callable[[substitutes.Candidate], bool]], ...] = (
        (_("Offered to play, free at that time"), lambda one: one.is_free),
        (_("Offered to play"), lambda one: one.has_offered and not one.is_free),
        (_("Other members"), lambda one: not one.has_offered and not one.must_not),
    )
    for title, belongs in groups:
        people = [(one.member.pk, one.member.user.name) for one in candidates if belongs(one)]
        if people:
            yield title, people


def won_by(game: FixtureMatch, league: Any) -> list[tuple[str, str]]:
    """Return the possible winners of a game: each side, with the names of its players."""
    sides: dict[str, list[str]] = {side: [] for side in league.rules.sides.names}
    chairs = {chair.entry_id: chair for chair in game.fixture.chairs.select_related("entry")}
    for one in game.placings or ():
        if one["entry"] in chairs and one["side"] in sides:
            sides[one["side"]].append(name_of(chairs[one["entry"]].entry))
    words = {side: word(league.rules, side, "side/") for side in sides}
    text = _("%(names)s (%(side)s)")
    return [
        (side, text % {"names": join_list(names), "side": words[side]} if names else words[side])
        for side, names in sides.items()
    ]


class CorrectForm(ReasonForm):
    """The winner of a game."""

    winner = forms.ChoiceField(label=_("Who won"), widget=forms.RadioSelect, required=False)
    field_order = ("winner", "reason")

    def __init__(self, *args: Any, game: FixtureMatch, league: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [*won_by(game, league), ("", pgettext_lazy("result", "a draw"))]
        choice_field(self, "winner").choices = choices


STANDS, GAMES, AGAIN, ALL = "stands", "games", "again", "all"


class DecideForm(forms.Form):
    """The decision on a disputed result: to uphold the current result, or one of the others."""

    decision = TextField(
        label=_("Why"),
        help_text=_("Shown to the players, and to everybody in the audit log."),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fixture, league = fixture, fixture.round.division.season.league
        self.chairs = list(fixture.chairs.select_related("entry").order_by("seat"))
        games = fixture.games.exclude(placings__isnull=True).order_by("ordinal")
        # Replayed games stay excluded; games that were merely annulled may count again.
        is_short = games.filter(is_counted=True).count() < opening.games_due(fixture)
        self.games = [game for game in games if game.is_counted or is_short]
        self.are_games_aside = bool(self.games) and not fixture.goes_by_games
        for game in self.games:
            game.fixture = fixture
            self.fields[f"game-{game.pk}"] = self._game(game, league)
        if league.plays_duels:
            self.fields["whole"] = self._whole()
        self.order_fields([*(name for name in self.fields if name != "decision"), "decision"])

    def _game(self, game: FixtureMatch, league: Any) -> forms.ChoiceField:
        sides = dict(won_by(game, league))
        winners = {sides[one.side] for one in game.result if one.won and one.side in sides}
        result = join_list(sorted(winners)) or pgettext("result", "a draw")
        stands = (STANDS, gettext("Result upheld: %(result)s") % {"result": result})
        void = (disputes.VOID if game.is_counted else STANDS, _("It does not count"))
        results = [*sides.items(), (disputes.DRAW, pgettext("result", "a draw"))]
        field = forms.ChoiceField(
            label=_("Game %(number)d") % {"number": game.ordinal},
            choices=[stands, *results, void] if game.is_counted else [void, *results],
            initial=STANDS,
            widget=forms.RadioSelect,
        )
        if game.is_counted:  # list it once; old pages may submit it twice
            others = [one for one in results if one[1] not in (winners or {result})]
            field.widget.choices = [stands, *others, void]
        return field

    def _whole(self) -> forms.ChoiceField:
        wins = _("%(name)s wins, the other forfeits")
        awards = [(str(one.entry_id), wins % {"name": name_of(one.entry)}) for one in self.chairs]
        by_games = _("According to its games")
        stands = [(STANDS, by_games if self.games else _("Result upheld"))]
        if self.are_games_aside:
            stands = [(STANDS, _("Forfeit upheld")), (GAMES, by_games)]
        return forms.ChoiceField(
            label=_("The fixture"),
            choices=[*stands, *awards, (ALL, _("Both forfeit")), (AGAIN, _("To be played again"))],
            initial=STANDS,
            widget=forms.RadioSelect,
        )

    def clean(self) -> dict[str, Any]:
        """Return the ruling and its reason."""
        super().clean()
        cleaned = self.cleaned_data
        whole = cleaned.get("whole", STANDS)
        games = {game.pk: cleaned.get(f"game-{game.pk}", STANDS) for game in self.games}
        changes = {key: choice for key, choice in games.items() if choice != STANDS}
        if whole == STANDS and changes and self.are_games_aside:
            self.add_error("whole", str(errors.NotCounted()))
        if whole in (STANDS, GAMES):
            ruling = disputes.Ruling(games=changes, by_games=whole == GAMES)
        elif whole == AGAIN:
            ruling = disputes.Ruling(replay=True)
        else:
            absent = {one.entry_id for one in self.chairs if str(one.entry_id) != whole}
            ruling = disputes.Ruling(forfeits=frozenset(absent))
        return {"ruling": ruling, "decision": cleaned.get("decision", "")}
