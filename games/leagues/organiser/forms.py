"""Forms of organisers: reasons, roles, invitations, decisions about people and results."""

from datetime import timedelta
from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from accounts.forms import choice_field, label_rows, model_choice_field
from accounts.merged_form import MergedForm
from accounts.moments import MomentField
from accounts.texts import TextField
from games.leagues.audit.recorder import REASON_LENGTH
from games.leagues.fixtures import deadlines
from games.leagues.joining.forms import name_field
from games.leagues.membership import services as membership
from games.leagues.models import (
    Division,
    Entry,
    Member,
    Sanction,
    Season,
)
from games.leagues.models.news import TEXT_LENGTH, TITLE_LENGTH
from games.leagues.models.rounds import LONGEST_EVENING
from games.leagues.public.standings_table import name_of
from games.leagues.seasons import sitting_out

NOTE_LENGTH = 500
PUBLIC_REASON = _("Everybody can read it in the audit log.")


def reason_field(*, required: bool = True) -> TextField:
    """Return a field for the reason for a step."""
    return TextField(
        label=_("Reason") if required else _("Reason (optional)"),
        help_text=PUBLIC_REASON,
        max_length=REASON_LENGTH,
        required=required,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class ReasonForm(forms.Form):
    """The reason for a step."""

    reason = reason_field()


class TextForm(forms.Form):
    """A note to one player."""

    text = TextField(
        label=_("Text"), max_length=NOTE_LENGTH, widget=forms.Textarea(attrs={"rows": 4})
    )


class AnnounceForm(forms.Form):
    """An announcement to the players."""

    title = name_field(_("Title"), TITLE_LENGTH)
    text = TextField(
        label=_("Text"),
        help_text=_("Everybody can read it on the season's page."),
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 8}),
    )


class NoteForm(forms.Form):
    """An optional reason for a step."""

    reason = reason_field(required=False)


class RoleForm(NoteForm):
    """A member's role in the league."""

    role = forms.ChoiceField(label=_("Role"), choices=Member.Role.choices)
    field_order = ("role", "reason")


class InviteForm(forms.Form):
    """An invitation: its role, its number of uses, and its last day."""

    role = forms.ChoiceField(
        label=_("Role"), choices=list(reversed(Member.Role.choices)), initial=Member.Role.MEMBER
    )
    uses = forms.IntegerField(label=_("Number of people"), min_value=1, max_value=1000, initial=10)
    days = forms.IntegerField(
        label=_("Valid for (days)"), min_value=1, max_value=membership.LONGEST, initial=14
    )
    note = TextField(
        label=_("Purpose"),
        help_text=_("Shown in the audit log, so don't write anything secret."),
        max_length=80,
        required=False,
        widget=forms.TextInput,
    )


class PublishForm(forms.Form):
    """The opening time of a round, and on a table night how long it lasts."""

    opens_at = MomentField(
        label=_("Round opens"),
        help_text=_("Leave empty to start now."),
        required=False,
    )

    minutes = forms.IntegerField(
        label=_("Playing time in minutes"),
        min_value=5,
        max_value=LONGEST_EVENING // timedelta(minutes=1),
        required=False,
    )

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season = season
        if not season.is_by_night:
            del self.fields["minutes"]
            return
        self.fields["opens_at"].label = _("The tables begin")
        self.fields["opens_at"].help_text = _("Leave empty if each table agrees on its own time.")
        text = ngettext(
            "The wall clock shows the time left. Leave empty for %(days)d day.",
            "The wall clock shows the time left. Leave empty for %(days)d days.",
            season.round_days,
        )
        self.fields["minutes"].help_text = text % {"days": season.round_days}

    def clean(self) -> dict[str, Any]:
        """Check that the round would not end in the past."""
        super().clean()
        opens, minutes = (self.cleaned_data.get(name) for name in ("opens_at", "minutes"))
        if opens and deadlines.closing(self.season, opens, minutes=minutes) <= timezone.now():
            self.add_error(
                "opens_at", _("With this opening time, the round would already be over.")
            )
        return self.cleaned_data


class PublishAllForm(PublishForm):
    """The opening time of the first of several rounds, and whether the others wait for it."""

    all_rounds = forms.BooleanField(label=_("Publish all rounds"), initial=True, required=False)
    one_by_one = forms.BooleanField(
        label=_("Each round opens when the previous one closes"), initial=True, required=False
    )


#: The browser's native date input.
DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class PauseForm(ReasonForm):
    """A pause from now on, or a future holiday."""

    first_day = forms.DateField(
        label=_("First day"),
        help_text=_("Leave empty to pause right now, until you resume the season."),
        required=False, widget=DAY,
    )  # fmt: skip
    last_day = forms.DateField(
        label=_("Last day"), help_text=_("Leave empty for one day."), required=False,
        widget=DAY,
    )  # fmt: skip
    field_order = ("first_day", "last_day", "reason")

    def clean(self) -> dict[str, Any]:
        """Check that a last day is given only with a first day."""
        super().clean()
        days = self.cleaned_data
        if days.get("last_day") and not days.get("first_day"):
            self.add_error("first_day", _("Enter the first day as well."))
        days["last_day"] = days.get("last_day") or days.get("first_day")
        return days


class DeadlineForm(ReasonForm):
    """A deadline."""

    ends_at = MomentField(
        label=_("Deadline"),
    )
    field_order = ("ends_at", "with_later", "reason")


class RoundDeadlineForm(DeadlineForm):
    """The end of a round, and whether later rounds move too."""

    with_later = forms.BooleanField(
        label=_("Move later rounds by the same number of days"), initial=True, required=False
    )


def people_of(league: Any) -> Any:
    """Return the active members of a league, by name."""
    members = league.members.filter(status=Member.Status.ACTIVE, user__is_active=True)
    return members.select_related("user").order_by("user__display_name", "pk")


class SanctionForm(ReasonForm):
    """A warning, or a deduction of points."""

    kind = forms.ChoiceField(
        label=_("Sanction"), choices=Sanction.Kind.choices, widget=forms.RadioSelect
    )
    points = forms.FloatField(
        label=_("Points deducted"),
        min_value=0,
        max_value=1000,
        required=False,
        initial=1,
        help_text=_("Only for a points deduction."),
    )
    field_order = ("kind", "points", "reason")

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if season.is_knockout:
            warning = Sanction.Kind.WARNING
            choice_field(self, "kind").choices = [(warning.value, warning.label)]
            del self.fields["points"]

    def clean(self) -> dict[str, Any]:
        """Check that a deduction has points and a warning has none."""
        super().clean()
        cleaned = self.cleaned_data
        takes = cleaned.get("kind") == Sanction.Kind.POINTS
        if takes and not cleaned.get("points") and "points" not in self.errors:
            self.add_error("points", _("Enter the number of points."))
        cleaned["points"] = -(cleaned.get("points") or 0) if takes else 0
        return cleaned


class MemberForm(ReasonForm):
    """A member who does not play in the season yet."""

    member = forms.ModelChoiceField(label=_("Member"), queryset=Member.objects.none())
    field_order = ("member", "points", "reason")

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        playing = season.entries.exclude(status__in=Entry.OUTSIDE).values("user")
        field = model_choice_field(self, "member")
        field.queryset = people_of(season.league).exclude(user__in=playing.exclude(user=None))
        label_rows(field, lambda member: str(member.user.name))


class EnterForm(MemberForm):
    """A member to enter; in a running season, also the points for missed rounds."""

    points = forms.FloatField(
        label=_("Points for missed rounds"), min_value=0, max_value=1000, initial=0
    )

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, season=season, **kwargs)
        if not season.is_running:
            del self.fields["points"]
            self.fields["reason"] = reason_field(required=False)


#: The CSS class and the label of each answer.
ANSWERS = {
    "yes": ("press", pgettext_lazy("rsvp", "coming")),
    "no": ("wax", pgettext_lazy("rsvp", "not coming")),
    "none": ("faint", pgettext_lazy("rsvp", "no answer yet")),
}


class PresenceForm(MergedForm, NoteForm):
    """The players present for a round: the stored set, with the changes made on the page."""

    present = forms.TypedMultipleChoiceField(
        label=_("Who plays"), coerce=int, widget=forms.CheckboxSelectMultiple, required=False
    )
    field_order = ("present", "reason")

    def __init__(self, *args: Any, division: Division, there: set[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.there = there
        self.initial["present"] = sorted(there)
        playing = division.entries.filter(status=Entry.Status.CONFIRMED).select_related("user")
        people = sorted(((one.pk, name_of(one)) for one in playing), key=lambda one: one[1].lower())
        groups = sitting_out.answers(division, sitting_out.next_round(division))
        choice_field(self, "present").choices = [
            (
                key,
                format_html(
                    '<bdi>{}</bdi> <span class="badge {}">{}</span>', name, *ANSWERS[group]
                ),
            )
            for group, entries in groups.items()
            for key, name in people
            if key in entries
        ]
        self.sending_what_it_shows()

    def name_conflicts(self) -> bool:
        """Return False, because simultaneous changes by several organisers are merged."""
        return False

    def clean_present(self) -> set[int]:
        """Return the players present, including any who checked in since the page was shown."""
        present = set(self.cleaned_data["present"])
        if not self.has_shown:
            return present
        sent = cast(QueryDict, self.data).getlist(self.add_initial_prefix("present"))
        shown = {one for one in self.there | present if str(one) in sent}
        return self.there - (shown - present) | (present - shown)


class PlaceForm(NoteForm):
    """The new division of a player."""

    division = forms.ModelChoiceField(
        label=_("Division"), queryset=Division.objects.none(), empty_label=None
    )
    field_order = ("division", "reason")

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        model_choice_field(self, "division").queryset = season.divisions.all()


class Ticked(forms.CheckboxSelectMultiple):
    """Checkboxes for the ticked choices only, or for all choices if none is ticked."""

    def optgroups(self, name: str, value: list[str], attrs: Any = None) -> list[Any]:
        """Return the choices to show."""
        groups = super().optgroups(name, value, attrs)
        ticked = [group for group in groups if any(one["selected"] for one in group[1])]
        return ticked or groups


class SeveralForm(forms.Form):
    """The players to whom a step applies."""

    players = forms.ModelMultipleChoiceField(
        label=_("Players"), queryset=Entry.objects.none(), widget=Ticked
    )

    def __init__(self, *args: Any, among: QuerySet[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = model_choice_field(self, "players")
        field.queryset = among
        label_rows(field, name_of)


class WriteSeveralForm(SeveralForm, TextForm):
    """A note to several players."""


class RejectSeveralForm(SeveralForm, ReasonForm):
    """Players to reject, and the reason."""


class PlaceSeveralForm(SeveralForm, PlaceForm):
    """Players, and their new division."""
