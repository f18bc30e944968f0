"""What the page of an appointment shows a visitor."""

from dataclasses import dataclass
from typing import Any

from accounts.models import User
from accounts.requests import Visitor
from games.gathering.models import Appointment, DateAnswer, KeptTable, OfferedDate


@dataclass(frozen=True)
class ShownDate:
    """A date with the users who can come, those who can't, and the visitor's own answer."""

    date: OfferedDate
    comers: tuple[User, ...]
    others: tuple[User, ...]
    own: bool | None
    is_fixed: bool


def page_of(appointment: Appointment, visitor: Visitor) -> dict[str, Any]:
    """Return the context of the page for `visitor`.

    Everybody may look at a public one, so it names only those who answered.
    """
    dates = _dates(appointment, visitor)
    answered = {user for one in dates for user in (*one.comers, *one.others)}
    asked = () if appointment.is_public else appointment.asked.order_by("display_name")
    silent = [user for user in asked if user not in answered]
    return {
        "appointment": appointment,
        "dates": dates,
        "silent": silent,
        "is_host": visitor.is_authenticated and visitor.pk == appointment.host_id,
        "own_table": _own_table(appointment, visitor),
    }


def _dates(appointment: Appointment, visitor: Visitor) -> list[ShownDate]:
    """Return the dates on offer, or the fixed one."""
    fixed = appointment.starts_at
    rows = appointment.dates.filter(at=fixed) if fixed else appointment.dates.all()
    shown = []
    for date in rows.prefetch_related("answers__user"):
        answers = list(date.answers.all())
        shown.append(
            ShownDate(
                date,
                comers=tuple(one.user for one in answers if one.comes),
                others=tuple(one.user for one in answers if not one.comes),
                own=_own(answers, visitor),
                is_fixed=fixed is not None,
            )
        )
    return shown


def _own(answers: list[DateAnswer], visitor: Visitor) -> bool | None:
    return next((one.comes for one in answers if one.user_id == visitor.pk), None)


def _own_table(appointment: Appointment, visitor: Visitor) -> KeptTable | None:
    """Return the table at which the visitor has a seat, or, of a public one, any open table."""
    tables = KeptTable.objects.filter(appointment=appointment).select_related("match")
    own = tables.filter(match__players__user=visitor.pk or 0).first()
    return own or (tables.first() if appointment.is_public else None)
