"""Forms for deciding reports and appeals."""

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.forms import choice_field
from accounts.models import ConductDecision, User
from accounts.texts import TextField
from games.chat.models import LONGEST, Report

Kind = ConductDecision.Kind

#: The available terms of a decision in days; a week by default.
WEEK = 7
DAYS = ((1, _("one day")), (WEEK, _("one week")), (30, _("30 days")), (180, _("half a year")))


def words_field(label: Any) -> TextField:
    """Return a field for a text addressed to somebody."""
    area = forms.Textarea(attrs={"rows": 3})
    return TextField(label=label, max_length=LONGEST, required=False, widget=area)


class DecisionForm(forms.Form):
    """A decision about the reported person, if needed."""

    #: The available kinds of decisions.
    kinds: tuple[Kind, ...] = (Kind.WORD, Kind.MUTE, Kind.CASUAL, Kind.PRIVATE)
    nothing: tuple[str, Any] = ("", _("None"))

    decision_kind = forms.ChoiceField(label=_("Decision about the person"), required=False)
    days = forms.TypedChoiceField(
        label=_("Duration"), choices=DAYS, coerce=int, initial=WEEK, required=False
    )
    reason = words_field(_("Message to the person"))

    def __init__(self, *args: Any, about: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.about = about
        choices = [self.nothing, *((kind.value, kind.label) for kind in self.kinds)]
        choice_field(self, "decision_kind").choices = [
            (value, capfirst(label)) for value, label in choices
        ]

    def clean(self) -> dict[str, Any]:
        """Check that a decision has a person and a reason."""
        data = super().clean() or {}
        data["days"] = data.get("days") or WEEK
        if data.get("decision_kind") in self.kinds:
            if self.about is None:
                self.add_error("decision_kind", _("The account no longer exists."))
            if not data.get("reason", "").strip():
                self.add_error("reason", _("Tell the person the reason."))
        return data


class LeagueDecisionForm(DecisionForm):
    """The decision of a league's organisers on a report, and the answer to the reporter."""

    kinds = (Kind.WORD, Kind.MUTE, Kind.OUT)
    nothing = (Report.Outcome.NOTHING.value, Report.Outcome.NOTHING.label)

    decision_kind = forms.ChoiceField(
        label=_("Decision about the person"), widget=forms.RadioSelect
    )
    answer = words_field(_("Message to the reporter"))


class VerdictForm(forms.Form):
    """The decision on an appeal."""

    verdict = forms.ChoiceField(
        label=_("Decision"), choices=ConductDecision.Verdict.choices[1:], widget=forms.RadioSelect
    )
    answer = words_field(_("Message to the person"))
