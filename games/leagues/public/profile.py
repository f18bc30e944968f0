"""The leagues on a person's profile page."""

from typing import Any

from accounts.models import User
from accounts.requests import Visitor
from games.leagues.context import listed_for
from games.leagues.models import Entry, Season
from games.leagues.public import players, queries
from games.leagues.seasons import announcements, sitting_out

SHOWN = 8
#: How many fixtures the front page shows.
NEXT = 3
#: Seasons in preparation and cancelled seasons are not shown.
PUBLIC_STATUSES = (Season.Status.REGISTRATION, Season.Status.RUNNING, Season.Status.CLOSED)


def leagues_of(person: User, viewer: Visitor) -> dict[str, Any]:
    """Return the latest seasons and ranks of `person` in leagues that are listed for `viewer`."""
    entries = Entry.objects.filter(
        user=person,
        season__status__in=PUBLIC_STATUSES,
        season__league__in=listed_for(viewer).values("pk"),
    ).exclude(status__in=Entry.OUTSIDE)
    entries_shown = entries.select_related("season__league", "division")
    rows = list(entries_shown.order_by("-season__opened_at", "-pk")[:SHOWN])
    return {"person": person, "entries": players.ranks_of(rows)}


def next_fixtures_of(person: User, viewer: Visitor) -> dict[str, Any]:
    """Return the next fixtures and seasons of `person`, for their own front page."""
    del viewer
    return {
        "fixtures": queries.next_fixtures(person, most=NEXT),
        "asked": sitting_out.questions_to(person),
        "seasons": announcements.invitations_to_return(person),
    }
