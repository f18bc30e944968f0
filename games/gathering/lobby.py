"""The gathering section of the front page: appointments, numbers of people, and the bell."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from accounts.requests import Visitor
from games.catalog import GAMES
from games.engine.game import Game
from games.gathering import appointments, bell, queue, waits
from games.gathering.models import Appointment
from games.matches.models import Match, Player

#: The number of appointments shown, and how far ahead they may be.
SHOWN, AHEAD = 5, timedelta(days=7)
#: The number of appointments read, so that a host with many cannot hide those of others.
READ = 50
#: How recently somebody must have been at a waiting table for it to count.
ATTENDED = timedelta(minutes=3)
#: How many seconds the numbers of people are cached.
FRESH = 5


@dataclass(frozen=True)
class Figures:
    """The numbers of people playing, waiting at tables and queueing, and the usual waits, by game.

    People who hide their presence are left out.
    """

    playing: int
    waiting: int
    looking: dict[str, int]
    promised: dict[str, timedelta]


@dataclass(frozen=True)
class OpenQueue:
    """The queue of a game: the number of people waiting, and the usual wait if not hopeless."""

    game: Game[Any, Any, Any, Any]
    waiting: int
    wait: timedelta | None

    @property
    def minutes(self) -> int:
        """Return the usual wait in minutes, rounded up."""
        return -(-int((self.wait or timedelta()).total_seconds()) // 60)


def lobby_of(visitor: Visitor) -> dict[str, Any]:
    """Return the context of the section for `visitor`."""
    user = visitor if visitor.is_authenticated else None
    now = figures()
    own, public = _appointments(user)
    return {
        "appointments": public,
        "own": own,
        "here": now,
        "queues": _queues(now),
        "bell": bell.until(user) if user else None,
    }


def _appointments(user: User | None) -> tuple[list[Appointment], list[Appointment]]:
    """Return the upcoming appointments of the circles of `user`, and public ones.

    Every row gets `coming`, the number of people attending, and `comes`, whether `user` does.
    Blocks and answers are read only if appointments exist.
    """
    open_to_all = Appointment.objects.filter(is_public=True, status=Appointment.Status.SET)
    own, public = _of_circles(user) if user else [], _near(open_to_all)
    hosts = {one.host_id for one in [*own, *public]} - {None, user and user.pk}
    apart = blocks.kept_apart_from(user) if user and hosts else frozenset()
    own = [one for one in own if one.host_id not in apart][:SHOWN]
    public = _next_of_each([one for one in public if one.host_id not in apart])
    comers: dict[int, set[int]] = {}
    if shown := [*own, *public]:
        said = appointments.said_yes().filter(date__appointment__in=shown)
        for key, comer in said.order_by().values_list("date__appointment", "user"):
            comers.setdefault(key, set()).add(comer)
    for one in shown:
        people = comers.get(one.pk, set())
        vars(one).update(coming=len(people), comes=user is not None and user.pk in people)
    return own, public


def _of_circles(user: User) -> list[Appointment]:
    circles = user.circle_memberships.filter(status="member").values("circle")
    own = Appointment.objects.filter(circle__in=circles, is_public=False)
    return _near(own.filter(status__in=appointments.ON))


def _near(rows: QuerySet[Appointment]) -> list[Appointment]:
    now = timezone.now()
    near = rows.filter(Q(starts_at=None) | Q(starts_at__gt=now, starts_at__lt=now + AHEAD))
    return list(near.order_by("starts_at", "pk")[:READ])


def _next_of_each(rows: list[Appointment]) -> list[Appointment]:
    """Return the first of `rows`: those of the house, and the next one of each host."""
    first = {one.host_id: one for one in reversed(rows) if not one.is_of_house}
    kept = [one for one in rows if one.is_of_house or first[one.host_id] is one or not one.host_id]
    shown = sorted(kept, key=lambda one: not one.is_of_house)[:SHOWN]
    return sorted(shown, key=rows.index)


def _queues(now: Figures) -> list[OpenQueue]:
    """Return the queue of each game: the number of people waiting, and the usual wait."""
    return [
        OpenQueue(
            game=game,
            waiting=now.looking.get(game.key, 0),
            wait=None if waits.is_hopeless(wait := now.promised.get(game.key)) else wait,
        )
        for game in GAMES.values()
    ]


def figures() -> Figures:
    """Return the numbers of people on the site, read with three queries and cached for seconds."""
    kept: Figures | None = cache.get("gathering:figures")
    if kept is None:
        kept = _count()
        cache.set("gathering:figures", kept, FRESH)
    return kept


def _count() -> Figures:
    now = timezone.now()
    people = Player.objects.filter(user__shows_presence=True, is_api=False, gone_at=None)
    people = people.exclude(match__pace=Match.Pace.DAILY)
    playing = Q(match__status=Match.Status.RUNNING, is_away=False)
    waiting = Q(match__status=Match.Status.OPEN, match__seen_at__gt=now - ATTENDED)
    shown = queue.waiting().filter(user__shows_presence=True)
    return Figures(
        **people.filter(playing | waiting).aggregate(
            playing=Count("user", distinct=True, filter=playing),
            waiting=Count("user", distinct=True, filter=waiting),
        ),
        looking=dict(shown.values_list("game").annotate(Count("pk")).order_by()),
        promised=waits.promised(now),
    )
