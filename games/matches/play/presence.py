"""Records absent players of matches without a clock, so that others can replace them with bots."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.engine.seats import Viewer
from games.matches import publish
from games.matches.models import Match, Player
from games.matches.play import table_votes
from games.matches.play.services import lock_match

#: How many seconds pass between two checks by one process.
EVERY = 10.0
#: After how long a person may be replaced by a bot, and how soon pages show this: two checks.
GONE, JUST_NOW = table_votes.GONE_FOR, timedelta(seconds=2 * EVERY)


def look() -> None:
    """Record present and absent players of the open matches without a clock.

    This takes one query; more follow only if somebody has left or returned.
    """
    here = {
        match_id: users for match_id in publish.open_matches() if (users := publish.here(match_id))
    }
    if not here:
        return
    now = timezone.now()
    people = Player.objects.filter(
        match__in=here,
        match__status=Match.Status.RUNNING,
        match__pace=Match.Pace.UNTIMED,
        user__isnull=False,
        bot="",
    )
    leavers, back = list[Player](), dict[int, list[int]]()
    for player in people.only("match_id", "seat", "user_id", "gone_at"):
        is_here = player.user_id in here[player.match_id]
        if player.gone_at is None and not is_here:
            leavers.append(player)
        elif player.gone_at is not None and is_here:
            back.setdefault(player.match_id, []).append(player.dealt_seat)
        elif player.gone_at is not None and timedelta() <= now - player.gone_at - GONE < JUST_NOW:
            publish.table(player.match_id)  # from now on a bot may play for them
    if leavers:
        Player.objects.filter(pk__in=[player.pk for player in leavers]).update(gone_at=now)
    for match_id, seats in back.items():
        _return(match_id, seats)


def note_visit(match: Match, viewer: Viewer, user_id: int | None) -> bool:
    """Count a player who makes a request as present for a while, as their page may lack a socket.

    If a bot had replaced them, they get their seat back. Return whether that is the case.
    """
    if viewer.seat is None:
        return False
    publish.visit(match.pk, user_id)
    if not match.is_running:
        return False
    player = match.players.filter(seat=viewer.seat, gone_at__isnull=False).first()
    if player is None:
        return False
    _return(match.pk, [viewer.seat])
    return player.is_replaced and player.is_away


def _return(match_id: int, seats: Sequence[int]) -> None:
    """Give people who were replaced by bots their `seats` back."""
    with transaction.atomic():
        match = lock_match(match_id)
        if match.is_running:
            table_votes.give_back(match, seats)
            publish.table(match_id)
