"""Reports, for moderators."""

from django.contrib import admin

from games.chat.models import Report


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """What people asked a moderator to look at."""

    list_display = ("reported_at", "text", "by", "is_settled")
    list_filter = ("is_settled",)
    readonly_fields = ("message", "by", "text", "reported_at")
