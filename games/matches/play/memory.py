"""This process's cache of matches: the newest position of each, or only its log.

The rows are authoritative, and the cache is valid if it agrees with them. A position has the two
counts of its row (`Match.counts`), and every change to a match or its players increments one of
them. So a position with the counts of a locked row is current. A log with the length in the row is
complete, and only the missing entries of a shorter one are read. Positions are stored after the
commit, so changes that are rolled back are not remembered. A log is stored once it is read, and no
transaction reads it after writing to it. An older position never replaces a newer one.

The moment of a room (live/room.py) is a position with everything else on its pages. It is as recent
as the last message. A move judged by it is stored only if the row has the same counts, and the
heartbeat compares the counts of all rooms with their rows.
"""

from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, NamedTuple

import msgspec
from django.db import transaction

from games.catalog import GAMES
from games.engine.game import Game, many
from games.engine.projection import Projection, begin, follow
from games.engine.record import Turn
from games.engine.seats import Seat
from games.matches.models import Match, MatchEntry, Player

#: The maximum number of matches cached in a process.
KEPT_MATCHES = 256


@dataclass(frozen=True, slots=True)
class MatchPosition:
    """An immutable snapshot of a match, sufficient to judge, plan and render the next move."""

    match: Match
    players: tuple[Player, ...]
    projection: Projection

    def seat_of(self, user_id: int | None) -> Seat | None:
        """Return the seat of a user."""
        if user_id is None:
            return None
        own = (player for player in self.players if player.user_id == user_id)
        return next((Seat(one.seat) for one in own if one.seat is not None), None)


@cache
def codec(key: str) -> tuple[msgspec.json.Decoder[Any], msgspec.json.Decoder[Any]]:
    """Return the decoders of a game's actions and of its lists of events."""
    records = GAMES[key].records
    return msgspec.json.Decoder(records.actions), msgspec.json.Decoder(many(records.events))


def turn_of(game: Game[Any, Any, Any, Any], entry: MatchEntry) -> Turn:
    """Return a stored `entry`, decoded as a turn."""
    actions, events = codec(game.key)
    return Turn(
        events=events.decode(entry.events),
        seat=None if entry.seat is None else Seat(entry.seat),
        action=actions.decode(entry.action) if entry.action else None,
        by=entry.by,
        at=entry.at.isoformat() if entry.at else None,
    )


class _Known(NamedTuple):
    """The cached state of a match: its log, with the players if they were read as well."""

    counts: tuple[int, int]  #: those of the row; without the players, -1 for other changes
    projection: Projection
    position: MatchPosition | None


_kept: OrderedDict[int, _Known] = OrderedDict()
_keeping = Lock()  # the loop, the referee and requests store positions


def keep(position: MatchPosition) -> None:
    """Cache a committed `position`, unless a later one is cached."""
    match, projection = position.match, position.projection
    _keep(match.pk, _Known(match.counts, projection, position))


def keep_log(match_id: int, projection: Projection) -> None:
    """Cache the log of a dealt match, unless a later position is cached."""
    if projection.length >= 0:
        _keep(match_id, _Known((projection.length, -1), projection, None))


def _keep(match_id: int, known: _Known) -> None:
    with _keeping:
        before = _kept.get(match_id)
        if before is None or before.counts < known.counts:
            _kept[match_id] = known
            _kept.move_to_end(match_id)
            while len(_kept) > KEPT_MATCHES:
                _kept.popitem(last=False)


def forget() -> None:
    """Clear the cache, as in a new process."""
    _kept.clear()


def position_of(match: Match) -> MatchPosition:
    """Return the position of `match`, reading its players and log."""
    players = tuple(match.players.select_related("user").order_by("seat"))
    return MatchPosition(match, players, projection_of(match))


def kept_position(match_id: int, counts: tuple[int, int]) -> MatchPosition | None:
    """Return the cached position of a match with these `counts`, or None."""
    known = _kept.get(match_id)
    return known.position if known is not None and known.counts == counts else None


def locked_position(match_id: int, counts: tuple[int, int]) -> MatchPosition:
    """Return the position of a match whose row is locked and has these `counts`."""
    kept = kept_position(match_id, counts)
    if kept is not None:
        return kept
    position = position_of(Match.objects.get(pk=match_id))
    transaction.on_commit(lambda: keep(position))
    return position


def projection_of(match: Match) -> Projection:
    """Return the projection of the first `match.length` entries, reading only new ones."""
    if match.projection is not None and match.projection.length == match.length:
        return match.projection
    known = _kept.get(match.pk)
    if known is None or known.projection.length > match.length:
        return read_on(match, begin(match.rules, match.players.count()), match.length)
    is_whole = known.projection.length == match.length
    return known.projection if is_whole else read_on(match, known.projection, match.length)


def read_on(match: Match, projection: Projection, length: int = 2**31 - 1) -> Projection:
    """Return the projection with missing entries added, up to entry `length`."""
    newer = match.entries.filter(number__gt=projection.length, number__lte=length)
    for entry in newer.order_by("number"):
        projection = follow(projection, turn_of(projection.game, entry))
    keep_log(match.pk, projection)
    return projection


def turns_of(match: Match) -> list[Turn]:
    """Return the whole stored log of `match`, starting with the deal."""
    return [turn_of(match.rules, entry) for entry in match.entries.order_by("number")]
