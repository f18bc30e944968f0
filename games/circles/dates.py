"""The appointments of a circle: those of `games.gathering` that a row connects with it.

All members are asked, also those whom a block separates from the host, because who is missing
among the asked would be known to have a block. Appointments are hidden from them at reading. People
who join later are asked, too; those who leave are withdrawn, and the circle's host takes over what
they hosted.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import Block, User
from accounts.requests import Visitor
from games.circles.models import Circle, CircleAppointment, Membership
from games.gathering import appointments, pages
from games.gathering.models import Appointment

#: How many coming appointments the circle's page shows.
SHOWN = 3
#: What the circle's usual table adds to the settings that every appointment has.
ADDED = (
    "options", "has_chat", "allows_spectators", "allows_api_bots", "talk_seconds", "shows_marks",
)  # fmt: skip


def of(circle: Circle) -> QuerySet[Appointment]:
    """Return all appointments of a circle."""
    return Appointment.objects.filter(circle_appointment__circle=circle)


def _seen_by(viewer: User) -> QuerySet[Appointment]:
    """Return the appointments of circles that `viewer` may see, without hosts apart from them."""
    seen = appointments.visible_to(viewer).filter(circle_appointment__isnull=False)
    return seen.exclude(_is_apart(viewer)).select_related("host")


def _is_apart(user: User) -> Exists:
    """Return whether a block separates an appointment's host from `user`."""
    host = OuterRef("host")
    return Exists(Block.objects.filter(Q(by=user, user=host) | Q(by=host, user=user)))


def _coming(viewer: User) -> QuerySet[Appointment]:
    on = _seen_by(viewer).filter(status__in=appointments.ON)
    return on.annotate(next_at=Coalesce("starts_at", Min("dates__at"))).order_by("next_at", "pk")


def section_of(circle: Circle, viewer: User) -> dict[str, Any]:
    """Return the coming appointments of a circle for a member, and the last one to repeat."""
    own = {"circle_appointment__circle": circle}
    shown = [pages.page_of(one, viewer) for one in _coming(viewer).filter(**own)[:SHOWN]]
    fixed = _seen_by(viewer).filter(**own, starts_at__isnull=False).order_by("-starts_at", "-pk")
    last = fixed.first()
    may_repeat = last is not None and last.host_id == viewer.pk and not last.is_on
    return {"shown": shown, "repeats": last if may_repeat else None}


def next_of(circles: Iterable[int], viewer: Visitor) -> dict[int, Appointment]:
    """Return the next appointment of each circle for a member: one statement."""
    found: dict[int, Appointment] = {}
    if viewer.is_authenticated and (keys := list(circles)):
        rows = _coming(viewer).filter(circle_appointment__circle__in=keys)
        for one in rows.select_related("circle_appointment"):
            found.setdefault(one.circle_appointment.circle_id, one)
    return found


def settings_of(circle: Circle) -> dict[str, Any]:
    """Return the usual settings of a circle in the form that `appointments.make` takes."""
    usual: dict[str, Any] = defaultdict(bool, circle.usual_table)
    values = {name: usual[name] for name in ("game", "language", "fills_with_bots", "is_rated")}
    # An appointment is for one evening.
    pace = "relaxed" if usual["pace"] == "daily" else usual["pace"]
    return {**values, "pace": pace, "seats": usual["seats_max"], "name": circle.name}


def table_of(appointment: Appointment) -> dict[str, Any]:
    """Return what a circle's usual table adds to the tables of its appointment."""
    row = CircleAppointment.objects.filter(appointment=appointment).select_related("circle").first()
    if row is None or row.circle.usual_table["game"] != appointment.game:
        return {}
    return {name: row.circle.usual_table[name] for name in ADDED if name in row.circle.usual_table}


def people_to_ask(circle: Circle, host: User | None) -> QuerySet[User]:
    """Return the members of a circle whom `host` asks."""
    members = circle.memberships.filter(status=Membership.Status.MEMBER).values("user")
    people = User.objects.filter(pk__in=members)
    return people if host is None else people.exclude(pk=host.pk)


def follow(appointment: Appointment, following: Appointment) -> None:
    """Let the next appointment after one of a circle belong to it, and ask today's members."""
    row = CircleAppointment.objects.filter(appointment=appointment).select_related("circle").first()
    if row is not None:
        CircleAppointment.objects.create(circle=row.circle, appointment=following)
        following.asked.set(people_to_ask(row.circle, following.host))


def _lock(circle: Circle) -> None:
    """Lock all appointments of a locked circle, so that none is repeated for other members."""
    list(of(circle).order_by("pk").select_for_update(of=("self",)))


def welcome(circle: Circle, user: User) -> None:
    """Ask a new member about the coming appointments of the circle."""
    _lock(circle)
    for one in of(circle).filter(status__in=appointments.ON):
        one.asked.add(user)
        one.changed_at = timezone.now()  # only the new member gets a notification for it
        one.save(update_fields=["changed_at"])


def withdraw(circle: Circle, user: User) -> None:
    """Take a former member out of the appointments of the circle."""
    _lock(circle)
    rows = of(circle)
    appointments.withdraw(user, rows)
    Appointment.asked.through.objects.filter(user=user, appointment__in=rows).delete()
    Appointment.objects.filter(pk__in=rows.values("pk"), host=user).update(host=circle.host_id)


def end(circle: Circle) -> None:
    """Delete the coming appointments of a circle that nobody is in any more."""
    Appointment.objects.filter(
        pk__in=list(of(circle).filter(status__in=appointments.ON).values_list("pk", flat=True))
    ).delete()
