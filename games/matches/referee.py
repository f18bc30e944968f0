"""Who acts when nobody does: bots and clocks.

What is due stands in rows, so a restart loses nothing, and what nobody could do while no referee
was at work is given back.
"""

import hmac
import logging
import math
import secrets
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from threading import Event
from typing import Any

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from games.engine.seats import Seat, Viewer
from games.matches import chores, clocks, services
from games.matches.folds import Fold, fold_of
from games.matches.models import Match, Player, Pulse

log = logging.getLogger(__name__)

#: Seconds between two looks for due work, when there was none: so many on average.
POLL = 0.2


#: Seconds between two notes that a referee is at work, and after which it was away.
PULSE, ABSENCE = 5.0, 20.0

_noted_at = 0.0


def work() -> None:
    """Do everything that is due now, match after match; where no page is served, chores alone."""
    if _note():
        while act_once() and _note():
            pass
    chores.do_due()


def _note() -> bool:
    """Note now and then that a referee is at work, and return whether anybody can decide.

    Who can reach no page is not late. Once pages are served again, that time is given back first.
    """
    global _noted_at
    now = timezone.now()
    seen = _last_served(now)
    if now - seen > timedelta(seconds=ABSENCE):
        _noted_at = -math.inf
        return False
    if time.monotonic() - _noted_at > PULSE:
        keep_time(now)
        _noted_at = time.monotonic()
    return True


def note_open(now: datetime) -> None:
    """Note that a web process is at work."""
    Pulse.objects.bulk_create(
        [Pulse(pk=Pulse.WEB, at=now)],
        update_conflicts=True, unique_fields=["id"], update_fields=["at"],
    )  # fmt: skip


def _last_served(now: datetime) -> datetime:
    """Return until when a web process was at work; `now` where none notes it."""
    web = Pulse.objects.filter(pk=Pulse.WEB).values_list("at", flat=True).first()
    return now if web is None else min(now, web)


def keep_time(now: datetime) -> timedelta:
    """Note that a referee is at work, and give back the time when none was; return that time.

    A referee without web processes counts for none.

    When a match is next looked at stays: it was set by what was asked before, or meanwhile, and
    so comes too early. An early look finds nobody late and sets the next deadline; one put off
    would let a table stand still.
    """
    with transaction.atomic():
        noted = Pulse.objects.select_for_update()
        pulse, _new = noted.get_or_create(pk=Pulse.REFEREE, defaults={"at": now})
        seen = max(pulse.at, _last_served(now))
        gap = seen - pulse.at
        if gap.total_seconds() > ABSENCE:
            timed = Match.objects.filter(status=Match.Status.RUNNING, paused_at=None)
            list(timed.select_for_update().order_by("pk").values_list("pk"))  # as moves do: first
            asked = Player.objects.filter(match__in=timed)
            asked.filter(asked_at__gt=pulse.at).update(asked_at=now)  # while nobody was at work
            asked.filter(asked_at__lte=pulse.at).update(asked_at=F("asked_at") + gap)
        pulse.at = seen
        pulse.save()
    return gap


def rest() -> float:
    """Return how long to wait before the next look, in seconds: now shorter, now longer.

    By an even beat one could tell how long a bot thought before it acted, and with a secret role
    or a full hand some think longer than others.
    """
    return POLL * (0.5 + secrets.randbelow(10_000) / 10_000)


def run(stopped: Event) -> None:
    """Work until told to stop: the referee as a process of its own. What is begun is ended."""
    while not stopped.wait(rest()):
        try:
            work()
        except Exception:
            log.exception("The referee stumbled; trying again")
            stopped.wait(1)


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
        try:
            with transaction.atomic():
                _act_in(match)
        except Exception:
            log.exception("Could not act in match %s; others come first", match.pk)
            later = timezone.now() + timedelta(seconds=ABSENCE)
            Match.objects.filter(pk=match.pk).update(due_at=later)
    return True


def _act_in(match: Match) -> None:
    """Do what is due in `match`: for whoever is late, or for a bot."""
    players = list(match.players.order_by("seat"))
    late = clocks.overdue(match, players, timezone.now())
    if late is None:
        act_for_bots(match, players)
    else:
        act_for_clock(match, late)


def act_for_clock(match: Match, late: Player) -> None:
    """Decide by lot for a player whose time ran out (3.4); the second time a bot takes over.

    The log says that it was the clock. What it chose tells nothing: it is drawn, at the same
    moment, from whatever was legal.
    """
    fold = fold_of(match)
    seat = Seat(late.seat)
    missed = late.missed + 1
    is_away = missed >= clocks.PATIENCE
    wishes = [] if is_away else late.wishes  # as if they had left themselves
    match.players.filter(pk=late.pk).update(missed=missed, is_away=is_away, wishes=wishes)
    view = fold.game.view(fold.state, Viewer(seat))
    chance = _thoughts(match, fold.length)
    action = fold.game.bots["random"](view, fold.choices[seat], chance)
    services.take(match, fold, seat, action, by="clock")


def act_for_bots(match: Match, players: Sequence[Player]) -> bool:
    """Let one bot act, the invited before those who owe; return whether one did.

    The caller holds the lock. Where nobody wants to, nothing is due until somebody else acts or
    a clock runs out.
    """
    fold = fold_of(match)
    bots = {player.seat: player for player in players if player.is_played_by_bot}
    chance = _thoughts(match, fold.length)
    for seats, must in ((fold.game.invited, False), (fold.game.to_act, True)):
        waiting = [seat for seat in seats(fold.state) if seat in bots]
        chance.shuffle(waiting)
        for seat in waiting:
            action = _ask(fold, bots[seat], chance, must=must)
            if action is not None:
                services.take(match, fold, Seat(seat), action, by="bot")
                return True
    match.due_at = clocks.next_deadline(match, players)
    match.save(update_fields=["due_at"])
    return False


def _ask(fold: Fold, bot: Player, chance: Random, *, must: bool) -> Any | None:
    """Return what `bot` does, from its own view and choices; a bot that breaks plays at random."""
    seat = Seat(bot.seat)
    choices = fold.choices[seat]
    view = fold.game.view(fold.state, Viewer(seat))
    try:
        action = fold.game.bots[bot.bot or fold.game.usual_bot](view, choices, chance)
        if action is not None and action not in choices:
            raise LookupError("not among the choices")
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
            players = list(match.players.order_by("seat"))
            if not match.is_running or not act_for_bots(match, players):
                return
