"""Tables with seats reserved for certain people in a fixed order, without a host.

Leagues open such tables for their players. They start automatically once all are present.
"""

import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db import transaction

from accounts import names
from accounts.models import User
from games.engine import chance
from games.matches import errors, publish
from games.matches.lobby import attendance, seats
from games.matches.lobby import services as lobby
from games.matches.models import Match, Player
from games.matches.play.services import lock_match


def reserve(*, people: Sequence[Any], **settings: Any) -> Match:
    """Open a table with seats reserved for `people`, in the order of the list.

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


class PlannedTable(NamedTuple):
    """The people to seat at a table, and its settings: fields of Match."""

    people: Sequence[User]
    settings: dict[str, Any]


def keep_tables(companies: Sequence[PlannedTable]) -> list[Match]:
    """Open a table for each company, with seats for its people, in the caller's transaction.

    Seats are in random order. Others may take free seats. The number of queries does not depend on
    the number of tables.

    :raises IntegrityError: if a random code already exists; the caller may retry.
    """
    matches = []
    for company in companies:
        seed = chance.new_seed()
        made = {"seed": seed, "commitment": chance.commitment(seed), "is_reserved": True}
        matches.append(Match(**made, **company.settings))
    Match.objects.bulk_create(matches)
    Player.objects.bulk_create(
        player
        for match, company in zip(matches, companies, strict=True)
        for player in _kept(match, company.people)
    )
    publish.lobby()
    return matches


def _kept(match: Match, people: Sequence[User]) -> list[Player]:
    """Return unsaved players on the first seats, in random order, with distinct names."""
    order = list(people)
    secrets.SystemRandom().shuffle(order)
    taken, players = list[str](), list[Player]()
    for seat, user in enumerate(order):
        taken.append(names.numbered(user.name, taken))
        players.append(Player(match=match, user=user, name=taken[-1], seat=seat))
    return players


def release(match_id: int) -> None:
    """Free the seats of absent people, which makes the table a normal one.

    The match starts if there are enough players, and the table is closed if nobody came.

    :raises Refused: NotOpen.
    """
    with transaction.atomic():
        match = _open(match_id)
        match.players.filter(is_ready=False).delete()
        present = match.players.filter(user__isnull=False).select_related("user").first()
        if present is None:
            match.delete()
            return
        match.is_reserved, match.host = False, present.user
        match.save(update_fields=["is_reserved", "host"])
        attendance.note(match)
        lobby.begin_if_possible(match)


def substitute(match_id: int, *, out: User, into: User) -> None:
    """Transfer the reserved seat of `out` to the user `into`.

    :raises Refused: NotOpen, NotSeated, or TableFull if `into` already has a seat here.
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
    """Remove absent people from their seats and start; return the removed users' keys.

    :raises Refused: NotOpen, or TooFewPlayers if too few players are left.
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
    """Return the users who are present at the table."""
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
