"""Deletes rows that are no longer needed, a few at a time.

Guests without a session cannot come back. Those who have played are kept, because their matches are
other people's history, too.
"""

import time
from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from accounts.privacy import delete_account
from games.circles.models import Membership
from games.leagues.models import FixtureMatch
from games.matches.models import Match, Player

#: Seconds between two rounds, and the most rows of one kind that a round deletes: in the meantime
#: matches wait for the referee.
EVERY, BATCH = 600.0, 200
#: The times for which guests without a session, and tables without a match, are kept.
GUESTS, TABLES = timedelta(days=7), timedelta(days=30)
#: The time for which an invitation to a circle waits for an answer.
INVITATIONS = timedelta(days=30)

_done_at = -EVERY


def prune_now_and_then() -> None:
    """Prune, unless that was done recently."""
    global _done_at
    if time.monotonic() - _done_at >= EVERY:
        _done_at = time.monotonic()
        prune()


def prune() -> dict[str, int]:
    """Delete a batch of every kind of expired row; return the number of each."""
    return {
        "sessions": _sessions(),
        "guests": _guests(),
        "tables": _tables(),
        "invitations": _invitations(),
    }


def _sessions() -> int:
    """Delete expired sessions, and their entries in the list of devices."""
    over = Session.objects.filter(expire_date__lt=timezone.now())
    keys = list(over.values_list("pk", flat=True)[:BATCH])
    Session.objects.filter(pk__in=keys).delete()
    stands = Session.objects.filter(session_key=OuterRef("session_key"))
    orphans = UserSession.objects.filter(~Exists(stands)).values_list("pk", flat=True)[:BATCH]
    UserSession.objects.filter(pk__in=list(orphans)).delete()
    return len(keys)


def _guests() -> int:
    """Delete guests without a session who have never played."""
    since = timezone.now() - GUESTS
    matches = Player.objects.filter(user=OuterRef("pk")).exclude(match__status=Match.Status.OPEN)
    session = UserSession.objects.filter(user=OuterRef("pk"))
    over = User.objects.filter(~Exists(matches), ~Exists(session), is_guest=True)
    guests = list(over.filter(date_joined__lt=since, is_staff=False)[:BATCH])
    for guest in guests:
        delete_account(guest)
    return len(guests)


def _tables() -> int:
    """Delete tables that were closed before the start, unless a league refers to them."""
    over = Match.objects.filter(status=Match.Status.VOID, length=0, successor=None)
    over = over.filter(opened_at__lt=timezone.now() - TABLES)
    over = over.filter(~Exists(FixtureMatch.objects.filter(match=OuterRef("pk"))))
    tables = list(over.values_list("pk", flat=True)[:BATCH])
    Match.objects.filter(pk__in=tables).delete()
    return len(tables)


def _invitations() -> int:
    """Delete invitations to circles that nobody has answered."""
    asked = Membership.objects.filter(status=Membership.Status.INVITED)
    over = asked.filter(joined_at__lt=timezone.now() - INVITATIONS)
    places = list(over.values_list("pk", flat=True)[:BATCH])
    asked.filter(pk__in=places).delete()
    return len(places)


def forget() -> None:
    """Clear the time of the last pruning, as in a new process."""
    global _done_at
    _done_at = -EVERY
