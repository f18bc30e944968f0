"""Discussion options of a table: a clock before a vote, and marks visible to everybody.

The clock can be started once per round, and doesn't delay anybody. At a table that doesn't show
marks, they are stored only on each player's device (static/js/scene.js).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.engine.projection import Projection
from games.engine.seats import PUBLIC, Seat
from games.matches import errors
from games.matches.models import Match, Player
from games.matches.play.memory import projection_of
from games.matches.play.table_votes import locked_player

TRUST, DOUBT, NONE = MARKS = ("trust", "doubt", "none")


def start(match_id: int, user: User) -> None:
    """Start the discussion clock; a second call changes nothing.

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
    """Return the seat that may start the clock now, based on public knowledge."""
    is_usual = match.is_running and match.talk_seconds
    return projection.game.talk.timekeeper(projection.state) if is_usual else None


def ends_at(match: Match, projection: Projection) -> datetime | None:
    """Return the end of the discussion before the current vote; None if no clock was started."""
    is_current = match.talk_round == _round(projection)
    return match.talk_until if is_current and timekeeper(match, projection) is not None else None


def _round(projection: Projection) -> int:
    return projection.log(PUBLIC)[-1].chapter


def mark(match_id: int, user: User, seat: int, kind: str) -> None:
    """Mark the player on `seat`, visibly to everybody, or remove the mark.

    :raises Refused: NotSeated, NotRunning, or NotAllowed at a table that doesn't show marks, for
        one's own seat or an invalid one, and for eliminated players.
    """
    with transaction.atomic():
        match, players, mine = locked_player(match_id, user)
        out = match.rules.talk.eliminated(projection_of(match).state)
        others = {player.seat for player in players} - {mine.seat}
        may_mark = match.shows_marks and mine.seat not in out
        if not may_mark or seat not in others or kind not in MARKS:
            raise errors.NotAllowed
        marks = {**mine.marks, str(seat): kind}
        mine.marks = {place: one for place, one in marks.items() if one != NONE}
        mine.save(update_fields=["marks"])
        match.save()


def tallies(players: Iterable[Player]) -> Mapping[Seat, tuple[int, int]]:
    """Return the numbers of players who trust and who doubt each marked seat."""
    counts = Counter((Seat(int(seat)), kind) for one in players for seat, kind in one.marks.items())
    seats = sorted({seat for seat, _kind in counts})
    return {seat: (counts[seat, TRUST], counts[seat, DOUBT]) for seat in seats}
