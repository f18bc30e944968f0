"""What this app keeps about a person: to be shown to them, and to be let go of when they go."""

import json
from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_noop

from games.matches import agreements, tables
from games.matches.models import Match, Player
from games.matches.refusals import Refused

#: What somebody is called whose account is gone; nobody can take this name (accounts.names).
DELETED = gettext_noop("deleted player")


def called(name: str) -> str:
    """Return a stored name as it is shown: the one that stands for the gone is translated."""
    return gettext(DELETED) if name == DELETED else name


def export(user: Any) -> dict[str, Any]:
    """Return the matches that `user` sits or sat at, with what they did there."""
    return {"matches": [_played(player) for player in _players(user)]}


def _players(user: Any) -> QuerySet[Player]:
    return user.players.select_related("match").order_by("match__opened_at", "pk")


def _played(player: Player) -> dict[str, Any]:
    match = player.match
    return {
        "code": match.code,
        "game": match.game,
        "status": match.status,
        "seat": player.seat,
        "name": player.name,
        "entropy": player.entropy,
        "side": player.side,
        "won": player.won,
        "is_host": match.host_id == player.user_id,
        "sat_at": player.sat_at,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
        "actions": _actions(player),
    }


def _actions(player: Player) -> list[dict[str, Any]]:
    """Return what the player asked for; what then happened holds the secrets of others."""
    if player.match.is_open:
        return []
    entries = player.match.entries.filter(seat=player.seat).exclude(action="").order_by("number")
    return [{"at": entry.at, "by": entry.by, **json.loads(entry.action)} for entry in entries]


def erase(user: Any) -> None:
    """Leave the tables of `user`, running ones to bots, and take the name off their chairs."""
    for match in Match.objects.filter(players__user=user, status=Match.Status.OPEN):
        _leave(match, user, tables.leave)
    for match in Match.objects.filter(players__user=user, status=Match.Status.RUNNING):
        _leave(match, user, agreements.step_away)
    Player.objects.filter(user=user).update(name=DELETED, name_key="")


def _leave(match: Match, user: Any, leave: Callable[[int, Any], None]) -> None:
    try:
        leave(match.pk, user)
    except Refused:  # it has begun or ended meanwhile, and its chair loses the name all the same
        return
