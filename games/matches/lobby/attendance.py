"""Closes open tables that nobody attends, to make room for others.

People are present through their page's socket, or by making requests. This is known only to
processes that serve pages, so they do this work instead of the referee.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.engine.seats import Viewer
from games.matches import publish
from games.matches.models import Match
from games.matches.play.services import lock_predecessor

#: How many seconds pass between two checks by one process.
EVERY = 60.0
#: How long an unattended listed table stays open, as the list is limited.
LISTED = timedelta(minutes=15)
#: The same for unlisted tables, and for correspondence tables.
BY_LINK, BY_THE_DAY = timedelta(days=1), timedelta(days=7)


def look() -> None:
    """Record the open tables where somebody is present, and close those long unattended."""
    noted_before = timezone.now() - timedelta(seconds=EVERY / 2)
    for match in _open().filter(seen_at__lt=noted_before).only("pk").prefetch_related("players"):
        here = publish.here(match.pk)
        if here.intersection(player.user_id for player in match.players.all()):
            note(match)
    for match in _left_alone():
        _close(match.pk)


def note(match: Match) -> None:
    """Record that a player of an open table is present."""
    Match.objects.filter(pk=match.pk).update(seen_at=timezone.now())


def note_visit(match: Match, viewer: Viewer) -> None:
    """Record a request by `viewer` for the page of `match`, which may have no socket."""
    is_news = match.seen_at < timezone.now() - timedelta(seconds=EVERY)
    if match.is_open and viewer.seat is not None and is_news:
        note(match)


def _open() -> QuerySet[Match]:
    """Return the open tables that a person opened, except new deals of running matches."""
    by_hand = Match.objects.filter(status=Match.Status.OPEN, host__isnull=False, is_reserved=False)
    return by_hand.exclude(predecessor__status=Match.Status.RUNNING)


def _left_alone() -> QuerySet[Match]:
    now = timezone.now()
    daily = Q(pace=Match.Pace.DAILY)
    listing = Q(visibility=Match.Visibility.PUBLIC)
    return _open().filter(
        Q(daily, seen_at__lt=now - BY_THE_DAY)
        | Q(~daily, listing, seen_at__lt=now - LISTED)
        | Q(~daily, ~listing, seen_at__lt=now - BY_LINK)
    )


def _close(match_id: int) -> None:
    """Lock a table, and close it if still unattended."""
    with transaction.atomic():
        lock_predecessor(match_id)
        match = _left_alone().select_for_update(of=("self",)).filter(pk=match_id).first()
        if match is not None:
            match.delete()
            publish.table(match_id)
            publish.lobby()
