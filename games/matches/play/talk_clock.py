"""A clock for talk: whoever decides when the table votes may start it once a round.

It is shown to everybody, and holds nobody up. A table chooses its length when it is opened.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.projection import Projection
from games.engine.seats import PUBLIC, Seat
from games.matches import errors
from games.matches.models import Match
from games.matches.play.memory import projection_of
from games.matches.play.table_votes import locked_player


def start(match_id: int, user: User) -> None:
    """Start the clock; a second press changes nothing.

    :raises Refused: NotSeated, NotRunning, or NotAllowed for anybody but the timekeeper.
    """
    with transaction.atomic():
        match, _players, mine = locked_player(match_id, user)
        projection = projection_of(match)
        if timekeeper(match, projection) != mine.seat:
            raise errors.NotAllowed
        if ends_at(match, projection) is None:
            match.talk_until = timezone.now() + timedelta(seconds=match.talk_seconds)
            match.talk_round = _round(projection)
            match.save()


def timekeeper(match: Match, projection: Projection) -> Seat | None:
    """Return the seat that may start the clock now, by what everybody knows."""
    is_usual = match.is_running and match.talk_seconds
    return projection.game.talk.timekeeper(projection.state) if is_usual else None


def ends_at(match: Match, projection: Projection) -> datetime | None:
    """Return when the talk before this vote ends, or has ended; None if no clock was started."""
    is_current = match.talk_round == _round(projection)
    return match.talk_until if is_current and timekeeper(match, projection) is not None else None


def _round(projection: Projection) -> int:
    return projection.log(PUBLIC)[-1].chapter
