"""Personal data in circles: exported on request, erased with the account."""

from contextlib import suppress
from typing import Any

from django.http import Http404

from accounts.models import User
from games.circles import membership
from games.circles.models import Circle, CircleMessage, Membership
from games.matches.public import DELETED


def export(user: User) -> dict[str, Any]:
    """Return the circles of `user`, and their messages there."""
    places = user.circle_memberships.order_by("pk")
    fields = ("circle__name", "status", "joined_at", "silenced_until", "is_named")
    said = CircleMessage.objects.filter(user=user).order_by("pk")
    hosted = Circle.objects.filter(host=user).order_by("pk")
    return {
        "circles": list(places.values(*fields)),
        "circles_hosted": list(hosted.values("name", "usual_table", "made_at")),
        "circle_messages": list(said.values("circle__name", "text", "said_at")),
    }


def erase(user: User) -> None:
    """Remove `user` from every circle, and their name from the remaining rows."""
    places = user.circle_memberships.filter(status=Membership.Status.MEMBER)
    for place in places.order_by("circle"):  # locks are always taken in this order
        with suppress(Http404):  # the host has just removed the user
            membership.leave(place.circle, user, keeps_name=False)
    user.circle_memberships.all().delete()
    CircleMessage.objects.filter(user=user).update(name=DELETED, user=None)
