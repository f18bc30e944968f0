"""Queries for lists of matches."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypedDict

from django.db.models import Count, F, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts import blocks
from accounts.models import User
from accounts.requests import Visitor
from games.matches.models import Match, Player

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

LISTED = 50
WATCHED = 24
#: The columns of players read for lists, because their rows and those of accounts are wide.
SHOWN_OF_PLAYERS = (
    *("match", "name", "bot", "is_api", "seat", "is_ready", "is_away", "is_replaced", "gone_at"),
    *("asked_at", "missed", "read_at", "side", "won", "publishes", "ended_at"),
    *(f"user__{name}" for name in User.SHOWN),
)
#: How recently somebody must have been present at tables that are listed before deserted ones.
ATTENDED = timedelta(minutes=3)


class SeatCount(TypedDict):
    """The annotated numbers of players and of bots at a table."""

    taken: int
    bots: int


if TYPE_CHECKING:
    ListedMatch = WithAnnotations[Match, SeatCount]


def shown_players() -> "Prefetch[Any]":
    """Return the prefetch that lists the players of matches by seat, with one query."""
    players = Player.objects.select_related("user").only(*SHOWN_OF_PLAYERS)
    return Prefetch("players", players.order_by("seat", "pk"))


def with_seat_count(matches: QuerySet[Match]) -> "QuerySet[ListedMatch]":
    """Annotate the numbers of players and of bots at each table."""
    # Counted in subqueries: a join would have to group by every column of a match.
    seats = Player.objects.filter(match=OuterRef("pk")).order_by().values("match")
    return matches.annotate(
        taken=Coalesce(Subquery(seats.values(count=Count("pk"))), 0),
        bots=Coalesce(Subquery(seats.exclude(bot="").values(count=Count("pk"))), 0),
    )


def open_tables(user: Visitor, **filters: Any) -> "QuerySet[ListedMatch]":
    """Return the public tables where `user` may sit down: attended ones first, then newest first.

    `filters` are `game` and `language`; empty values are ignored.
    """
    public = Match.objects.filter(status=Match.Status.OPEN, visibility=Match.Visibility.PUBLIC)
    tables = with_seat_count(public).filter(taken__lt=F("seats_max")).select_related("host")
    tables = tables.prefetch_related(shown_players())
    if user.is_authenticated:
        tables = tables.exclude(players__user__in=blocks.kept_apart_from(user))
        tables = tables.exclude(removals__user=user)
    values = {name: value for name, value in filters.items() if value}
    tables = tables.annotate(is_attended=Q(seen_at__gt=timezone.now() - ATTENDED))
    return tables.filter(**values).order_by("-is_attended", "-opened_at")[:LISTED]


def tables_to_watch() -> QuerySet[Match]:
    """Return the running public matches that spectators may watch, newest first."""
    running = Match.objects.filter(
        status=Match.Status.RUNNING, visibility=Match.Visibility.PUBLIC, allows_spectators=True
    )
    return running.prefetch_related(shown_players()).order_by("-started_at")[:WATCHED]


def latest_finished() -> QuerySet[Match]:
    """Return the public matches that ended most recently."""
    matches = Match.objects.filter(is_listed=True, is_imported=False)
    return matches.prefetch_related(shown_players()).order_by("-ended_at")[:6]


def matches_of(user: User) -> QuerySet[Match]:
    """Return the unfinished matches of `user`, newest first."""
    unfinished = Match.objects.filter(status__in=[Match.Status.OPEN, Match.Status.RUNNING])
    return unfinished.filter(pk__in=user.players.values("match")).order_by("-opened_at")
