"""What a person's page shows of the leagues they play in."""

from typing import Any

from accounts.models import User
from games.leagues import players
from games.leagues.models import Entry, Season
from games.leagues.visits import listed_for

SHOWN = 8
#: A season that is called off or not yet open says nothing of anybody.
TOLD = (Season.Status.REGISTRATION, Season.Status.RUNNING, Season.Status.CLOSED)


def leagues_of(person: User, viewer: Any) -> dict[str, Any]:
    """Return the latest seasons of `person` in leagues that `viewer` may find, with ranks."""
    entries = Entry.objects.filter(
        user=person, season__status__in=TOLD, season__league__in=listed_for(viewer).values("pk")
    ).exclude(status=Entry.Status.WAITING)
    found = entries.select_related("season__league", "division__season__league")
    known = list(found.order_by("-season__opened_at", "-pk")[:SHOWN])
    return {"person": person, "entries": [(one, players.standing_of(one)) for one in known]}
