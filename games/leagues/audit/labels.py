"""The audit's labels of acts and fields, and the fields that are public."""

from typing import Any

from django.utils.translation import gettext_lazy, pgettext_lazy

from games.leagues.models.settings import settings_with

#: The label of each act; acts without a label are shown by name.
VERBS: dict[str, Any] = {
    "found_league": gettext_lazy("created the league"),
    "edit_league": gettext_lazy("changed the league"),
    "archive_league": gettext_lazy("archived the league"),
    "renew_code": gettext_lazy("renewed the code"),
    "invite": gettext_lazy("created an invitation"),
    "revoke_invitation": gettext_lazy("revoked an invitation"),
    "set_role": gettext_lazy("gave a role"),
    "ban": gettext_lazy("banned somebody"),
    "readmit": gettext_lazy("lifted a ban"),
    "open_season": gettext_lazy("prepared a season"),
    "edit_season": gettext_lazy("changed a season"),
    "arrange_divisions": gettext_lazy("arranged the divisions"),
    "enter_finalists": gettext_lazy("entered the top players of a season"),
    "arrange_teams": gettext_lazy("arranged the teams"),
    "open_registration": gettext_lazy("opened registration"),
    "begin_season": gettext_lazy("started the season"),
    "cancel_season": gettext_lazy("cancelled the season"),
    "close_season": gettext_lazy("closed the season"),
    "enter": gettext_lazy("entered a player"),
    "import_players": gettext_lazy("imported a list of players"),
    "accept": gettext_lazy("accepted a player"),
    "move_up": gettext_lazy("gave a place to the first on the waiting list"),
    "announce": gettext_lazy("notified the players"),
    "write_note": gettext_lazy("wrote to a player"),
    "turn_away": gettext_lazy("rejected a player"),
    "join_late": gettext_lazy("let a player join late"),
    "place": gettext_lazy("moved a player to another division"),
    "withdraw": gettext_lazy("withdrew a player"),
    "disqualify": gettext_lazy("disqualified a player"),
    "sanction": gettext_lazy("imposed a sanction"),
    "substitute": gettext_lazy("put in a substitute"),
    "draft_round": gettext_lazy("drew a round"),
    "make_round": gettext_lazy("created a round by hand"),
    "discard_round": gettext_lazy("deleted a draft"),
    "publish_round": gettext_lazy("published a round"),
    "swap_chairs": gettext_lazy("swapped two players"),
    "correct_game": gettext_lazy("corrected a result"),
    "annul_game": gettext_lazy("annulled a game"),
    "forfeit_fixture": gettext_lazy("declared a fixture forfeited"),
    "void_fixture": gettext_lazy("marked a fixture as not counting"),
    "reopen_fixture": gettext_lazy("reopened a fixture"),
    "note_absence": gettext_lazy("recorded no-shows"),
    "set_attendance": gettext_lazy("recorded attendance for a round"),
    "replace": gettext_lazy("replaced a player"),
    "stand_in": gettext_lazy("stepped in for somebody"),
    "dispute": gettext_lazy("disputed a result"),
    "decide_dispute": gettext_lazy("decided a dispute"),
    "set_time": gettext_lazy("set the time of a fixture"),
    "move_deadline": gettext_lazy("moved a deadline"),
    "pause_season": gettext_lazy("paused the season"),
    "plan_holiday": gettext_lazy("set a holiday"),
    "resume_season": gettext_lazy("resumed the season"),
    "add_webhook": gettext_lazy("added a webhook"),
    "remove_webhook": gettext_lazy("removed a webhook"),
    "rotate_webhook": gettext_lazy("renewed a webhook's key"),
    "undo": gettext_lazy("undid this"),
}

#: Automatic acts, by the rules of a league.
AUTOMATIC = frozenset({"note_absence", "move_up"})

#: Acts that change a draft of a round.
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

#: Labels of fields whose verbose name is for programmers.
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
