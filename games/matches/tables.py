"""Writes to a table before the start and after the end: open, sit, start, rematch, redeal."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import names
from games.engine import chance
from games.matches import folds, live, refusals, seeds
from games.matches.models import ENTROPY_LENGTH, Match, Player
from games.matches.services import deal, drop_redeal, locked

#: What our bots are called: first names of the time, none a player's or a suspect's.
BOT_NAMES = (
    "Alma", "Bruno", "Cosima", "Detlev", "Edda", "Florian", "Greta", "Hektor", "Ilse", "Jasper",
    "Klara", "Leopold", "Magda", "Norbert", "Olga", "Pius", "Quirin", "Rosa", "Stellan", "Thea",
)  # fmt: skip


def open_match(*, host: Any, entropy: str = "", ticket: str = "", **settings: Any) -> Match:
    """Open a table with the host on its first chair; the commitment exists before anybody sits.

    `ticket` is what the page showed the commitment for that `entropy` answers.

    `settings` are fields of Match: game, options, visibility, seats_min, seats_max and so on.
    """
    with transaction.atomic():
        match = created(seeds.seed_of(ticket), host=host, **settings)
        _seat(match, host, entropy, is_ready=True)
        transaction.on_commit(live.announce_lobby, robust=True)
    return match


def open_to_all(*, bots: int, **settings: Any) -> Match:
    """Open a table where `bots` wait and nobody is host: the first person to sit becomes it."""
    with transaction.atomic():
        match = created(chance.new_seed(), **settings)
        for _bot in range(bots):
            _seat_bot(match)
        transaction.on_commit(live.announce_lobby, robust=True)
    return match


def sit(match_id: int, user: Any, entropy: str = "", *, is_api: bool = False) -> None:
    """Take a free chair for `user`, and be the host if nobody is; sitting twice changes nothing.

    At a table whose chairs are kept it is to be there; with the last of them it begins. With
    `is_api` a program of the user's plays on the chair, where the table wants such; it never hosts.

    :raises Refused: NotOpen, TableFull, Reserved or NoApiBots.
    """
    with _table(match_id) as match:
        if is_api and not _admits_programs(match):
            raise refusals.NoApiBots
        if match.is_reserved:
            _arrive(match, user, entropy)
            return
        if match.players.filter(user=user).exists():
            return
        check_free_chair(match)
        if match.host_id is None and not is_api:
            match.host = user
            match.save(update_fields=["host"])
        _seat(match, user, entropy, is_ready=match.host_id == user.pk, is_api=is_api)


def _admits_programs(match: Match) -> bool:
    """Return whether programs may sit: where to sit is to agree to a new deal, people do."""
    return match.allows_api_bots and not match.is_reserved and not _awaits_agreement(match)


def _awaits_agreement(match: Match) -> bool:
    """Return whether this is a new deal, to which everybody at the old one has yet to agree."""
    return Match.objects.filter(successor=match, status=Match.Status.RUNNING).exists()


def check_free_chair(match: Match) -> None:
    """Check that somebody new could sit down now.

    :raises Refused: NotOpen or TableFull.
    """
    if not match.is_open:
        raise refusals.NotOpen
    if match.players.count() >= match.seats_max:
        raise refusals.TableFull


def leave(match_id: int, user: Any) -> None:
    """Give up one's chair; a host hands over to the next person, an empty table is closed.

    :raises Refused: NotOpen, NotSeated, or Reserved where chairs are kept.
    """
    with _table(match_id) as match:
        player = match.players.filter(user=user).first()
        if player is None:
            raise refusals.NotSeated
        if match.is_reserved:
            raise refusals.Reserved
        _vacate(match, player)


def be_ready(match_id: int, user: Any, *, ready: bool) -> None:
    """Say that one is ready, or is not any more.

    :raises Refused: NotOpen or NotSeated.
    """
    with _table(match_id) as match:
        if not match.players.filter(user=user).update(is_ready=ready):
            raise refusals.NotSeated
        if match.is_reserved:
            _begin_if_all_are_there(match)


def remove(match_id: int, host: Any, seat: int) -> None:
    """Take somebody, or a bot, off their chair.

    :raises Refused: NotOpen, NotTheHost or NoSuchSeat (an empty one, or the host's own).
    """
    with _hosted(match_id, host) as match:
        player = match.players.filter(seat=seat).exclude(user=host).first()
        if player is None:
            raise refusals.NoSuchSeat
        _vacate(match, player)


def hand_over(match_id: int, host: Any, seat: int) -> None:
    """Make the person on `seat` the host.

    :raises Refused: NotOpen, NotTheHost or NoSuchSeat.
    """
    with _hosted(match_id, host) as match:
        player = match.players.filter(seat=seat, user__isnull=False, is_api=False).first()
        if player is None:
            raise refusals.NoSuchSeat
        match.host = player.user
        match.save(update_fields=["host"])


def add_bot(match_id: int, host: Any, kind: str | None = None) -> None:
    """Put a bot on a free chair.

    :raises Refused: NotOpen, NotTheHost, NoSuchSeat (an unknown kind of bot) or TableFull.
    """
    with _hosted(match_id, host) as match:
        if kind is not None and kind not in match.rules.bots:
            raise refusals.NoSuchSeat
        check_free_chair(match)
        _seat_bot(match, kind)


def start(match_id: int, host: Any) -> None:
    """Fill up with bots if the table wants it, draw the seating and deal.

    A new deal is no host's to begin: it waits until everybody at the old one has agreed.

    :raises Refused: NotOpen, NotTheHost, NotEverybodyReady or TooFewPlayers.
    """
    with _hosted(match_id, host) as match:
        if _awaits_agreement(match):
            raise refusals.NotEverybodyReady
        if match.players.filter(user__isnull=False, is_ready=False).exclude(user=host).exists():
            raise refusals.NotEverybodyReady
        begin(match)


def play_bots(*, host: Any, entropy: str = "", ticket: str = "", **settings: Any) -> Match:
    """Open a table, fill it with bots and begin: the quickest way into a game."""
    with transaction.atomic():
        match = open_match(
            host=host, entropy=entropy, ticket=ticket, fills_with_bots=True, **settings
        )
        start(match.pk, host)
    return match


def rematch(match_id: int, user: Any, entropy: str = "") -> Match:
    """Sit down at the table that follows a finished match; the first who asks opens it.

    When everybody is back it begins by itself.

    :raises Refused: NotOver, NotSeated, and, with strangers there, NotOpen or TableFull.
    """
    with transaction.atomic():
        match = locked(match_id)
        if not match.is_over:
            raise refusals.NotOver
        return _return(match, user, entropy)


def ask_redeal(match_id: int, user: Any, entropy: str = "") -> Match:
    """Ask, or agree, to deal again (7.3): all must, before the first vote is shown.

    The first to ask opens the successor, so that its commitment stands before anybody's entropy
    is sent. Bots agree. :raises Refused: NotRunning, NotSeated or TooLateToRedeal.
    """
    with transaction.atomic():
        match = locked(match_id)
        if not match.is_running:
            raise refusals.NotRunning
        if not match.rules.redealable(folds.fold_of(match).state):
            raise refusals.TooLateToRedeal
        successor = _return(match, user, entropy)
        if successor.is_running:
            match.status, match.ended_at = Match.Status.VOID, timezone.now()
            match.due_at = None
            match.save()
        return successor


def decline_redeal(match_id: int, user: Any) -> None:
    """Turn the request to deal again down: it is dropped for everybody.

    :raises Refused: NotRunning or NotSeated.
    """
    with transaction.atomic():
        match = locked(match_id)
        if not match.is_running:
            raise refusals.NotRunning
        if not match.players.filter(user=user).exists():
            raise refusals.NotSeated
        drop_redeal(match)
        match.save(update_fields=["successor"])
        transaction.on_commit(lambda: live.announce(match.pk), robust=True)


@contextmanager
def _table(match_id: int) -> Iterator[Match]:
    """Lock an open table for a change, and ring for it once that is committed."""
    with transaction.atomic():
        match = locked(match_id)
        if not match.is_open:
            raise refusals.NotOpen
        yield match
        transaction.on_commit(lambda: live.announce(match_id), robust=True)
        transaction.on_commit(live.announce_lobby, robust=True)


@contextmanager
def _hosted(match_id: int, host: Any) -> Iterator[Match]:
    """Lock an open table for a change that only its host may make."""
    with _table(match_id) as match:
        if match.host_id != host.pk:
            raise refusals.NotTheHost
        yield match


def begin(match: Match) -> None:
    """Fill up with bots as the table was set up, and deal.

    :raises TooFewPlayers: if the chairs do not make a match.
    """
    taken = match.players.count()
    for _missing in range(taken, match.seats_min if match.fills_with_bots else 0):
        _seat_bot(match)
    players = list(match.players.order_by("seat"))
    if not match.seats_min <= len(players) <= match.seats_max:
        raise refusals.TooFewPlayers
    deal(match, players)


def _arrive(match: Match, user: Any, entropy: str) -> None:
    """Note that somebody whose chair is kept is there, with what their browser adds to chance.

    :raises Refused: Reserved, if none is.
    """
    player = match.players.filter(user=user).first()
    if player is None:
        raise refusals.Reserved
    player.is_ready = True
    player.entropy = player.entropy or entropy[:ENTROPY_LENGTH]
    player.save(update_fields=["is_ready", "entropy"])
    _begin_if_all_are_there(match)


def _begin_if_all_are_there(match: Match) -> None:
    if not match.players.filter(is_ready=False).exists():
        begin(match)


def _return(match: Match, user: Any, entropy: str) -> Match:
    """Bring one of `match`'s players to its successor; the first opens it, the last begins it."""
    if not match.players.filter(user=user).exists():
        raise refusals.NotSeated
    successor = match.successor or _open_successor(match, user)
    successor = locked(successor.pk)
    if not successor.players.filter(user=user).exists():
        check_free_chair(successor)
        _seat(successor, user, entropy, is_ready=True)
    if successor.is_open:
        _begin_if_all_are_back(match, successor)
    transaction.on_commit(lambda: live.announce(match.pk), robust=True)
    transaction.on_commit(lambda: live.announce(successor.pk), robust=True)
    return successor


def _begin_if_all_are_back(match: Match, successor: Match) -> None:
    """Deal once everybody is there whose account still is; where they are too few, friends may."""
    people = match.players.filter(user__isnull=False).values("user")
    if successor.players.filter(user__in=people).count() < people.count():
        return
    if successor.fills_with_bots or successor.players.count() >= successor.seats_min:
        begin(successor)


def created(seed: bytes, **settings: Any) -> Match:
    """Store a new table that is committed to `seed`.

    Two clicks at once bring one ticket, and among a million tables new codes are met again: what
    the database refuses is tried with a fresh seed and another code.
    """
    for candidate in (seed, chance.new_seed(), chance.new_seed()):
        fresh = {"seed": candidate, "commitment": chance.commitment(candidate)}
        with suppress(IntegrityError), transaction.atomic():
            return Match.objects.create(**fresh, **settings)
    raise IntegrityError("no free code for a new table")


def _open_successor(match: Match, host: Any) -> Match:
    """Open a table like `match`, by link, with its bots already on their chairs."""
    kept = ("game", "options", "has_chat", "allows_spectators", "fills_with_bots", "pace")
    kept += ("allows_api_bots",)
    chairs = match.players.count()
    match.successor = created(
        seeds.next_seed(match),
        host=host,
        visibility=Match.Visibility.LINK,
        seats_min=min(match.seats_min, chairs),
        seats_max=max(match.seats_max, chairs),
        language=match.language,
        **{name: getattr(match, name) for name in kept},
    )
    match.save(update_fields=["successor"])
    for bot in match.players.exclude(bot=""):
        _seat_bot(match.successor, bot.bot)
    return match.successor


def _seat(match: Match, user: Any, entropy: str, *, is_ready: bool, is_api: bool = False) -> None:
    """Put `user` on the first free chair, under a name that nobody else has here."""
    Player.objects.create(
        match=match,
        user=user,
        name=_free_name(match, user.name),
        seat=_free_seat(match),
        is_ready=is_ready,
        is_api=is_api,
        entropy=entropy[:ENTROPY_LENGTH],
    )


def keep_chair(match: Match, user: Any, seat: int) -> None:
    """Put `user`, who has yet to come, on the chair `seat`; the caller holds the lock."""
    Player.objects.create(match=match, user=user, name=_free_name(match, user.name), seat=seat)


def _seat_bot(match: Match, kind: str | None = None) -> None:
    """Put a bot, the usual one unless a kind is named, on the first free chair."""
    names = [name for name in BOT_NAMES if name == _free_name(match, name)]
    Player.objects.create(
        match=match,
        bot=match.rules.usual_bot if kind is None else kind,
        name=secrets.choice(names),
        seat=_free_seat(match),
        is_ready=True,
    )


def _free_seat(match: Match) -> int:
    taken = set(match.players.values_list("seat", flat=True))
    return next(seat for seat in range(len(taken) + 1) if seat not in taken)


def _free_name(match: Match, name: str) -> str:
    """Return `name`, numbered if somebody at the table has one that looks the same."""
    taken = {names.fold(known) for known in match.players.values_list("name", flat=True)}
    numbered = (f"{name} ({number})" for number in count(2))
    return next(free for free in chain([name], numbered) if names.fold(free) not in taken)


def _vacate(match: Match, player: Player) -> None:
    """Take `player` off the chair; the next person is host, and nobody left closes the table."""
    player.delete()
    heir = match.players.filter(user__isnull=False, is_api=False).first()
    if heir is None:
        match.delete()
    elif match.host_id == player.user_id:
        match.host = heir.user
        match.save(update_fields=["host"])
