"""Personal data in matches: exported on request, erased with the account."""

import json
from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from games.matches import publish
from games.matches.errors import Refused
from games.matches.lobby import services as lobby
from games.matches.models import Match, Player, Removal
from games.matches.names import DELETED
from games.matches.play import table_votes


def export(user: User) -> dict[str, Any]:
    """Return the matches of `user`, with the user's actions in them."""
    return {
        "matches": [_player_export(player) for player in _players(user)],
        "removed_from_tables": list(
            Removal.objects.filter(user=user).order_by("pk").values("match__code", "reason", "at")
        ),
    }


def _players(user: User) -> QuerySet[Player]:
    return user.players.select_related("match").order_by("match__opened_at", "pk")


def _player_export(player: Player) -> dict[str, Any]:
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
        "marks": player.marks,
        "bets": player.bets,
        "is_host": match.host_id == player.user_id,
        "sat_at": player.sat_at,
        "started_at": match.started_at,
        "ended_at": match.ended_at,
        "actions": _actions(player),
    }


def _actions(player: Player) -> list[dict[str, Any]]:
    """Return the player's actions, without events, which contain others' secrets."""
    if player.match.is_open:
        return []
    entries = player.match.entries.filter(seat=player.seat).exclude(action="").order_by("number")
    return [{"at": entry.at, "by": entry.by, **json.loads(entry.action)} for entry in entries]


def erase(user: User) -> None:
    """Remove `user` from all tables (bots take over in running ones) and the name from seats."""
    for match in Match.objects.filter(players__user=user, status=Match.Status.OPEN):
        _leave(match, user, lobby.leave)
    for match in Match.objects.filter(players__user=user, status=Match.Status.RUNNING):
        _leave(match, user, table_votes.step_away)
    seats = Player.objects.filter(user=user)
    running = list(seats.filter(match__status=Match.Status.RUNNING).values_list("match", flat=True))
    seats.update(name=DELETED, name_key="")
    for match_id in running:  # including one in which the user is eliminated and can't leave
        publish.table(match_id)


def _leave(match: Match, user: User, leave: Callable[[int, Any], None]) -> None:
    try:
        leave(match.pk, user)
    except Refused:  # the match has started or ended in the meantime; the name is still removed
        return
