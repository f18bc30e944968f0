"""What the people who run the site see of matches: never a secret of one that is going on."""

from django.contrib import admin

from games.matches.models import Match, Player


class PlayerInline(admin.TabularInline):
    """Who sits at the match."""

    model = Player
    extra = 0
    can_delete = False
    fields = readonly_fields = ("seat", "name", "user", "bot", "is_ready")

    def has_add_permission(self, *_args: object) -> bool:
        """Return False: people sit down themselves."""
        return False


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):
    """Matches, to look at."""

    list_display = ("code", "game", "status", "visibility", "length", "opened_at")
    list_filter = ("game", "status", "visibility")
    search_fields = ("code", "players__name")
    fields = readonly_fields = (
        "code", "game", "status", "visibility", "seats_min", "seats_max", "host", "commitment",
        "length", "winner", "reason", "opened_at", "started_at", "ended_at",
    )  # fmt: skip
    inlines = (PlayerInline,)

    def has_add_permission(self, *_args: object) -> bool:
        """Return False: tables are opened in the lobby."""
        return False
