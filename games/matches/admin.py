"""Matches in the admin: read-only, and without secrets of running matches."""

from django.contrib import admin

from accounts.admin_site import ListedOnly
from games.matches.models import Match, Player


class PlayerInline(admin.TabularInline):  # type: ignore[type-arg]
    """The players of a match."""

    model = Player
    extra = 0
    can_delete = False
    fields = readonly_fields = ("seat", "name", "user", "bot", "is_ready")

    def has_add_permission(self, *_args: object) -> bool:
        """Return False, because people sit down themselves."""
        return False


@admin.register(Match)
class MatchAdmin(ListedOnly):
    """A read-only list of matches."""

    list_display = ("code", "game", "status", "visibility", "length_at_the_end", "opened_at")
    list_filter = ("game", "status", "visibility")
    search_fields = ("code", "players__name")
    fields = readonly_fields = (
        "code", "game", "status", "visibility", "seats_min", "seats_max", "host", "commitment",
        "length_at_the_end", "winner", "reason", "opened_at", "started_at", "ended_at",
    )  # fmt: skip
    inlines = (PlayerInline,)

    def length_at_the_end(self, match: Match) -> int | None:
        """Return the number of moves after the end; before, it would reveal changed votes."""
        return match.length if match.is_over else None

    def has_add_permission(self, *_args: object) -> bool:
        """Return False, because tables are opened in the lobby."""
        return False

    def has_change_permission(self, *_args: object) -> bool:
        """Return False, because edits would contradict the match's log."""
        return False

    def has_delete_permission(self, *_args: object) -> bool:
        """Return False, because matches are kept permanently."""
        return False
