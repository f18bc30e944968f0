"""The queue: people waiting for a game, and tables that open for enough people with one wish."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts import blocks
from accounts.models import ConductDecision, User
from games.catalog import GAMES
from games.gathering import companies, opening, waits
from games.gathering.models import QueuePlace
from games.matches.models import Match, Player, Removal
from games.matches.public import errors, reserved_seats

#: How recently the page of a waiting user must have been open; browsers limit hidden pages to one
#: request a minute.
HERE = timedelta(seconds=75)
#: How long a seat is reserved, and the available paces.
KEPT = timedelta(minutes=2)
PACES = (Match.Pace.RELAXED, Match.Pace.BRISK)
#: The maximum number of people seated in one run; the next run follows in seconds.
MOST = 1000
#: How long a place with possible times is kept.
DAY = timedelta(hours=24)

#: A user's wish: a game, a pace and a language.
Wish = tuple[str, str, str]


def ask(user: User, game: str, pace: str, language: str) -> None:
    """Give `user` a place in the queue, which repeating the same wish does not change.

    :raises Restricted: if a moderator's decision keeps them from public tables.
    """
    if ConductDecision.objects.kept_from([user.pk], is_public=True, is_rated=True):
        raise errors.Restricted
    now = timezone.now()
    wish = {"game": game, "pace": pace, "language": language}
    with transaction.atomic():
        known = QueuePlace.objects.select_for_update().filter(user=user, **wish, match=None)
        is_here = known.filter(seen_at__gt=now - HERE).update(seen_at=now)
        if is_here or known.update(asked_at=now, seen_at=now):
            return
        QueuePlace.objects.update_or_create(
            user=user,
            defaults={**wish, "asked_at": now, "seen_at": now, "match": None, "hours": []},
        )


def leave(user: User) -> None:
    """Remove `user` from the queue."""
    with transaction.atomic():
        own = QueuePlace.objects.select_for_update().filter(user=user)
        waits.keep(own.filter(match=None, seen_at__gt=F("asked_at")), is_seated=False)
        own.delete()


def be_here(user: User) -> QueuePlace | None:
    """Record that the queue's page is open for `user`; return their place, or None."""
    now = timezone.now()
    QueuePlace.objects.filter(user=user, seen_at__lte=now).update(seen_at=now)
    return place_of(user)


def place_of(user: User) -> QueuePlace | None:
    """Return the place of `user` in the queue, or None."""
    return QueuePlace.objects.filter(user=user).select_related("match").first()


def waiting() -> QuerySet[QueuePlace]:
    """Return the places of people who are waiting now."""
    return QueuePlace.objects.filter(match=None, seen_at__gt=timezone.now() - HERE)


def seat_due() -> None:
    """Open tables for people with the same wish, with a constant number of queries.

    People who are being seated by another process are locked, and skipped.
    """
    with transaction.atomic():
        locked = waiting().select_for_update(skip_locked=True, of=("self",))
        places = list(locked.select_related("user").order_by("asked_at", "pk")[:MOST])
        if not places:
            return
        by_user = {place.user_id: place for place in places if place.user.is_active}
        apart = kept_apart(by_user)
        busy = _sitting_elsewhere(by_user)
        busy |= ConductDecision.objects.kept_from(by_user, is_public=True, is_rated=True)
        groups = defaultdict[Wish, list[int]](list)
        for user, place in by_user.items():
            if user not in busy:
                groups[place.game, place.pace, place.language].append(user)
        seated = []
        for (game, _pace, _language), users in groups.items():
            seats = GAMES[game].seats
            divided = companies.divide(users, seats.stop - 1, seats.start, apart)
            seated += [[by_user[user] for user in company] for company in divided]
        if seated:
            _open_for(seated)


def kept_apart(users: Collection[int]) -> companies.Apart:
    """Return for each user those kept apart from them: one has blocked or removed the other."""
    apart = dict(blocks.kept_apart_from_any(users))
    removals = Removal.objects.filter(user__in=users, match__host__in=users)
    for one, other in removals.values_list("user", "match__host"):
        for user, kept in ((one, other), (other, one)):
            apart[user] = apart.get(user, frozenset()) | {kept}
    return apart


def _sitting_elsewhere(users: Iterable[int]) -> set[int]:
    """Return the users who have sat down at another table since they joined the queue.

    Users with a reserved seat are included until they take it, because a table waits for them.
    """
    on = [Match.Status.OPEN, Match.Status.RUNNING]
    since = Q(match__status__in=on, sat_at__gt=F("user__queue_place__asked_at"))
    kept = Q(match__status=Match.Status.OPEN, match__kept_seats__isnull=False, is_ready=False)
    elsewhere = Player.objects.filter(since | kept, user__in=users)
    return set(elsewhere.values_list("user", flat=True)) - {None}


def _open_for(seated: list[list[QueuePlace]]) -> None:
    """Open a table for each company, and store the waits."""
    tables = [
        reserved_seats.PlannedTable(
            [place.user for place in company],
            {
                **{name: getattr(company[0], name) for name in ("game", "pace", "language")},
                "visibility": Match.Visibility.PUBLIC,
                "seats_min": GAMES[company[0].game].seats.start,
                "seats_max": len(company),
            },
        )
        for company in seated
    ]
    matches = opening.keep(tables, kept=KEPT)
    places = [place for company in seated for place in company]
    for company, match in zip(seated, matches, strict=True):
        for place in company:
            place.match = match
    QueuePlace.objects.bulk_update(places, ["match"])
    waits.keep(places, is_seated=True)


def close_due() -> None:
    """Remove the places of people who closed the page, and store the waits.

    Places with possible times are kept for a day, so that a time can be proposed.
    """
    now = timezone.now()
    with transaction.atomic():
        lapsed = QueuePlace.objects.filter(seen_at__lte=now - HERE)
        gone = list(lapsed.select_for_update(skip_locked=True)[:MOST])
        without = [one for one in gone if one.match_id is None]
        waits.keep([one for one in without if one.seen_at > one.asked_at], is_seated=False)
        stay = {one.pk for one in without if one.hours and one.seen_at > now - DAY}
        QueuePlace.objects.filter(pk__in=stay).update(asked_at=F("seen_at"))
        QueuePlace.objects.filter(pk__in={one.pk for one in gone} - stay).delete()
