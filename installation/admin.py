"""The operator's pages and planned stops, in the admin."""

from django.contrib import admin

from installation.models import Page, PlannedStop


@admin.register(Page)
class PageAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Pages by kind and language."""

    list_display = ["kind", "language", "changed_at"]


@admin.register(PlannedStop)
class PlannedStopAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Stops, the next one first."""

    list_display = ["starts_at", "minutes", "note"]
