"""Reports, in the moderators' admin."""

from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from accounts.models import User
from games.chat import reports
from games.chat.models import Report


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Reports to moderators, shown once the match is over.

    Moderators play too. During a match, a message of an eliminated player would reveal secrets to
    them.
    """

    list_display = ("reported_at", "kind", "name", "text", "by", "outcome")
    list_filter = ("outcome", "kind")
    fields = (
        "kind", "name", "about", "text", "words", "moment", "match", "number", "address", "by",
        "reported_at", "outcome", "answer",
    )  # fmt: skip
    readonly_fields = fields[:-2]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Return the reports on finished matches that are not about the moderator."""
        return reports.to_moderate(cast(User, request.user))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False, because reports are made on the site's pages."""
        return False

    def save_model(
        self, request: HttpRequest, obj: Report, form: "ModelForm[Report]", change: Any
    ) -> None:
        """Store the outcome, and notify the reporter."""
        reports.settle(obj, obj.outcome, obj.answer)
