"""The projections of matches as this process keeps them, and how they are read from the log."""

from collections import OrderedDict
from functools import cache
from threading import Lock
from typing import Any

import msgspec

from games.catalog import GAMES
from games.engine.game import Game, many
from games.engine.projection import Projection, begin, follow
from games.engine.record import Turn
from games.engine.seats import Seat
from games.matches.models import Match, MatchEntry

KEPT_PROJECTIONS = 256


@cache
def codec(key: str) -> tuple[msgspec.json.Decoder[Any], msgspec.json.Decoder[Any]]:
    """Return the decoders of a game's actions and of its lists of events."""
    records = GAMES[key].records
    return msgspec.json.Decoder(records.actions), msgspec.json.Decoder(many(records.events))


def turn_of(game: Game[Any, Any, Any, Any], entry: MatchEntry) -> Turn:
    """Read a stored `entry`."""
    actions, events = codec(game.key)
    return Turn(
        events=events.decode(entry.events),
        seat=None if entry.seat is None else Seat(entry.seat),
        action=actions.decode(entry.action) if entry.action else None,
        by=entry.by,
        at=entry.at.isoformat() if entry.at else None,
    )


_kept: OrderedDict[int, Projection] = OrderedDict()
_keeping = Lock()


def keep(match_id: int, projection: Projection) -> None:
    """Remember `projection` of a dealt match, unless a newer one is remembered."""
    with _keeping:
        entry = _kept.get(match_id)
        if projection.length >= 0 and (entry is None or entry.length < projection.length):
            _kept[match_id] = projection
            _kept.move_to_end(match_id)
            while len(_kept) > KEPT_PROJECTIONS:
                _kept.popitem(last=False)


def forget() -> None:
    """Clear all projections, as in a new process."""
    _kept.clear()


def projection_of(match: Match) -> Projection:
    """Return the projection of all entries that `match.length` counts; read only the new ones."""
    if match.projection is not None and match.projection.length == match.length:
        return match.projection
    projection = _kept.get(match.pk)
    if projection is None or projection.length > match.length:
        projection = begin(match.rules, match.players.count())
    return (
        projection
        if projection.length >= match.length
        else read_on(match, projection, match.length)
    )


def read_on(match: Match, projection: Projection, length: int = 2**31 - 1) -> Projection:
    """Return the projection after its missing entries, up to the one numbered `length`."""
    newer = match.entries.filter(number__gt=projection.length, number__lte=length)
    for entry in newer.order_by("number"):
        projection = follow(projection, turn_of(projection.game, entry))
    keep(match.pk, projection)
    return projection


def turns_of(match: Match) -> list[Turn]:
    """Return the whole stored log of `match`, the deal first."""
    return [turn_of(match.rules, entry) for entry in match.entries.order_by("number")]
