"""The moderators' admin for reports, decisions and appeals; its history is the audit."""

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import ConductDecision, User
from games.chat import reports
from games.chat.models import Report
from games.conduct import decisions
from games.conduct.forms import DecisionForm


class ReportForm(DecisionForm, forms.ModelForm):  # type: ignore[type-arg]
    """The outcome of a report, and a decision about the reported person if needed."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.about = self.instance.about

    def clean(self) -> dict[str, Any]:
        """Check that a decision has a person, a reason and an outcome."""
        data = super().clean()
        if data.get("decision_kind") and data.get("outcome") != Report.Outcome.ACTED:
            self.add_error("outcome", _("A decision counts as acting on the report."))
        return data


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Reports to moderators, shown once the match is over.

    Moderators play too. During a match, a message by an eliminated player would reveal secrets to
    them.
    """

    form = ReportForm
    list_display = ("reported_at", "kind", "name", "text", "by", "outcome")
    list_filter = ("outcome", "kind")
    fields = (
        "kind", "name", "about", "text", "words", "moment", "match", "number", "address", "by",
        "reported_at", "decision", "outcome", "answer", "decision_kind", "days", "reason",
    )  # fmt: skip
    readonly_fields = fields[:-5]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Return the reports on finished matches that are not about the moderator."""
        return reports.to_moderate(cast(User, request.user))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False, because reports are made on the site's pages."""
        return False

    def save_model(
        self, request: HttpRequest, obj: Report, form: "forms.ModelForm[Report]", change: Any
    ) -> None:
        """Store the outcome and the decision, and notify the reporter and the reported person."""
        data, moderator = form.cleaned_data, cast(User, request.user)
        if Report.objects.filter(pk=obj.pk, decision__scope="").exists():
            messages.error(request, _("This report has been decided already."))
            return
        if data["decision_kind"] and obj.about is not None and obj.about != moderator:
            obj.decision = decisions.impose(
                obj.about, data["decision_kind"], data["reason"].strip(), moderator,
                days=data["days"], report=obj,
            )  # fmt: skip
        reports.settle(obj, obj.outcome, obj.answer)


@admin.register(ConductDecision)
class ConductDecisionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Decisions and their appeals, which another moderator or the operator decides."""

    list_display = ("at", "user", "kind", "until", "by", "appealed_at", "verdict", "heard_by")
    list_filter = ("kind", "verdict", ("appealed_at", admin.EmptyFieldListFilter))
    fields = (
        "user", "scope_name", "kind", "reason", "until", "by", "at", "appeal", "appealed_at",
        "heard_by", "heard_at", "verdict", "answer",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[ConductDecision]:
        """Return the decisions that are not about the moderator."""
        rows = super().get_queryset(request).select_related("user", "by", "heard_by")
        return rows if cast(User, request.user).is_superuser else rows.exclude(user=request.user)

    def get_readonly_fields(
        self, request: HttpRequest, obj: ConductDecision | None = None
    ) -> tuple[str, ...]:
        """Return all fields; moderators who may hear the appeal can edit the verdict."""
        hears = obj is not None and decisions.may_hear(obj, cast(User, request.user))
        return self.fields[:-2] if hears else self.fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False, because a decision is the outcome of a report."""
        return False

    def has_delete_permission(
        self, request: HttpRequest, obj: ConductDecision | None = None
    ) -> bool:
        """Return False, because decisions are the audit; an appeal lifts one."""
        return False

    def save_model(
        self,
        request: HttpRequest,
        obj: ConductDecision,
        form: "forms.ModelForm[ConductDecision]",
        change: Any,
    ) -> None:
        """Store the verdict on an appeal, if the form had a field for it."""
        if obj.verdict and "verdict" in form.changed_data:
            decisions.hear(obj.pk, obj.verdict, obj.answer, cast(User, request.user))
