"""The context of an appointment's page."""

from typing import Any

from accounts.requests import Visitor
from games.gathering import appointments
from games.gathering.models import Appointment


def page_of(appointment: Appointment, visitor: Visitor) -> dict[str, Any]:
    """Return the context of the page for `visitor`.

    Public appointments, which everybody may see, list only people who have answered.
    """
    dates = list(appointment.offered.prefetch_related("answers__user"))
    answered = {user for date in dates for user in (*date.comers, *date.others)}
    asked = () if appointment.is_public else appointments.asked_by(appointment)
    tables = appointment.tables.select_related("match")
    own = tables.filter(match__players__user=visitor.pk or 0).first()
    return {
        "appointment": appointment,
        "dates": dates,
        "silent": sorted(set(asked) - answered, key=lambda user: user.name),
        "is_host": visitor.is_authenticated and visitor.pk == appointment.host_id,
        "own_table": own or (tables.first() if appointment.is_public else None),
    }
