"""Reading the letters with the secret roles, after which play begins."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.matches import errors, publish
from games.matches.models import Match, Player
from games.matches.play import clocks, moves, reveal, schedule, services
from games.matches.play.memory import projection_of


def read(match_id: int, user: User) -> None:
    """Record that a user has read their letter; after the last reader, play begins.

    Calling it twice changes nothing.

    :raises Refused: NotSeated or NotRunning.
    """
    with transaction.atomic():
        match = services.lock_match(match_id)
        if not match.is_running:
            raise errors.NotRunning
        players = list(match.players.select_related("user").order_by("seat"))
        mine = next((player for player in players if player.user_id == user.pk), None)
        if mine is None:
            raise errors.NotSeated
        if mine.read_at is None:
            mine.read_at = timezone.now()
            mine.save(update_fields=["read_at"])
            if match.reading_until and not any(reveal.holds_up(match, p) for p in players):
                begin(match, players)
            else:
                publish.table(match_id)


def begin(match: Match, players: Sequence[Player]) -> None:
    """End the wait for readers: clocks start, and bots may act. The caller must hold the lock."""
    now, projection = match.paused_at or timezone.now(), projection_of(match)
    match.reading_until = None
    clocks.run_on(match, projection, players, None, now)
    Player.objects.bulk_update(players, moves.TIMED)
    schedule.note_turns(match, players)
    match.due_at = schedule.due_at(match, projection, players, now)
    match.save(update_fields=["reading_until", "due_at"])
    publish.table(match.pk)
