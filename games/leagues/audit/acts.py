"""The acts in the audit, each with its label, required power, condition and subject."""

from typing import Any, Literal, NamedTuple

from django.utils.translation import gettext_lazy as _


class ActRule(NamedTuple):
    """The rule for an act: how it is recorded in the audit, displayed and undone."""

    label: Any
    #: The power required for the act, and for undoing it.
    power: str = "run"
    #: The subject in the audit's `about`: rounds and fixtures by number, people by name.
    about: Literal["", "round", "fixture", "ruling", "round or fixture", "person", "people"] = ""
    #: What the act requires: a reason, or an actual change.
    needs: Literal["", "reason", "change"] = ""


ACTS: dict[str, ActRule] = {
    "found_league": ActRule(_("created the league")),
    "edit_league": ActRule(_("changed the league"), "run", "", "change"),
    "archive_league": ActRule(_("archived the league")),
    "renew_code": ActRule(_("renewed the code")),
    "invite": ActRule(_("created an invitation")),
    "revoke_invitation": ActRule(_("revoked an invitation")),
    "set_role": ActRule(_("gave a role"), "run", "person", "change"),
    "ban": ActRule(_("banned somebody"), "arbitrate", "person", "reason"),
    "decide_report": ActRule(_("decided a report"), "arbitrate"),
    "hear_appeal": ActRule(_("decided an appeal"), "arbitrate"),
    "readmit": ActRule(_("lifted a ban"), "arbitrate", "person"),
    "open_season": ActRule(_("prepared a season")),
    "edit_season": ActRule(_("changed a season"), "run", "", "change"),
    "arrange_divisions": ActRule(_("arranged the divisions"), "run", "", "change"),
    "enter_finalists": ActRule(_("entered the top players of a season")),
    "arrange_teams": ActRule(_("arranged the teams"), "arbitrate", "", "change"),
    "open_registration": ActRule(_("opened registration")),
    "begin_season": ActRule(_("started the season")),
    "cancel_season": ActRule(_("cancelled the season"), "run", "", "reason"),
    "close_season": ActRule(_("closed the season")),
    "enter": ActRule(_("entered a player"), "arbitrate", "person"),
    "import_players": ActRule(_("imported a list of players")),
    "accept": ActRule(_("accepted a player"), "arbitrate", "person"),
    "move_up": ActRule(_("gave a place to the first on the waiting list"), "arbitrate", "person"),
    "announce": ActRule(_("notified the players"), "schedule"),
    "write_note": ActRule(_("wrote to a player"), "arbitrate", "person"),
    "turn_away": ActRule(_("rejected a player"), "arbitrate", "person", "reason"),
    "join_late": ActRule(_("let a player join late"), "arbitrate", "person", "reason"),
    "place": ActRule(_("moved a player to another division"), "arbitrate", "person", "change"),
    "withdraw": ActRule(_("withdrew a player"), "arbitrate", "person", "reason"),
    "disqualify": ActRule(_("disqualified a player"), "arbitrate", "person", "reason"),
    "sanction": ActRule(_("imposed a sanction"), "arbitrate", "person", "reason"),
    "substitute": ActRule(_("put in a substitute"), "schedule", "people", "reason"),
    "draft_round": ActRule(_("drew a round"), "schedule", "round"),
    "make_round": ActRule(_("created a round by hand"), "schedule", "round"),
    "discard_round": ActRule(_("deleted a draft"), "schedule", "round"),
    "publish_round": ActRule(_("published a round"), "schedule", "round"),
    "swap_chairs": ActRule(_("swapped two players"), "schedule", "people"),
    "correct_game": ActRule(_("corrected a result"), "arbitrate", "ruling", "reason"),
    "annul_game": ActRule(_("annulled a game"), "arbitrate", "ruling", "reason"),
    "forfeit_fixture": ActRule(_("declared a fixture forfeited"), "arbitrate", "ruling", "reason"),
    "void_fixture": ActRule(_("marked a fixture as not counting"), "arbitrate", "ruling", "reason"),
    "reopen_fixture": ActRule(_("reopened a fixture"), "arbitrate", "ruling", "reason"),
    "note_absence": ActRule(_("recorded no-shows"), "arbitrate", "ruling"),
    "set_attendance": ActRule(_("recorded attendance for a round"), "schedule", "round", "change"),
    "replace": ActRule(_("replaced a player"), "arbitrate", "people", "reason"),
    "stand_in": ActRule(_("stepped in for somebody"), "schedule", "people"),
    "dispute": ActRule(_("disputed a result"), "arbitrate", "fixture"),
    "decide_dispute": ActRule(_("decided a dispute"), "arbitrate", "ruling", "reason"),
    "set_time": ActRule(_("set the time of a fixture"), "schedule", "fixture"),
    "move_deadline": ActRule(_("moved a deadline"), "schedule", "round or fixture", "reason"),
    "pause_season": ActRule(_("paused the season"), "run", "", "reason"),
    "plan_holiday": ActRule(_("set a holiday"), "run", "", "reason"),
    "resume_season": ActRule(_("resumed the season")),
    "add_webhook": ActRule(_("added a webhook")),
    "remove_webhook": ActRule(_("removed a webhook")),
    "rotate_webhook": ActRule(_("renewed a webhook's key")),
    "undo": ActRule(_("undid this")),
}


def act_of(verb: str) -> ActRule:
    """Return the rule for an act; an act without a rule is labelled with its verb."""
    return ACTS.get(verb) or ActRule(verb.replace("_", " "))


def acts_about(*kinds: str) -> frozenset[str]:
    """Return the verbs of the acts whose subject is of one of these kinds."""
    return frozenset(verb for verb, act in ACTS.items() if act.about in kinds)


#: Arbiters' decisions about a fixture.
RULINGS = acts_about("ruling")
