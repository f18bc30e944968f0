"""Personal data in leagues: exported on request, erased with the account.

Results are kept, because they concern other players, too. The name is removed everywhere.
"""

import re
from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from games.leagues.audit.acts import acts_about
from games.leagues.audit.recorder import change_silently, record
from games.leagues.fixtures import fixtures, forfeits, reminders
from games.leagues.models import (
    Announcement,
    Audit,
    Chair,
    Dispute,
    Entry,
    FixtureMessage,
    League,
    Member,
    Notice,
    Season,
)
from games.leagues.seasons import entries
from games.leagues.seasons import services as seasons
from games.matches.public import DELETED

Role, Status = Member.Role, Member.Status

#: Acts whose `about` is one person's name, and acts whose `about` is two names.
OF_ONE, OF_TWO = acts_about("person"), acts_about("people")
#: The audit's reason when the last owner of a league deletes their account.
ORPHANED = gettext_noop("The owner's account was deleted.")


def export(user: User) -> dict[str, Any]:
    """Return the leagues and seasons of `user`, with their texts and decisions about them."""
    own: dict[str, tuple[QuerySet[Any], tuple[str, ...]]] = {
        "leagues": (
            user.memberships.all(),
            ("league__slug", "league__name", "role", "status", "timezone", "hours",
             "can_substitute", "wants_mail", "chat_name", "joined_at"),
        ),
        "league_disputes": (
            Dispute.objects.filter(by__user=user), ("fixture", "text", "status", "decision", "at"),
        ),
        "league_messages": (
            FixtureMessage.objects.filter(user=user), ("fixture", "text", "said_at"),
        ),
        "league_notes": (
            user.notices.filter(kind=Notice.Kind.NOTE),
            ("season__league__slug", "season__number", "text", "due_at"),
        ),
        "league_announcements": (
            Announcement.objects.filter(by=user),
            ("season__league__slug", "season__number", "title", "text", "at"),
        ),
        "league_acts": (
            Audit.objects.filter(actor=user), ("league__slug", "verb", "about", "reason", "at"),
        ),
    }  # fmt: skip
    rows = {name: list(of.order_by("pk").values(*names)) for name, (of, names) in own.items()}
    return {"seasons": [_entry_data(entry) for entry in _entries(user)], **rows}


def _entries(user: User) -> Any:
    return Entry.objects.filter(user=user).select_related("season__league").order_by("pk")


def _entry_data(entry: Entry) -> dict[str, Any]:
    return {
        "league": entry.season.league.slug,
        "season": entry.season.number,
        "name": entry.name,
        "status": entry.status,
        "final_rank": entry.final_rank,
        "movement": entry.movement,
        "entered_at": entry.entered_at,
        "answers": entry.answers,
        "sanctions": list(entry.sanctions.values("kind", "points", "reason", "at")),
        "attendances": list(
            entry.attendances.order_by("round_number").values(
                "round_number", "comes", "wants_half_point"
            )
        ),
        "fixtures": list(entry.chairs.values("fixture", "seat", "rsvp", "forfeited")),
    }


def erase(user: User) -> None:
    """Remove `user` from every season and league, and their name from the remaining rows."""
    names = {user.name, *_entries(user).values_list("name", flat=True)}
    own = {
        "member": {*user.memberships.values_list("pk", flat=True)},
        "entry": {*_entries(user).values_list("pk", flat=True)},
    }
    for entry in _entries(user):
        _leave(entry, user)
    _give_up_seats(user)
    for league in League.objects.filter(members__user=user):
        _hand_over(league, user)
        for audit in league.audits.select_related("undoes"):
            _forget(audit, user, names, own)
    Entry.objects.filter(user=user).update(name=DELETED, answers=[])
    FixtureMessage.objects.filter(user=user).update(name=DELETED)


def _leave(entry: Entry, user: User) -> None:
    """Remove a player from a season that has not ended."""
    if entry.season.status == Season.Status.REGISTRATION:
        seasons.unregister(entry.season, user)
    elif entry.season.status == Season.Status.DRAFT:
        entry.delete()
    elif entry.season.is_running and entry.plays:
        entries.withdraw(entry, user)


def _give_up_seats(user: User) -> None:
    """Reopen the requests for a substitute in fixtures where `user` was the substitute."""
    seats = Chair.objects.filter(substitute=user, fixture__status__in=fixtures.NOT_BEGUN)
    for chair in seats.select_related("entry__season__league").order_by("pk"):
        with change_silently(chair.entry.season.league) as recorder:
            fixture = fixtures.lock_fixture(chair.fixture_id)
            if fixture.status not in fixtures.NOT_BEGUN:
                continue
            fixtures.take_back(fixture)
            recorder.edit(chair, substitute=None, rsvp=Chair.Rsvp.NO, checked_in_at=None)
            if chair.entry.status in forfeits.GONE:
                forfeits.forfeit(fixture, [chair.entry_id], recorder)
            else:
                reminders.tell_wanted(fixture)


def _hand_over(league: League, user: User) -> None:
    """Give a league without another owner to its longest-serving arbiter or scheduler, if any."""
    others = league.members.filter(status=Status.ACTIVE).exclude(user=user)
    owns = league.members.filter(user=user, role=Role.OWNER, status=Status.ACTIVE).exists()
    if not owns or others.filter(role=Role.OWNER).exists():
        return
    helpers = others.exclude(role=Role.MEMBER).select_related("user").order_by("role", "pk")
    heir = helpers.first()  # arbiters come before schedulers
    if heir is not None:
        with record(league, None, "set_role", about=heir.user.name, reason=ORPHANED) as recorder:
            recorder.edit(heir, role=Role.OWNER)


def _forget(audit: Audit, user: User, names: set[str], own: dict[str, set[int]]) -> None:
    """Remove a person's names from one act of the audit.

    An act about one person is recognised by its rows, because they may have had another name then.
    """
    about, changes = audit.about, audit.changes
    if audit.first_verb in OF_ONE and (about in names or _concerns(changes, user, own)):
        about = DELETED
    elif audit.first_verb in OF_TWO:
        for name in names:
            about = re.sub(rf"(^|(?<= / )){re.escape(name)}(?= / |$)", DELETED, about)
    changes = [
        {**row, **{when: _nameless(row[when], user) for when in ("before", "after")}}
        for row in changes
    ]
    if (about, changes) != (audit.about, audit.changes):
        Audit.objects.filter(pk=audit.pk).update(about=about, changes=changes)


def _concerns(changes: Sequence[dict[str, Any]], user: User, own: dict[str, set[int]]) -> bool:
    """Return whether any changed row is, or belongs to, a membership or entry of the user."""
    for row in changes:
        fields = {**(row["before"] or {}), **(row["after"] or {})}
        if row["pk"] in own.get(row["model"], ()) or fields.get("entry_id") in own["entry"]:
            return True
        if fields.get("user_id") == user.pk:
            return True
    return False


def _nameless(fields: dict[str, Any] | None, user: User) -> dict[str, Any] | None:
    """Return stored fields without the name and the answers of `user`."""
    if fields and fields.get("user_id") == user.pk and "name" in fields:
        return {**fields, "name": DELETED, "answers": []}
    return fields
