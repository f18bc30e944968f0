"""Who acts when nobody does: bots. What is due stands in rows, so a restart loses nothing."""

import hmac
import logging
import time
from random import Random
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from games.engine.seats import Seat, Viewer
from games.matches import services
from games.matches.folds import Fold, fold_of
from games.matches.models import Match, Player

log = logging.getLogger(__name__)

#: Seconds between two looks for due work, when there was none.
POLL = 0.2


def work() -> None:
    """Do everything that is due now, match after match."""
    while act_once():
        pass


def run() -> None:
    """Work until interrupted: the referee as a process of its own."""
    while True:
        try:
            work()
        except Exception:
            log.exception("The referee stumbled; trying again")
            time.sleep(1)
        time.sleep(POLL)


def act_once() -> bool:
    """Claim the match that has been due longest and act in it; return whether there was one.

    On PostgreSQL a match that another referee holds is skipped; SQLite has one writer anyway.
    """
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        match = (
            Match.objects.select_for_update(skip_locked=skip)
            .filter(status=Match.Status.RUNNING, due_at__lte=timezone.now())
            .order_by("due_at")
            .first()
        )
        if match is None:
            return False
        act_for_bots(match)
    return True


def act_for_bots(match: Match) -> bool:
    """Let one bot act, the invited before those who owe; return whether one did.

    The caller holds the lock. Where nobody wants to, nothing is due until somebody else acts.
    """
    fold = fold_of(match)
    bots = {player.seat: player for player in match.players.exclude(bot="")}
    chance = _thoughts(match, fold.length)
    for seats, must in ((fold.game.invited, False), (fold.game.to_act, True)):
        waiting = [seat for seat in seats(fold.state) if seat in bots]
        chance.shuffle(waiting)
        for seat in waiting:
            action = _ask(fold, bots[seat], chance, must=must)
            if action is not None:
                services.take(match, fold, Seat(seat), action, by="bot")
                return True
    match.due_at = None
    match.save(update_fields=["due_at"])
    return False


def _ask(fold: Fold, bot: Player, chance: Random, *, must: bool) -> Any | None:
    """Return what `bot` does, from its own view and choices; a bot that breaks plays at random."""
    seat = Seat(bot.seat)
    choices = fold.choices[seat]
    view = fold.game.view(fold.state, Viewer(seat))
    try:
        action = fold.game.bots[bot.bot](view, choices, chance)
    except Exception:
        log.exception("Bot %s failed in match %s", bot.bot, bot.match_id)
        action = None
    return fold.game.bots["random"](view, choices, chance) if action is None and must else action


def _thoughts(match: Match, length: int) -> Random:
    """Return the bots' own randomness at this point: repeatable, and nobody can foresee it."""
    return Random(hmac.digest(bytes(match.seed), f"bots/{length}".encode(), "sha256"))  # noqa: S311


def play_out(match: Match) -> None:
    """Play a match of bots to its end at once, without their delays."""
    while True:
        with transaction.atomic():
            match = services.locked(match.pk)
            if not match.is_running or not act_for_bots(match):
                return
