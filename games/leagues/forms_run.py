"""What organisers type: reasons, roles, invitations, decisions about people and results."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.history.drawing import word
from games.leagues import membership
from games.leagues.ledger import REASON_LENGTH
from games.leagues.models import Chair, Division, Entry, Fixture, Member, Sanction, Season
from games.leagues.watching import name_of

#: As the browser's own field for a day and a time writes it.
MINUTES = "%Y-%m-%dT%H:%M"
PUBLIC_REASON = _("Everybody can read it in the audit.")


def reason_field(*, required: bool = True) -> forms.CharField:
    """Return a field for why something is done."""
    return forms.CharField(
        label=_("Reason") if required else _("Reason, if there is one to tell"),
        help_text=PUBLIC_REASON,
        max_length=REASON_LENGTH,
        required=required,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class ReasonForm(forms.Form):
    """Why something is done."""

    reason = reason_field()


class NoteForm(forms.Form):
    """Why something is done, where nobody has to say."""

    reason = reason_field(required=False)


class RoleForm(NoteForm):
    """What a member may do in the league."""

    role = forms.ChoiceField(label=_("Role"), choices=Member.Role.choices)
    field_order = ("role", "reason")


class InviteForm(forms.Form):
    """Whom an invitation lets in, how many, and how long."""

    role = forms.ChoiceField(
        label=_("As"), choices=list(reversed(Member.Role.choices)), initial=Member.Role.MEMBER
    )
    uses = forms.IntegerField(
        label=_("For how many people"), min_value=1, max_value=1000, initial=10
    )
    days = forms.IntegerField(
        label=_("Valid for how many days"), min_value=1, max_value=membership.LONGEST, initial=14
    )
    note = forms.CharField(
        label=_("What it is for"),
        help_text=_("Stands in the audit: never a secret."),
        max_length=80,
        required=False,
    )


class PublishForm(forms.Form):
    """When a round opens."""

    opens_at = forms.DateTimeField(
        label=_("The round opens"),
        help_text=_("Empty: now."),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MINUTES),
    )


class PublishAllForm(PublishForm):
    """When the first of several rounds opens, and whether the others wait for it."""

    one_by_one = forms.BooleanField(
        label=_("Each round opens when the one before closes"), initial=True, required=False
    )


class SwapForm(forms.Form):
    """Two players of a round that change places."""

    one = forms.ModelChoiceField(label=_("This player"), queryset=Chair.objects.none())
    other = forms.ModelChoiceField(label=_("changes places with"), queryset=Chair.objects.none())
    reason = reason_field(required=False)

    def __init__(self, *args: Any, chairs: Any, needs_reason: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            self.fields[name].queryset = chairs
            self.fields[name].label_from_instance = _seated
        if needs_reason:
            self.fields["reason"] = reason_field()

    def clean(self) -> dict[str, Any]:
        """Check that these are two."""
        cleaned = super().clean()
        if cleaned.get("one") and cleaned.get("one") == cleaned.get("other"):
            self.add_error("other", _("Choose two different players."))
        return cleaned


def _seated(chair: Chair) -> str:
    text = _("%(name)s (table %(table)d, seat %(seat)d)")
    return text % {
        "name": name_of(chair.entry),
        "table": chair.fixture.number,
        "seat": chair.seat + 1,
    }


class ForfeitForm(ReasonForm):
    """Who forfeits a fixture."""

    entries = forms.TypedMultipleChoiceField(
        label=_("Who forfeits"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("entries", "reason")

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chairs = fixture.chairs.select_related("entry")
        self.fields["entries"].choices = [(c.entry_id, name_of(c.entry)) for c in chairs]


class SubstituteForm(ReasonForm):
    """Who plays a fixture in whose place."""

    chair = forms.ModelChoiceField(
        label=_("Who is absent"), queryset=Chair.objects.none(), empty_label=None
    )
    member = forms.ModelChoiceField(
        label=_("Who plays instead"),
        queryset=Member.objects.none(),
        required=False,
        empty_label=_("Nobody: the player comes after all"),
    )
    field_order = ("chair", "member", "reason")

    def __init__(self, *args: Any, fixture: Fixture, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        league = fixture.round.division.season.league
        self.fields["chair"].queryset = fixture.chairs.select_related(
            "entry__season__league", "fixture"
        )
        self.fields["chair"].label_from_instance = lambda chair: name_of(chair.entry)
        self.fields["member"].queryset = people_of(league)
        self.fields["member"].label_from_instance = called


def people_of(league: Any) -> Any:
    """Return the active members of a league, by name."""
    known = league.members.filter(status=Member.Status.ACTIVE, user__is_active=True)
    return known.select_related("user").order_by("user__display_name", "pk")


def called(member: Member) -> str:
    """Return what a member is called."""
    return str(member.user.name)


class CorrectForm(ReasonForm):
    """Which side won a game."""

    winner = forms.ChoiceField(label=_("Who won"), widget=forms.RadioSelect, required=False)
    field_order = ("winner", "reason")

    def __init__(self, *args: Any, league: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sides = [(side, word(league.rules, side, "side/")) for side in league.rules.sides]
        self.fields["winner"].choices = [*sides, ("", pgettext_lazy("result", "a draw"))]


class DecideForm(forms.Form):
    """What becomes of a dispute."""

    upheld = forms.TypedChoiceField(
        label=_("Decision"),
        choices=[
            ("yes", _("The player is right")),
            ("no", _("The result stands")),
        ],
        coerce=lambda typed: typed == "yes",
        widget=forms.RadioSelect,
    )
    decision = forms.CharField(
        label=_("Why"),
        help_text=_("The players read it, and everybody in the audit."),
        max_length=REASON_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class SanctionForm(ReasonForm):
    """A warning, or points taken."""

    kind = forms.ChoiceField(
        label=_("Sanction"), choices=Sanction.Kind.choices, widget=forms.RadioSelect
    )
    points = forms.FloatField(
        label=_("Points taken"),
        min_value=0,
        max_value=1000,
        required=False,
        initial=1,
        help_text=_("Only where points are taken."),
    )
    field_order = ("kind", "points", "reason")

    def clean(self) -> dict[str, Any]:
        """Check that points are named where they are taken; a warning takes none."""
        cleaned = super().clean()
        takes = cleaned.get("kind") == Sanction.Kind.POINTS
        if takes and not cleaned.get("points") and "points" not in self.errors:
            self.add_error("points", _("Say how many."))
        cleaned["points"] = -(cleaned.get("points") or 0) if takes else 0
        return cleaned


class EnterForm(NoteForm):
    """A member who is entered by hand."""

    member = forms.ModelChoiceField(label=_("Member"), queryset=Member.objects.none())
    field_order = ("member", "points", "reason")

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        playing = season.entries.exclude(status=Entry.Status.WAITING).values("user")
        field = self.fields["member"]
        field.queryset = people_of(season.league).exclude(user__in=playing.exclude(user=None))
        field.label_from_instance = called


class LateForm(EnterForm):
    """A member who joins a season that runs, and what they get for the rounds they missed."""

    reason = reason_field()
    points = forms.FloatField(
        label=_("Points for the rounds missed"), min_value=0, max_value=1000, initial=0
    )


class PlaceForm(NoteForm):
    """The division that somebody is put into."""

    division = forms.ModelChoiceField(
        label=_("Division"), queryset=Division.objects.none(), empty_label=None
    )
    field_order = ("division", "reason")

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["division"].queryset = season.divisions.all()
