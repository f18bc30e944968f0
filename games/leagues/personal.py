"""What leagues keep about a person: to be shown to them, and to be let go of when they go.

Results stay: they belong to the others, too. The name goes, wherever a league has written it.
"""

from typing import Any

from django.utils.translation import gettext_noop

from games.leagues import entries, seasons
from games.leagues.ledger import recorded
from games.leagues.models import Audit, Dispute, Entry, League, Member, Season
from games.matches.personal import DELETED

Role, Status = Member.Role, Member.Status

#: Acts that say in `about` whom they concern.
OF_PEOPLE = (
    "set_role", "ban", "readmit", "enter", "turn_away", "join_late", "place", "withdraw",
    "disqualify", "sanction", "substitute", "swap_chairs",
)  # fmt: skip
#: What the audit says of a league whose last owner deleted the account.
ORPHANED = gettext_noop("The owner's account was deleted.")


def export(user: Any) -> dict[str, Any]:
    """Return the leagues and seasons of `user`, and what they wrote and decided there."""
    return {
        "leagues": list(
            user.memberships.order_by("pk").values(
                "league__slug", "league__name", "role", "status", "timezone", "hours",
                "can_substitute", "wants_mail", "joined_at",
            )
        ),
        "seasons": [_entered(entry) for entry in _entries(user)],
        "league_disputes": list(
            Dispute.objects.filter(by__user=user).order_by("pk").values(
                "fixture", "text", "status", "decision", "at"
            )
        ),
        "league_acts": list(
            Audit.objects.filter(actor=user).order_by("pk").values(
                "league__slug", "verb", "about", "reason", "at"
            )
        ),
    }  # fmt: skip


def _entries(user: Any) -> Any:
    return Entry.objects.filter(user=user).select_related("season__league").order_by("pk")


def _entered(entry: Entry) -> dict[str, Any]:
    return {
        "league": entry.season.league.slug,
        "season": entry.season.number,
        "name": entry.name,
        "status": entry.status,
        "final_rank": entry.final_rank,
        "movement": entry.movement,
        "entered_at": entry.entered_at,
        "sanctions": list(entry.sanctions.values("kind", "points", "reason", "at")),
        "fixtures": list(entry.chairs.values("fixture", "seat", "rsvp", "forfeited")),
    }


def erase(user: Any) -> None:
    """Leave every season and league of `user`, and take the name off what stays."""
    names = {user.name, *_entries(user).values_list("name", flat=True)}
    for entry in _entries(user):
        _leave(entry, user)
    for league in League.objects.filter(members__user=user):
        _hand_over(league, user)
        for audit in league.audits.all():
            _forget(audit, user, names)
    Entry.objects.filter(user=user).update(name=DELETED)


def _leave(entry: Entry, user: Any) -> None:
    """Take somebody out of a season that has not ended."""
    if entry.season.status == Season.Status.REGISTRATION:
        seasons.unregister(entry.season, user)
    elif entry.season.status == Season.Status.DRAFT:
        entry.delete()
    elif entry.season.is_running and entry.plays:
        entries.withdraw(entry, user)


def _hand_over(league: League, user: Any) -> None:
    """Give a league without another owner to who has helped to run it longest, if anybody did."""
    others = league.members.filter(status=Status.ACTIVE).exclude(user=user)
    owns = league.members.filter(user=user, role=Role.OWNER, status=Status.ACTIVE).exists()
    if not owns or others.filter(role=Role.OWNER).exists():
        return
    helpers = others.exclude(role=Role.MEMBER).select_related("user").order_by("role", "pk")
    heir = helpers.first()  # arbiters before schedulers
    if heir is not None:
        with recorded(league, None, "set_role", about=heir.user.name, reason=ORPHANED) as ledger:
            ledger.edit(heir, role=Role.OWNER)


def _forget(audit: Audit, user: Any, names: set[str]) -> None:
    """Take somebody's names out of one act of the audit."""
    about, changes = audit.about, audit.changes
    if audit.verb in OF_PEOPLE:
        parts = about.split(" / ")
        about = " / ".join(DELETED if part in names else part for part in parts)
    changes = [
        {**row, **{when: _nameless(row[when], user) for when in ("before", "after")}}
        for row in changes
    ]
    if (about, changes) != (audit.about, audit.changes):
        Audit.objects.filter(pk=audit.pk).update(about=about, changes=changes)


def _nameless(fields: dict[str, Any] | None, user: Any) -> dict[str, Any] | None:
    """Return stored fields of an entry without the name of `user`."""
    if fields and fields.get("user_id") == user.pk and "name" in fields:
        return {**fields, "name": DELETED}
    return fields
