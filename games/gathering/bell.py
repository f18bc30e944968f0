"""The bell: notifies users when somebody sits down, or a public table needs one more player."""

from collections.abc import Iterable, Iterator
from datetime import timedelta

from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from accounts.models import ConductDecision, User
from games.gathering.models import EveningBell
from games.matches.models import Match, Player
from games.matches.public import unwelcome_at, with_matches

#: The length of an evening, and how long an arrival counts as recent.
EVENING, FRESH = timedelta(hours=4), timedelta(minutes=10)

#: A user to be called to a table, and a marker that distinguishes the call from earlier ones.
Ring = tuple[int | None, str]


def set_for_evening(user: User, *, wanted: bool) -> None:
    """Start or stop notifying `user`, for an evening, when a public table needs one more player."""
    if wanted:
        until = timezone.now() + EVENING
        EveningBell.objects.update_or_create(user=user, defaults={"until": until})
    else:
        EveningBell.objects.filter(user=user).delete()


def until(user: User) -> EveningBell | None:
    """Return the bell of `user`, or None if it is not set or the evening is over."""
    return EveningBell.objects.filter(user=user, until__gt=timezone.now()).first()


def needed() -> Iterator[Ring]:
    """Yield the users to call to each public table that lacks one player.

    Users who sit there, play elsewhere, or may not sit down are not called.
    """
    asked = EveningBell.objects.filter(until__gt=timezone.now(), user__push_devices__isnull=False)
    users = set(asked.values_list("user", flat=True))
    if not users:
        return
    running = Player.objects.filter(user__in=users, match__status=Match.Status.RUNNING)
    users -= set(running.exclude(match__pace=Match.Pace.DAILY).values_list("user", flat=True))
    for match in _lacking_one():
        there = set(match.players.values_list("user", flat=True)) | unwelcome_at(match)
        there |= ConductDecision.objects.kept_from(users, is_public=True, is_rated=match.is_rated)
        for user in sorted(with_matches(users - there, match.least_matches)):
            yield user, match.code


def _lacking_one() -> Iterator[Match]:
    tables = Match.objects.filter(
        status=Match.Status.OPEN,
        visibility=Match.Visibility.PUBLIC,
        is_reserved=False,
        host__isnull=False,
        seen_at__gt=timezone.now() - FRESH,
    ).exclude(pace=Match.Pace.DAILY)
    return tables.alias(seated=Count("players")).filter(seated=F("seats_min") - 1).iterator()


def arrivals() -> Iterator[Ring]:
    """Yield the users who asked to be called, for each person who has sat down after them."""
    callers = Player.objects.filter(
        wants_call=True, match__status=Match.Status.OPEN, user__push_devices__isnull=False
    )
    fresh = Player.objects.filter(
        match__in=callers.values("match"), sat_at__gt=timezone.now() - FRESH, user__isnull=False
    )
    newest = {one.match_id: one for one in fresh.order_by("sat_at", "pk")}
    for caller in callers.filter(match__in=newest).select_related("match").distinct():
        comer = newest[caller.match_id]
        if (comer.sat_at, comer.pk) > (caller.sat_at, caller.pk):
            yield caller.user_id, f"{caller.match.code} {comer.user_id}"


def seated() -> Iterable[Ring]:
    """Return the users from the queue who have not taken their reserved seat yet."""
    kept = Match.objects.filter(
        kept_seats__until__gt=timezone.now(), kept_seats__appointment=None, is_reserved=True,
        status=Match.Status.OPEN,
    )  # fmt: skip
    return _reachable_at(Player.objects.filter(match__in=kept, is_ready=False))


def full() -> Iterable[Ring]:
    """Return the hosts of full tables, and the players there who asked to be called."""
    tables = Match.objects.filter(status=Match.Status.OPEN, is_reserved=False)
    full = tables.alias(seated=Count("players")).filter(seated=F("seats_max"))
    called = Q(wants_call=True) | Q(user=F("match__host"))
    return _reachable_at(Player.objects.filter(called, match__in=full))


def _reachable_at(players: QuerySet[Player]) -> Iterable[Ring]:
    reachable = players.filter(user__push_devices__isnull=False).distinct()
    return reachable.values_list("user", "match__code")
