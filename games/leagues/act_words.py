"""What the public audit calls acts and fields, and which fields anybody may read."""

from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

#: What each act is called; others go by their name.
VERBS: dict[str, Any] = {
    "found_league": gettext_lazy("founded the league"),
    "edit_league": gettext_lazy("changed the league"),
    "archive_league": gettext_lazy("archived the league"),
    "renew_code": gettext_lazy("renewed the code"),
    "invite": gettext_lazy("made an invitation"),
    "revoke_invitation": gettext_lazy("took an invitation back"),
    "set_role": gettext_lazy("gave a role"),
    "ban": gettext_lazy("banned somebody"),
    "readmit": gettext_lazy("let somebody back in"),
    "open_season": gettext_lazy("prepared a season"),
    "edit_season": gettext_lazy("changed a season"),
    "arrange_divisions": gettext_lazy("arranged the divisions"),
    "open_registration": gettext_lazy("opened registration"),
    "begin_season": gettext_lazy("began the season"),
    "cancel_season": gettext_lazy("called the season off"),
    "close_season": gettext_lazy("closed the season"),
    "enter": gettext_lazy("entered a player"),
    "turn_away": gettext_lazy("turned a player away"),
    "join_late": gettext_lazy("let a player join late"),
    "place": gettext_lazy("moved a player to another division"),
    "withdraw": gettext_lazy("withdrew a player"),
    "disqualify": gettext_lazy("disqualified a player"),
    "sanction": gettext_lazy("imposed a sanction"),
    "substitute": gettext_lazy("put in a substitute"),
    "draft_round": gettext_lazy("drew a round"),
    "discard_round": gettext_lazy("threw a draft away"),
    "publish_round": gettext_lazy("published a round"),
    "swap_chairs": gettext_lazy("exchanged two players"),
    "correct_game": gettext_lazy("corrected a result"),
    "annul_game": gettext_lazy("annulled a game"),
    "forfeit_fixture": gettext_lazy("had a fixture forfeited"),
    "void_fixture": gettext_lazy("had a fixture not counted"),
    "decide_dispute": gettext_lazy("decided a dispute"),
    "set_time": gettext_lazy("set the time of a fixture"),
    "add_webhook": gettext_lazy("added a webhook"),
    "remove_webhook": gettext_lazy("removed a webhook"),
    "rotate_webhook": gettext_lazy("renewed a webhook's key"),
    "undo": gettext_lazy("undid this"),
}

#: Acts upon a round that nobody else sees yet.
DRAFT_VERBS = frozenset({"draft_round", "discard_round", "swap_chairs"})

#: What may be shown of each kind of row, by the names of fields.
SHOWN: dict[str, tuple[str, ...]] = {
    "league": ("name", "about", "rules_text", "access", "is_listed", "language", "timezone",
               "archived_at"),
    "member": ("role", "status"),
    "season": ("name", "status", "format", "rounds_planned", "games_per_fixture", "table_size",
               "pace", "allows_spectators", "is_rated", "capacity", "registration_closes_at",
               "starts_at", "round_days", "grace_minutes", "late_until_round"),
    "division": ("name", "tier", "capacity", "promotes", "relegates"),
    "entry": ("status", "division", "late_points", "joined_round", "withdrawn_after",
              "final_rank", "movement"),
    "round": ("status", "opens_at", "closes_at"),
    "fixture": ("status", "starts_at"),
    "chair": ("entry", "seat", "substitute", "forfeited"),
    "fixturematch": ("is_counted", "corrected"),
    "bye": ("entry",),
    "sanction": ("entry", "kind", "points", "round_number"),
    "dispute": ("status", "decision"),
}  # fmt: skip

#: What fields are called where their model says it for programmers.
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
    "archived_at": pgettext_lazy("audit", "archived"),
    "tier": pgettext_lazy("audit", "tier"),
}
