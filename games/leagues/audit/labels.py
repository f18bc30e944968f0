"""The fields that the public audit shows, and their labels."""

from typing import Any

from django.utils.translation import pgettext_lazy

from games.leagues.models.settings import settings_with

#: Acts that happen automatically under the rules of a league.
AUTOMATIC = frozenset({"note_absence", "move_up"})

#: Acts that change a draft round.
DRAFT_VERBS = frozenset({"draft_round", "make_round", "discard_round", "swap_chairs"})

#: The public fields of each kind of row.
SHOWN: dict[str, tuple[str, ...]] = {
    "league": ("name", "about", "rules_text", "access", "is_listed", "language", "timezone",
               "archived_at"),
    "member": ("role", "status"),
    "season": ("name", "status", *settings_with("is_public"), "paused_at"),
    "announcement": ("title", "text"),
    "division": ("name", "tier", "capacity", "promotes", "relegates"),
    "entry": ("name", "status", "division", "late_points", "joined_round", "withdrawn_after",
              "final_rank", "movement"),
    "team": ("name",),
    "round": ("status", "opens_at", "closes_at"),
    "fixture": ("status", "starts_at", "closes_at"),
    "chair": ("entry", "seat", "substitute", "forfeited"),
    "fixturematch": ("is_counted", "corrected"),
    "bye": ("entry", "points"),
    "attendance": ("comes",),
    "sanction": ("entry", "kind", "points", "round_number"),
    "dispute": ("status", "decision"),
}  # fmt: skip

#: Labels that replace verbose names meant for programmers.
FIELDS: dict[str, Any] = {
    "status": pgettext_lazy("audit", "state"),
    "entry": pgettext_lazy("audit", "player"),
    "role": pgettext_lazy("audit", "role"),
    "seat": pgettext_lazy("audit", "seat"),
    "substitute": pgettext_lazy("audit", "substitute"),
    "forfeited": pgettext_lazy("audit", "forfeits"),
    "is_counted": pgettext_lazy("audit", "counts"),
    "corrected": pgettext_lazy("audit", "result"),
    "division": pgettext_lazy("audit", "division"),
    "withdrawn_after": pgettext_lazy("audit", "last round that counts"),
    "late_points": pgettext_lazy("audit", "points for missed rounds"),
    "joined_round": pgettext_lazy("audit", "plays from round"),
    "final_rank": pgettext_lazy("audit", "final rank"),
    "movement": pgettext_lazy("audit", "next season"),
    "opens_at": pgettext_lazy("audit", "opens"),
    "closes_at": pgettext_lazy("audit", "closes"),
    "starts_at": pgettext_lazy("audit", "time"),
    "kind": pgettext_lazy("audit", "kind"),
    "points": pgettext_lazy("audit", "points"),
    "round_number": pgettext_lazy("audit", "round"),
    "decision": pgettext_lazy("audit", "decision"),
    "comes": pgettext_lazy("audit", "plays"),
    "paused_at": pgettext_lazy("audit", "paused"),
    "archived_at": pgettext_lazy("audit", "archived"),
    "tier": pgettext_lazy("audit", "tier"),
}
