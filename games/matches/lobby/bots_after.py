"""Seats bots at tables that still need players after the time set by the host."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.matches import publish
from games.matches.lobby import seats
from games.matches.models import Match
from games.matches.play.services import lock_predecessor


def fill_due() -> None:
    """Seat bots at the tables whose time has come, only once per table."""
    now = timezone.now()
    due = Q()
    for minutes, _label in Match.BOTS_AFTER[1:]:
        due |= Q(bots_after=minutes, opened_at__lte=now - timedelta(minutes=minutes))
    tables = Match.objects.filter(due, status=Match.Status.OPEN, is_reserved=False)
    for match_id in tables.values_list("pk", flat=True):
        _fill(match_id)


def _fill(match_id: int) -> None:
    """Seat the bots, unless another process has done so, or everybody has left the table."""
    with transaction.atomic():
        lock_predecessor(match_id)
        waiting = Match.objects.select_for_update().filter(status=Match.Status.OPEN)
        match = waiting.filter(pk=match_id, bots_after__gt=0, host__isnull=False).first()
        if match is None:
            return
        for _seat in range(match.players.count(), match.seats_min):
            seats.seat_bot(match)
        match.bots_after = 0
        match.save(update_fields=["bots_after"])
        publish.table(match_id)
        publish.lobby()
