"""Tables with reserved seats for certain people, in a fixed order, without a host.

A league opens such a table for its players. It starts automatically once all have come.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from accounts.models import User
from games.engine import chance
from games.matches import errors, publish
from games.matches.lobby import seats
from games.matches.lobby import services as lobby
from games.matches.models import Match, Player
from games.matches.play.services import lock_match


def reserve(*, people: Sequence[Any], **settings: Any) -> Match:
    """Open a table where `people` have seats in the order of the list.

    `settings` are fields of Match: game, options, visibility and so on.
    """
    with transaction.atomic():
        match = lobby.create_match(
            chance.new_seed(),
            is_reserved=True,
            seats_min=len(people),
            seats_max=len(people),
            **settings,
        )
        for seat, user in enumerate(people):
            seats.keep_seat(match, user, seat)
        publish.lobby()
    return match


def substitute(match_id: int, *, out: User, into: User) -> None:
    """Reserve the seat of `out` for the user `into` instead.

    :raises Refused: NotOpen, NotSeated, or TableFull if `into` has a seat here already.
    """
    with transaction.atomic():
        match = _open(match_id)
        player = match.players.filter(user=out).first()
        if player is None:
            raise errors.NotSeated
        if match.players.filter(user=into).exists():
            raise errors.TableFull
        seat = player.dealt_seat
        player.delete()
        seats.keep_seat(match, into, seat)


def begin_without_absent(match_id: int) -> list[int]:
    """Remove absent people from their seats and start; return the ids of these users.

    :raises Refused: NotOpen, or TooFewPlayers if the others are too few for the game.
    """
    with transaction.atomic():
        match = _open(match_id)
        absent = match.players.filter(is_ready=False)
        missing = [pk for pk in absent.values_list("user", flat=True) if pk]
        absent.delete()
        players = list(match.players.order_by("seat"))
        if len(players) not in match.rules.seats:
            raise errors.TooFewPlayers
        match.seats_min = match.seats_max = len(players)
        lobby.begin(match)
    return missing


def close(match_id: int) -> None:
    """Delete a table that has not started.

    :raises Refused: NotOpen.
    """
    with transaction.atomic():
        _open(match_id).delete()


def people_there(match: Match) -> set[int]:
    """Return the users who have reported that they are present."""
    there = Player.objects.filter(match=match, is_ready=True, user__isnull=False)
    return set(there.values_list("user", flat=True))


def _open(match_id: int) -> Match:
    """Lock a table that has not started, and publish the change after the commit.

    :raises NotOpen: if it has started.
    """
    match = lock_match(match_id)
    if not (match.is_open and match.is_reserved):
        raise errors.NotOpen
    publish.table(match_id)
    publish.lobby()
    return match
