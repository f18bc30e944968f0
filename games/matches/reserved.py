"""Tables whose chairs are kept for certain people, in their order: no host, no strangers.

Whoever opens one (a league) says who plays; it begins by itself once all are there.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from games.engine import chance
from games.matches import live, refusals, tables
from games.matches.models import Match, Player
from games.matches.services import locked


def reserve(*, people: Sequence[Any], **settings: Any) -> Match:
    """Open a table where each of `people` has the chair of their place in the list.

    `settings` are fields of Match: game, options, visibility and so on.
    """
    with transaction.atomic():
        match = tables.created(
            chance.new_seed(),
            is_reserved=True,
            seats_min=len(people),
            seats_max=len(people),
            **settings,
        )
        for seat, user in enumerate(people):
            tables.keep_chair(match, user, seat)
        transaction.on_commit(live.announce_lobby, robust=True)
    return match


def substitute(match_id: int, *, out: Any, into: Any) -> None:
    """Keep the chair of `out` for the user `into` instead.

    :raises Refused: NotOpen, NotSeated, or TableFull if `into` has a chair here already.
    """
    with transaction.atomic():
        match = _open(match_id)
        player = match.players.filter(user=out).first()
        if player is None:
            raise refusals.NotSeated
        if match.players.filter(user=into).exists():
            raise refusals.TableFull
        seat = player.seat
        player.delete()
        tables.keep_chair(match, into, seat)


def begin_without_absent(match_id: int) -> list[int]:
    """Take those who are not there off their chairs and begin; return their users' ids.

    :raises Refused: NotOpen, or TooFewPlayers if the game can't be played by the others.
    """
    with transaction.atomic():
        match = _open(match_id)
        absent = match.players.filter(is_ready=False)
        missing = [pk for pk in absent.values_list("user", flat=True) if pk]
        absent.delete()
        players = list(match.players.order_by("seat"))
        if len(players) not in match.rules.seats:
            raise refusals.TooFewPlayers
        match.seats_min = match.seats_max = len(players)
        tables.begin(match)
    return missing


def close(match_id: int) -> None:
    """Remove a table that has not begun.

    :raises Refused: NotOpen.
    """
    with transaction.atomic():
        _open(match_id).delete()


def people_there(match: Match) -> set[int]:
    """Return the users who have said that they are there."""
    there = Player.objects.filter(match=match, is_ready=True, user__isnull=False)
    return set(there.values_list("user", flat=True))


def _open(match_id: int) -> Match:
    """Lock a table that has not begun and ring for it afterwards.

    :raises NotOpen: if it has.
    """
    match = locked(match_id)
    if not (match.is_open and match.is_reserved):
        raise refusals.NotOpen
    transaction.on_commit(lambda: live.announce(match_id), robust=True)
    transaction.on_commit(live.announce_lobby, robust=True)
    return match
