"""The circles of a person, for the first page: invitations, open tables, next and last evenings."""

from typing import Any

from django.db.models import OuterRef, Q, Subquery

from accounts.models import User
from accounts.requests import Visitor
from games.circles.dates import next_of
from games.circles.models import Membership
from games.circles.tables import tables_now
from games.matches.models import Match

Status = Membership.Status


def circles_of(person: User, viewer: Visitor) -> dict[str, Any]:
    """Return the circles of `person` with tables and dates, and invitations: three statements."""
    circle = OuterRef("circle")
    arranged = Q(kept_seats__appointment__circle_appointment__circle=circle)
    over = Match.objects.filter(status=Match.Status.FINISHED).order_by("-ended_at")
    newest = over.filter(Q(circle_table__circle=circle) | arranged).values("ended_at")[:1]
    places = person.circle_memberships.filter(status__in=[Status.MEMBER, Status.INVITED])
    rows = list(
        places.select_related("circle").annotate(evening_at=Subquery(newest)).order_by("-joined_at")
    )
    own = [row for row in rows if row.status == Status.MEMBER]
    tables: dict[int, Any] = {}
    keys = [row.circle_id for row in own]
    dates = next_of(keys, viewer)
    for table in tables_now(keys, viewer):
        tables.setdefault(table.circle_id, table)
    return {
        "circles": [(row, tables.get(row.circle_id), dates.get(row.circle_id)) for row in own],
        "invitations": [row for row in rows if row.status == Status.INVITED],
    }
