"""The table of a circle: opening it, calling members, and the current matches."""

from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.requests import Visitor
from games.circles.membership import locked, place_of
from games.circles.models import Circle
from games.engine.required import required
from games.matches.models import Match, Player
from games.matches.public import Refused, open_match, shown_players, sit, unwelcome_at

#: How long after its end a match is shown as running, because its own pages delay the end by some
#: seconds (games/engine/curtain.py).
HELD = timedelta(seconds=20)


def tables_now(circles: Collection[Circle], viewer: Visitor) -> list[Match]:
    """Return the tables of `circles` with their players for a viewer, newest first.

    Tables with a player whom a block separates from the viewer are left out. While a new deal is
    only requested, the running match counts as the table.
    """
    running = Q(status=Match.Status.RUNNING)
    held = Q(status=Match.Status.FINISHED, ended_at__gt=timezone.now() - HELD)
    redeals = Match.objects.filter(running, successor=OuterRef("pk"))
    blocked = Q(user__blocks__user=viewer.pk) | Q(user__blocked_by__by=viewer.pk)
    apart = Player.objects.filter(blocked, match=OuterRef("pk"))
    tables = Match.objects.filter(
        (Q(status=Match.Status.OPEN) & ~Exists(redeals)) | running | held,
        ~Exists(apart),
        group__in=[circle.public_id for circle in circles],
    )
    return list(tables.prefetch_related(shown_players()).order_by("-pk"))


def sits_at(match: Match, user: Visitor) -> bool:
    """Return whether `user` is among the prefetched players of `match`."""
    return any(player.user_id == user.pk for player in match.players.all())


def open_table(circle: Circle, user: User, *, nonce: str = "", entropy: str = "") -> Match:
    """Seat `user` at the open table of their circle, or open one with the usual settings.

    A double click leads to the same table.

    :raises Http404: for non-members.
    :raises Refused: TooManyTables.
    """
    with locked(circle.pk) as now:
        place_of(user, now.public_id)
        for match in tables_now([now], user):
            if sits_at(match, user):
                return match
            if match.is_open and match.free_seats:
                # The table is full or closed, or the user was removed from it: try others.
                with suppress(Refused, Match.DoesNotExist):
                    sit(match.pk, user, entropy)
                    return match
        own = {"visibility": Match.Visibility.LINK, "group": now.public_id}
        return open_match(host=user, nonce=nonce, entropy=entropy, **{**now.usual_table, **own})


def opened_lately(within: timedelta) -> QuerySet[Match]:
    """Return circles' newly opened tables, except those of appointments and rematches."""
    reachable = Circle.objects.filter(memberships__user__push_devices__isnull=False)
    return Match.objects.filter(
        status=Match.Status.OPEN, group__in=reachable.values("public_id"), predecessor=None,
        kept_seats=None, opened_at__gt=timezone.now() - within,
    )  # fmt: skip


def members_to_call(match: Match) -> set[int]:
    """Return the members of a table's circle who may sit down there and have not done so."""
    circle = Circle.objects.filter(public_id=required(match.group)).first()
    if circle is None or not match.free_seats:
        return set()
    seated = match.players.filter(user__isnull=False).values("user")
    missing = circle.people().exclude(pk__in=seated)
    return set(missing.values_list("pk", flat=True)) - unwelcome_at(match)
