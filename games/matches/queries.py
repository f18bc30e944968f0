"""Reads: which tables there are, for whom."""

from typing import Any

from django.db.models import Count, F, Q, QuerySet

from games.matches.models import Match

LISTED = 50


def _listed() -> QuerySet[Match]:
    return Match.objects.annotate(taken=Count("players"))


def open_tables(**filters: str) -> QuerySet[Match]:
    """Return the public tables that one may sit down at, newest first.

    `filters` are `game` and `language`; an empty one filters nothing.
    """
    tables = _listed().filter(status=Match.Status.OPEN, visibility=Match.Visibility.PUBLIC)
    tables = tables.filter(taken__lt=F("seats_max")).select_related("host")
    tables = tables.prefetch_related("players")
    wanted = {name: value for name, value in filters.items() if value}
    return tables.filter(**wanted).order_by("-opened_at")[:LISTED]


def tables_to_watch() -> QuerySet[Match]:
    """Return the public matches being played that anybody may watch, newest first."""
    return (
        _listed()
        .filter(
            status=Match.Status.RUNNING,
            visibility=Match.Visibility.PUBLIC,
            allows_spectators=True,
        )
        .order_by("-started_at")[:LISTED]
    )


def latest_finished() -> QuerySet[Match]:
    """Return the matches that ended last and that everybody may see."""
    finished = _listed().filter(is_listed=True, is_imported=False)
    return finished.order_by("-ended_at")[:8]


def matches_of(user: Any) -> QuerySet[Match]:
    """Return the matches that `user` sits at and that are not over, newest first."""
    if not user.is_authenticated:
        return Match.objects.none()
    at_table = Q(pk__in=user.players.values("match"))
    unfinished = Q(status__in=[Match.Status.OPEN, Match.Status.RUNNING])
    return _listed().filter(at_table & unfinished).order_by("-opened_at")
