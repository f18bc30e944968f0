"""A person's circles on the front page: invitations, open tables, next and last evenings."""

from typing import Any

from django.db.models import OuterRef, Subquery

from accounts.models import User
from accounts.requests import Visitor
from games.circles.dates import next_of
from games.circles.models import Membership
from games.circles.tables import tables_now
from games.matches.models import Match

Status = Membership.Status


def circles_of(person: User, viewer: Visitor) -> dict[str, Any]:
    """Return the circles of `person` with tables and dates, and invitations, with four queries."""
    over = Match.objects.filter(group=OuterRef("circle__public_id"), status=Match.Status.FINISHED)
    last = Subquery(over.order_by("-ended_at").values("ended_at")[:1])
    places = person.circle_memberships.filter(status__in=[Status.MEMBER, Status.INVITED])
    rows = list(places.select_related("circle").annotate(evening_at=last).order_by("-joined_at"))
    own = [row for row in rows if row.status == Status.MEMBER]
    dates = next_of([row.circle_id for row in own], viewer)
    newest_last = reversed(tables_now([row.circle for row in own], viewer))
    tables = {table.group: table for table in newest_last}
    return {
        "circles": [
            (row, tables.get(row.circle.public_id), dates.get(row.circle_id)) for row in own
        ],
        "invitations": [row for row in rows if row.status == Status.INVITED],
    }
