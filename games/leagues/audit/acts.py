"""The acts of the audit: who may do each, what it needs, and what it is about."""

from typing import Any, Literal, NamedTuple

from django.utils.translation import gettext_lazy as _


class Act(NamedTuple):
    """An act, as its row of the audit is made, shown and undone."""

    label: Any
    #: The power that the act needs, and its undoing.
    power: str = "run"
    #: What the audit's `about` names: rounds and fixtures by number, people by name.
    about: Literal["", "round", "fixture", "ruling", "round or fixture", "person", "people"] = ""
    #: What an organiser has to give, or to bring about.
    needs: Literal["", "reason", "change"] = ""


ACTS: dict[str, Act] = {
    "found_league": Act(_("created the league")),
    "edit_league": Act(_("changed the league"), "run", "", "change"),
    "archive_league": Act(_("archived the league")),
    "renew_code": Act(_("renewed the code")),
    "invite": Act(_("created an invitation")),
    "revoke_invitation": Act(_("revoked an invitation")),
    "set_role": Act(_("gave a role"), "run", "person", "change"),
    "ban": Act(_("banned somebody"), "arbitrate", "person", "reason"),
    "readmit": Act(_("lifted a ban"), "arbitrate", "person"),
    "open_season": Act(_("prepared a season")),
    "edit_season": Act(_("changed a season"), "run", "", "change"),
    "arrange_divisions": Act(_("arranged the divisions"), "run", "", "change"),
    "enter_finalists": Act(_("entered the top players of a season")),
    "arrange_teams": Act(_("arranged the teams"), "arbitrate", "", "change"),
    "open_registration": Act(_("opened registration")),
    "begin_season": Act(_("started the season")),
    "cancel_season": Act(_("cancelled the season"), "run", "", "reason"),
    "close_season": Act(_("closed the season")),
    "enter": Act(_("entered a player"), "arbitrate", "person"),
    "import_players": Act(_("imported a list of players")),
    "accept": Act(_("accepted a player"), "arbitrate", "person"),
    "move_up": Act(_("gave a place to the first on the waiting list"), "arbitrate", "person"),
    "announce": Act(_("notified the players"), "schedule"),
    "write_note": Act(_("wrote to a player"), "arbitrate", "person"),
    "turn_away": Act(_("rejected a player"), "arbitrate", "person", "reason"),
    "join_late": Act(_("let a player join late"), "arbitrate", "person", "reason"),
    "place": Act(_("moved a player to another division"), "arbitrate", "person", "change"),
    "withdraw": Act(_("withdrew a player"), "arbitrate", "person", "reason"),
    "disqualify": Act(_("disqualified a player"), "arbitrate", "person", "reason"),
    "sanction": Act(_("imposed a sanction"), "arbitrate", "person", "reason"),
    "substitute": Act(_("put in a substitute"), "schedule", "people", "reason"),
    "draft_round": Act(_("drew a round"), "schedule", "round"),
    "make_round": Act(_("created a round by hand"), "schedule", "round"),
    "discard_round": Act(_("deleted a draft"), "schedule", "round"),
    "publish_round": Act(_("published a round"), "schedule", "round"),
    "swap_chairs": Act(_("swapped two players"), "schedule", "people"),
    "correct_game": Act(_("corrected a result"), "arbitrate", "ruling", "reason"),
    "annul_game": Act(_("annulled a game"), "arbitrate", "ruling", "reason"),
    "forfeit_fixture": Act(_("declared a fixture forfeited"), "arbitrate", "ruling", "reason"),
    "void_fixture": Act(_("marked a fixture as not counting"), "arbitrate", "ruling", "reason"),
    "reopen_fixture": Act(_("reopened a fixture"), "arbitrate", "ruling", "reason"),
    "note_absence": Act(_("recorded no-shows"), "arbitrate", "ruling"),
    "set_attendance": Act(_("recorded attendance for a round"), "schedule", "round", "change"),
    "replace": Act(_("replaced a player"), "arbitrate", "people", "reason"),
    "stand_in": Act(_("stepped in for somebody"), "schedule", "people"),
    "dispute": Act(_("disputed a result"), "arbitrate", "fixture"),
    "decide_dispute": Act(_("decided a dispute"), "arbitrate", "ruling", "reason"),
    "set_time": Act(_("set the time of a fixture"), "schedule", "fixture"),
    "move_deadline": Act(_("moved a deadline"), "schedule", "round or fixture", "reason"),
    "pause_season": Act(_("paused the season"), "run", "", "reason"),
    "plan_holiday": Act(_("set a holiday"), "run", "", "reason"),
    "resume_season": Act(_("resumed the season")),
    "add_webhook": Act(_("added a webhook")),
    "remove_webhook": Act(_("removed a webhook")),
    "rotate_webhook": Act(_("renewed a webhook's key")),
    "undo": Act(_("undid this")),
}


def act_of(verb: str) -> Act:
    """Return an act; one without a row here is shown by its name."""
    return ACTS.get(verb) or Act(verb.replace("_", " "))


def acts_about(*kinds: str) -> frozenset[str]:
    """Return the acts whose `about` names something of these kinds."""
    return frozenset(verb for verb, act in ACTS.items() if act.about in kinds)


#: An arbiter's decisions about a fixture.
RULINGS = acts_about("ruling")
