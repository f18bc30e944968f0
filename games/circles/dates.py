"""The dates of a circle: appointments of `games.gathering` to which all members are invited."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Min, QuerySet
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.requests import Visitor
from games.circles.membership import locked, place_of
from games.circles.models import Circle
from games.gathering import appointments, pages
from games.gathering.models import Appointment
from games.matches.models import Match

#: The number of upcoming appointments on the circle's page.
SHOWN = 3


def _coming(viewer: Visitor) -> QuerySet[Appointment]:
    on = appointments.visible_to(viewer).filter(status__in=appointments.ON)
    return on.annotate(next_at=Coalesce("starts_at", Min("dates__at"))).order_by("next_at", "pk")


def section_of(circle: Circle, viewer: User) -> dict[str, Any]:
    """Return a circle's upcoming appointments for a member, and one that they may repeat."""
    coming = _coming(viewer).filter(circle=circle).select_related("circle")
    seen = appointments.visible_to(viewer).filter(circle=circle, starts_at__isnull=False)
    last = seen.order_by("starts_at", "pk").last()
    may_repeat = last is not None and last.host_id == viewer.pk and not last.is_on
    return {
        "shown": [pages.page_of(one, viewer) for one in coming[:SHOWN]],
        "repeats": last if may_repeat else None,
    }


def next_of(circles: Collection[int], viewer: Visitor) -> dict[int | None, Appointment]:
    """Return the next appointment of each circle for a member, with one query."""
    rows = _coming(viewer).filter(circle__in=circles).reverse() if circles else ()
    return {one.circle_id: one for one in rows}


def ask(circle: Circle, host: User, moments: Sequence[datetime]) -> Appointment:
    """Ask all members who can come on which date; asking again for the same dates has no effect.

    :raises Http404: for non-members.
    :raises Refused: BadDate, TooManyAppointments or Restricted.
    """
    with locked(circle.pk) as now:
        place_of(host, now.public_id)
        for one in now.appointments.filter(host=host, status__in=appointments.ON):
            if {date.at for date in one.dates.all()} == set(moments):
                return one
        return appointments.make(host=host, dates=moments, circle=now, **_settings_of(now))


def _settings_of(circle: Circle) -> dict[str, Any]:
    """Return the usual settings of a circle as keyword arguments for `appointments.make`."""
    usual: dict[str, Any] = defaultdict(bool, circle.usual_table)
    values = {name: usual[name] for name in ("game", "language", "fills_with_bots", "is_rated")}
    # An appointment is for one evening, so never for a correspondence game.
    pace = Match.Pace.RELAXED if usual["pace"] == Match.Pace.DAILY else usual["pace"]
    return {**values, "pace": pace, "seats": usual["seats_max"], "name": circle.name}
