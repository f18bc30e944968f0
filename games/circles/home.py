"""The circles of a person, for the first page: invitations, open tables, next and last evenings."""

from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from accounts.models import User
from accounts.requests import Visitor
from games.circles.dates import next_of
from games.circles.models import CircleTable, Membership
from games.circles.tables import tables_now
from games.gathering.models import KeptTable
from games.matches.models import Match

Status = Membership.Status


def circles_of(person: User, viewer: Visitor) -> dict[str, Any]:
    """Return the circles of `person` with tables and dates, and invitations: three statements."""
    circle = OuterRef("circle")
    opened = _last(CircleTable.objects.filter(circle=circle))
    arranged = _last(KeptTable.objects.filter(appointment__circle=circle))
    # The greatest value is null in some databases if one of them is.
    newest = Coalesce(Greatest(opened, arranged), opened, arranged)
    places = person.circle_memberships.filter(status__in=[Status.MEMBER, Status.INVITED])
    rows = list(places.select_related("circle").annotate(evening_at=newest).order_by("-joined_at"))
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


def _last(tables: QuerySet[Any]) -> Subquery:
    """Return when the last finished match of `tables` ended."""
    over = tables.filter(match__status=Match.Status.FINISHED).order_by("-match__ended_at")
    return Subquery(over.values("match__ended_at")[:1])
