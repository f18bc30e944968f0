"""Services for circles and their members: make, join, leave, hand over, remove, silence."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.http import Http404
from django.utils import timezone

from accounts.models import User
from accounts.requests import Visitor
from games.circles import errors
from games.circles.models import Circle, CircleMessage, Membership
from games.gathering import appointments
from games.gathering.models import DateAnswer

Status = Membership.Status
#: The states of former members.
GONE = (Status.LEFT, Status.REMOVED)

#: The maximum number of circles per person, and of people per circle, including invited ones.
MOST_CIRCLES, MOST_MEMBERS = 50, 100
#: A second circle by the same host with the same name within this time is a double click.
DOUBLE_CLICK = timedelta(seconds=30)
#: How long a member is silenced by the host.
SILENCE = timedelta(days=7)
#: The host's steps about a member, by their names in the URL.
STEPS = ("remove", "silence", "unsilence", "hand-over")


def place_of(user: Visitor, public_id: UUID) -> Membership:
    """Return the membership of `user` in a circle.

    :raises Http404: for everybody who is not a member, as if the circle did not exist.
    """
    places = Membership.objects.filter(circle__public_id=public_id, status=Status.MEMBER)
    place = places.filter(user=user.pk).select_related("circle__league", "user").first()
    if place is None or not user.is_authenticated:
        raise Http404
    return place


def members_of(circle: Circle) -> QuerySet[Membership]:
    """Return the members of `circle`, the host first, then by the time they joined."""
    members = circle.memberships.filter(status=Status.MEMBER).select_related("user")
    return members.annotate(is_host=Q(user=F("circle__host"))).order_by("-is_host", "joined_at")


def make(*, host: User, name: str, usual_table: dict[str, Any], **fields: Any) -> Circle:
    """Make a circle; a double click makes only one.

    :raises TooManyCircles: if the host is in too many.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=host.pk)
        since = timezone.now() - DOUBLE_CLICK
        twin = Circle.objects.filter(host=host, name=name, made_at__gte=since, **fields).first()
        if twin is not None:
            return twin
        _check_number(host)
        circle = Circle.objects.create(host=host, name=name, usual_table=usual_table, **fields)
        Membership.objects.create(circle=circle, user=host)
    return circle


def _check_number(user: User) -> None:
    if user.circle_memberships.filter(status=Status.MEMBER).count() >= MOST_CIRCLES:
        raise errors.TooManyCircles


@contextmanager
def locked(circle_id: int, *, by_host: User | None = None) -> Iterator[Circle]:
    """Lock a circle for a change, which with `by_host` is allowed only to the host.

    :raises Http404: if the circle was deleted.
    :raises OnlyItsHost: if `by_host` is not its host.
    """
    with transaction.atomic():
        circle = Circle.objects.select_for_update(no_key=True).filter(pk=circle_id).first()
        if circle is None:
            raise Http404
        if by_host is not None and circle.host_id != by_host.pk:
            raise errors.OnlyItsHost
        yield circle


def circle_of_code(code: str, user: Visitor) -> Circle:
    """Return the circle with this code.

    :raises Http404: if it does not exist, or `user` was removed from it.
    """
    circle = Circle.objects.filter(code=code).first()
    if circle is None or circle.memberships.filter(user=user.pk, status=Status.REMOVED).exists():
        raise Http404
    return circle


def join(circle: Circle, user: User, *, code: str = "") -> None:
    """Make `user` a member, by the circle's code or an invitation; joining twice changes nothing.

    :raises Http404: if the code was renewed, the invitation withdrawn, or the person removed.
    :raises Refused: CircleFull or TooManyCircles.
    """
    with locked(circle.pk) as now:
        place = now.memberships.filter(user=user).first()
        was = place.status if place else ""
        if was == Status.MEMBER:
            return
        if was == Status.REMOVED or not (was == Status.INVITED or (code and code == now.code)):
            raise Http404
        _check_number(user)
        taken = now.memberships.filter(status__in=[Status.MEMBER, Status.INVITED])
        if was != Status.INVITED and taken.count() >= MOST_MEMBERS:
            raise errors.CircleFull
        fresh = {"status": Status.MEMBER, "is_named": True, "joined_at": timezone.now()}
        Membership.objects.update_or_create(circle=now, user=user, defaults=fresh)
        # Mark as changed, so that the new member is notified; nobody is notified twice.
        coming = now.appointments.filter(status__in=appointments.ON)
        coming.update(changed_at=timezone.now())


def decline(circle: Circle, user: User) -> None:
    """Decline an invitation without notifying anybody.

    :raises Http404: without one.
    """
    declined, _rows = circle.memberships.filter(user=user, status=Status.INVITED).delete()
    if not declined:
        raise Http404


def leave(circle: Circle, user: User, *, keeps_name: bool) -> None:
    """Leave a circle, with the user's name kept in its history or removed from it.

    The longest-standing member becomes host. The circle is deleted when the last member leaves.

    :raises Http404: for non-members.
    """
    with locked(circle.pk) as now:
        place = now.memberships.filter(status=Status.MEMBER, user=user)
        if not place.update(status=Status.LEFT, is_named=keeps_name):
            raise Http404
        if not keeps_name:
            CircleMessage.objects.filter(circle=now, user=user).update(name="")
        heir = now.memberships.filter(status=Status.MEMBER).order_by("joined_at", "pk").first()
        if heir is None:
            now.delete()
            return
        if now.host_id in {user.pk, None}:
            now.host_id = heir.user_id
            now.save(update_fields=["host"])
        _withdraw(now, user)


def _withdraw(circle: Circle, user: User) -> None:
    """Remove a former member from the circle's appointments; the host takes over their own."""
    rows = list(circle.appointments.order_by("pk").select_for_update(of=("self",)))
    coming = [one for one in rows if one.is_on]
    DateAnswer.objects.filter(user=user, date__appointment__in=coming).delete()
    circle.appointments.filter(host=user).update(host=circle.host_id)


def take_names(user: User) -> None:
    """Remove the name of `user` from the history of all circles that they have left."""
    gone = user.circle_memberships.filter(status__in=GONE)
    said = CircleMessage.objects.filter(user=user, circle__in=gone.values("circle"))
    said.update(name="")
    gone.update(is_named=False)


def act(circle: Circle, host: User, who: UUID, step: str) -> None:
    """Take one of `STEPS` about another member, as the host.

    Removed members cannot rejoin with the link; silenced members cannot write for a week.

    :raises Refused: OnlyItsHost or NoSuchMember.
    """
    with locked(circle.pk, by_host=host) as now:
        others = now.memberships.filter(status=Status.MEMBER).exclude(user=host)
        place = others.filter(user__public_id=who).select_related("user").first()
        if place is None:
            raise errors.NoSuchMember
        if step == "hand-over":
            now.host_id = place.user_id
            now.save(update_fields=["host"])
        elif step == "remove":
            place.status = Status.REMOVED
            _withdraw(now, place.user)
        else:
            place.silenced_until = timezone.now() + SILENCE if step == "silence" else None
        place.save(update_fields=["status", "silenced_until"])


def edit(circle: Circle, host: User, **fields: Any) -> None:
    """Change the name, the usual table, or the code of the link.

    :raises OnlyItsHost: for anybody but the host.
    """
    with locked(circle.pk, by_host=host) as now:
        Circle.objects.filter(pk=now.pk).update(**fields)
