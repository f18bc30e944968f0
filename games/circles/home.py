"""The circles of a person, for the first page: invitations, open tables, last evenings."""

from typing import Any

from django.db.models import OuterRef, Subquery

from accounts.models import User
from accounts.requests import Visitor
from games.circles.models import CircleTable, Membership
from games.circles.tables import tables_now
from games.matches.models import Match

Status = Membership.Status


def circles_of(person: User, viewer: Visitor) -> dict[str, Any]:
    """Return the circles of `person` with their tables of now, and invitations: two statements."""
    played = CircleTable.objects.filter(
        circle=OuterRef("circle"), match__status=Match.Status.FINISHED
    )
    newest = played.order_by("-match__ended_at").values("match__ended_at")[:1]
    places = person.circle_memberships.filter(status__in=[Status.MEMBER, Status.INVITED])
    rows = list(
        places.select_related("circle").annotate(evening_at=Subquery(newest)).order_by("-joined_at")
    )
    own = [row for row in rows if row.status == Status.MEMBER]
    tables: dict[int, Any] = {}
    for table in tables_now([row.circle_id for row in own], viewer):
        tables.setdefault(table.circle_id, table)
    return {
        "circles": [(row, tables.get(row.circle_id)) for row in own],
        "invitations": [row for row in rows if row.status == Status.INVITED],
    }
