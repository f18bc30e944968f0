"""Services for tables before the start and after the end: open, sit, start, rematch, redeal."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.engine import chance
from games.matches import errors, publish, removals
from games.matches.lobby import attendance, seats
from games.matches.models import ENTROPY_LENGTH, Match
from games.matches.play import memory, seeds
from games.matches.play.services import deal, drop_redeal, lock_match, lock_predecessor


def open_match(*, host: User, entropy: str = "", nonce: str = "", **settings: Any) -> Match:
    """Open a table with the host on its first seat, and with a commitment to its seed.

    `nonce` identifies the seed, whose commitment the page showed before `entropy` was sent.
    `settings` are fields of Match: game, options, visibility, seats_min, seats_max and so on.

    :raises TooManyTables: if the host has reached the limit of open tables.
    :raises Restricted: if a moderator's decision bars the host from such a table.
    """
    with transaction.atomic():
        _check_open_tables(host)
        return _open(host, entropy, nonce, **settings)


def _check_open_tables(host: User) -> None:
    """Check the number of the host's open tables, under a lock because of double clicks.

    :raises TooManyTables: if there are too many.
    """
    get_user_model().objects.select_for_update(no_key=True).get(pk=host.pk)
    if seats.hosts_enough(host):
        raise errors.TooManyTables


def _open(host: User, entropy: str, nonce: str, **settings: Any) -> Match:
    """Store a table with the host on its first seat, in the caller's transaction."""
    match = create_match(seeds.seed_of(nonce), host=host, **settings)
    seats.seat_person(match, host, entropy, is_ready=True)
    publish.lobby()
    return match


def open_to_all(*, bots: int, **settings: Any) -> Match:
    """Open a table with `bots` and no host; the first person to sit down becomes host."""
    with transaction.atomic():
        match = create_match(chance.new_seed(), **settings)
        for _bot in range(bots):
            seats.seat_bot(match)
        publish.lobby()
    return match


def sit(match_id: int, user: User, entropy: str = "", *, is_api: bool = False) -> None:
    """Seat `user` on a free seat, as host if the table has none; repeating it is harmless.

    At a table with reserved seats, record the user as present; the match starts once all are. With
    `is_api`, a program of the user plays in the seat, if the table allows it; it is never host.

    :raises Refused: NotOpen, TableFull, Removed, KeptApart, TooFewMatches, Restricted, Reserved
        or NoApiBots.
    """
    with _table(match_id) as match:
        if is_api and not _admits_programs(match):
            raise errors.NoApiBots
        removals.check(match, user)
        if match.is_reserved:
            _sit_on_reserved_seat(match, user, entropy)
            return
        if match.players.filter(user=user).exists():
            return
        seats.check_free_seat(match)
        seats.check_company(match, user)
        seats.check_experience(match, user)
        if match.host_id is None and not is_api:
            match.host = user
            match.save(update_fields=["host"])
        seats.seat_person(match, user, entropy, is_ready=match.host_id == user.pk, is_api=is_api)


def _admits_programs(match: Match) -> bool:
    """Return whether programs may sit down, which must not imply agreement to a new deal."""
    return match.allows_api_bots and not match.is_reserved and not _awaits_agreement(match)


def _awaits_agreement(match: Match) -> bool:
    """Return whether this is a new deal, to which not all players of the old one have agreed."""
    return Match.objects.filter(successor=match, status=Match.Status.RUNNING).exists()


def leave(match_id: int, user: User) -> None:
    """Give up the user's seat; the next person becomes host, and an empty table is closed.

    :raises Refused: NotOpen, NotSeated, or Reserved at a table with reserved seats.
    """
    with _table(match_id) as match:
        player = match.players.filter(user=user).first()
        if player is None:
            raise errors.NotSeated
        if match.is_reserved:
            raise errors.Reserved
        seats.vacate(match, player)


def be_ready(match_id: int, user: User, *, ready: bool) -> None:
    """Set whether `user` is ready.

    :raises Refused: NotOpen or NotSeated.
    """
    with _table(match_id) as match:
        if not match.players.filter(user=user).update(is_ready=ready):
            raise errors.NotSeated
        if match.is_reserved:
            _begin_if_all_are_there(match)


def remove(match_id: int, host: User, who: UUID | int, reason: str = "") -> None:
    """Remove a person or a bot; a person is shown the reason, and cannot come back.

    `who` is a bot's seat, or a person's public id, as somebody else may now have the seat.

    :raises Refused: NotOpen, NotTheHost or NoSuchSeat (nobody at the table, or the host).
    """
    with _locked_by_host(match_id, host) as match:
        who_is_it = (
            {"user__public_id": who} if isinstance(who, UUID) else {"seat": who, "user": None}
        )
        player = match.players.filter(**who_is_it).exclude(user=host).first()
        if player is None:
            raise errors.NoSuchSeat
        if player.user is not None:
            removals.note(match, player.user, reason)
        seats.vacate(match, player)


def hand_over(match_id: int, host: User, who: UUID) -> None:
    """Make the person at the table with the public id `who` the host.

    :raises Refused: NotOpen, NotTheHost, NoSuchSeat or TooManyTables.
    """
    with _locked_by_host(match_id, host) as match:
        player = match.players.filter(user__public_id=who, is_api=False).first()
        if player is None or player.user is None:
            raise errors.NoSuchSeat
        if not Match.objects.filter(successor=match).exists() and seats.hosts_enough(player.user):
            raise errors.TooManyTables(_("They have three open tables already."))
        match.host = player.user
        match.save(update_fields=["host"])


def add_bot(match_id: int, host: User, kind: str | None = None) -> None:
    """Put a bot on a free seat.

    :raises Refused: NotOpen, NotTheHost, NoSuchSeat (an unknown kind of bot) or TableFull.
    """
    with _locked_by_host(match_id, host) as match:
        if kind is not None and kind not in match.rules.bots:
            raise errors.NoSuchSeat
        seats.check_free_seat(match)
        seats.seat_bot(match, kind)


def start(match_id: int, host: User) -> None:
    """Fill free seats with bots if the table's settings say so, draw the seating and deal.

    A new deal cannot be started by the host: all players of the old one must agree.

    :raises Refused: NotOpen, NotTheHost, NotEverybodyReady or TooFewPlayers.
    """
    with _locked_by_host(match_id, host) as match:
        if _awaits_agreement(match):
            raise errors.NotEverybodyReady
        if match.players.filter(user__isnull=False, is_ready=False).exclude(user=host).exists():
            raise errors.NotEverybodyReady
        begin(match)


def play_bots(*, host: User, entropy: str = "", nonce: str = "", **settings: Any) -> Match:
    """Open a table, fill it with bots and start: the quickest way into a game."""
    with transaction.atomic():
        match = _open(host, entropy, nonce, fills_with_bots=True, is_rated=False, **settings)
        start(match.pk, host)
    return match


def rematch(match_id: int, user: User, entropy: str = "") -> Match:
    """Seat `user` at the next table after a finished match; the first player opens it.

    The new match starts automatically once all players are back.

    :raises Refused: NotOver, NotSeated or Restricted; NotOpen or TableFull if others sat down
        there.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if not match.is_over:
            raise errors.NotOver
        return _return(match, user, entropy)


def ask_redeal(match_id: int, user: User, entropy: str = "") -> Match:
    """Request a new deal, or agree to one (7.3), as all must before the first vote is shown.

    The first request opens the next table, so that its commitment exists before anybody sends
    entropy. Bots agree.

    :raises Refused: NotRunning, NotSeated or TooLateToRedeal.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if not match.is_running:
            raise errors.NotRunning
        if not match.rules.start.redealable(memory.projection_of(match).state):
            raise errors.TooLateToRedeal
        successor = _return(match, user, entropy)
        if successor.is_running:
            match.status, match.ended_at = Match.Status.VOID, timezone.now()
            match.due_at = None
            match.save()
        return successor


def decline_redeal(match_id: int, user: User) -> None:
    """Decline the request for a new deal, which drops it for everybody.

    :raises Refused: NotRunning or NotSeated.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if not match.is_running:
            raise errors.NotRunning
        if not match.players.filter(user=user).exists():
            raise errors.NotSeated
        drop_redeal(match)
        match.save(update_fields=["successor"])
        publish.table(match.pk)


@contextmanager
def _table(match_id: int) -> Iterator[Match]:
    """Lock an open table for a change, and publish the change after the commit."""
    with transaction.atomic():
        lock_predecessor(match_id)
        match = lock_match(match_id)
        if not match.is_open:
            raise errors.NotOpen
        yield match
        attendance.note(match)
        publish.table(match_id)
        publish.lobby()


@contextmanager
def _locked_by_host(match_id: int, host: User) -> Iterator[Match]:
    """Lock an open table for a change that only its host may make."""
    with _table(match_id) as match:
        if match.host_id != host.pk:
            raise errors.NotTheHost
        yield match


def begin(match: Match) -> None:
    """Fill free seats with bots if the table's settings say so, and deal.

    :raises TooFewPlayers: if there are not enough players.
    """
    count = match.players.count()
    for _missing in range(count, match.seats_min if match.fills_with_bots else 0):
        seats.seat_bot(match)
    players = list(match.players.order_by("seat"))
    if not match.seats_min <= len(players) <= match.seats_max:
        raise errors.TooFewPlayers
    deal(match, players)


def _sit_on_reserved_seat(match: Match, user: User, entropy: str) -> None:
    """Record a person with a reserved seat as present, with their browser's entropy.

    Others may take a seat that is not reserved.

    :raises Refused: Reserved if every seat is reserved for somebody else; KeptApart; Restricted.
    """
    seats.check_league(match, user)
    player = match.players.filter(user=user).first()
    if player is None:
        if match.players.count() >= match.seats_max:
            raise errors.Reserved
        seats.check_company(match, user)
        seats.seat_person(match, user, entropy, is_ready=True)
    else:
        player.is_ready = True
        player.entropy = player.entropy or entropy[:ENTROPY_LENGTH]
        player.save(update_fields=["is_ready", "entropy"])
    _begin_if_all_are_there(match)


def _begin_if_all_are_there(match: Match) -> None:
    if not match.players.filter(is_ready=False).exists():
        begin_if_possible(match)


def begin_if_possible(match: Match) -> None:
    """Deal if there are enough players, counting bots if the table's settings say so."""
    if match.fills_with_bots or match.players.count() >= match.seats_min:
        begin(match)


def _return(match: Match, user: User, entropy: str) -> Match:
    """Seat a player of `match` at its successor; the first player opens it, the last starts it."""
    if not match.players.filter(user=user).exists():
        raise errors.NotSeated
    successor = match.successor or _open_successor(match, user)
    successor = lock_match(successor.pk)
    if not successor.players.filter(user=user).exists():
        removals.check(successor, user)
        if match.is_over:  # a new deal needs everybody's agreement, so nobody is excluded
            seats.check_company(successor, user)
        seats.check_free_seat(successor)
        seats.seat_person(successor, user, entropy, is_ready=True)
    if successor.is_open:
        _begin_if_all_are_back(match, successor)
    publish.table(match.pk)
    publish.table(successor.pk)
    return successor


def _begin_if_all_are_back(match: Match, successor: Match) -> None:
    """Deal once all players with an account are back and enough; otherwise, others may join."""
    people = match.players.filter(user__isnull=False).values("user")
    if successor.players.filter(user__in=people).count() < people.count():
        return
    if successor.fills_with_bots or successor.players.count() >= successor.seats_min:
        begin(successor)


def create_match(seed: bytes, **settings: Any) -> Match:
    """Store a new table that is committed to `seed`.

    A double click may send the same nonce twice, and a random code may already exist. If the
    database rejects either, this retries with a fresh seed and another code.

    :raises IntegrityError: after three failed attempts.
    """
    for candidate in (seed, chance.new_seed(), chance.new_seed()):
        fresh = {"seed": candidate, "commitment": chance.commitment(candidate)}
        with suppress(IntegrityError), transaction.atomic():
            return Match.objects.create(**fresh, **settings)
    raise IntegrityError("no free code for a new table")


def _open_successor(match: Match, host: User) -> Match:
    """Open an unlisted table like `match`, with its bots already seated."""
    names = (
        "game", "options", "has_chat", "allows_spectators", "fills_with_bots", "pace",
        "allows_api_bots", "talk_seconds", "shows_marks", "is_rated", "group",
    )  # fmt: skip
    count = match.players.count()
    match.successor = create_match(
        seeds.next_seed(match),
        host=host,
        visibility=Match.Visibility.LINK,
        seats_min=min(match.seats_min, count),
        seats_max=max(match.seats_max, count),
        language=match.language,
        scope="" if match.is_over else match.scope,
        **{name: getattr(match, name) for name in names},
    )
    match.save(update_fields=["successor"])
    for bot in match.players.exclude(bot=""):
        seats.seat_bot(match.successor, bot.bot if bot.bot in match.rules.bots else None)
    return match.successor
