"""The referee: acts for bots, and for players whose clock ran out.

The pending work is stored in rows, so a restart loses nothing. Time without a working referee is
given back to the players.
"""

import hmac
import logging
import math
import secrets
import time
from datetime import datetime, timedelta
from random import Random
from threading import Event
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.engine.projection import Projection
from games.engine.seats import Seat, Viewer
from games.matches.models import Match, Player, Pulse
from games.matches.play import (
    clocks,
    memory,
    periodic_jobs,
    reading,
    services,
    stumbles,
    wrong_clocks,
)
from games.matches.play.memory import MatchPosition
from games.matches.play.wrong_clocks import ABSENCE

log = logging.getLogger(__name__)

#: The mean number of seconds between checks of an idle referee. `RARE_POLL` applies after `CALM`
#: seconds without work, when nobody is playing with bots or clocks.
POLL, RARE_POLL, CALM = 0.2, 1.0, 30.0
#: The maximum number of matches in one transaction, and of seconds before the rest is deferred.
BATCH, MOMENT = 8, 0.01
#: How many seconds pass before other work is done, even if more is due at tables.
ROUND = 1.0

#: How many seconds pass between two heartbeats of a referee.
PULSE = 5.0

_noted_at = _acted_at = -math.inf


def work() -> None:
    """Do due work at tables for a while, then periodic jobs; if no pages are served, only jobs."""
    global _acted_at
    began = time.monotonic()
    if (began - _noted_at > PULSE or _due().exists()) and _note():
        while act(BATCH):
            _acted_at = time.monotonic()
            if _acted_at - began > ROUND:
                break
    periodic_jobs.do_due()


def _due() -> QuerySet[Match]:
    """Return the matches with due work."""
    return Match.objects.filter(status=Match.Status.RUNNING, due_at__lte=timezone.now())


def _note() -> bool:
    """Record a heartbeat every few seconds; return whether players can reach the site.

    Players who cannot load a page are not late. When pages are served again, that time is first
    given back.
    """
    global _noted_at
    now = timezone.now()
    last = _last_served(now)
    if now - last > timedelta(seconds=ABSENCE):
        _noted_at = -math.inf
        return False
    if time.monotonic() - _noted_at > PULSE:
        compensate_downtime(now)
        _noted_at = time.monotonic()
    return True


def note_open(now: datetime) -> None:
    """Record the heartbeat of a web process."""
    _set_pulse(Pulse.WEB, now)


def _set_pulse(key: int, now: datetime) -> None:
    Pulse.objects.bulk_create(
        [Pulse(pk=key, at=now)],
        update_conflicts=True, unique_fields=["id"], update_fields=["at"],
    )  # fmt: skip


def _last_served(now: datetime) -> datetime:
    """Return the last heartbeat of a web process; `now` if none was ever recorded."""
    web = Pulse.objects.filter(pk=Pulse.WEB).values_list("at", flat=True).first()
    return now if web is None else min(now, web)


def compensate_downtime(now: datetime) -> timedelta:
    """Record a referee's heartbeat, and give back the time without heartbeats; return that time.

    A referee without web processes does not count. The `due_at` of matches is not changed, although
    it is then too early: an early check finds nobody late and sets the next deadline, while a late
    one would make a table wait needlessly.
    """
    with transaction.atomic():
        pulse_rows = Pulse.objects.select_for_update()
        pulse, _new = pulse_rows.get_or_create(pk=Pulse.REFEREE, defaults={"at": now})
        if pulse.at - now > timedelta(seconds=ABSENCE):
            wrong_clocks.turn_back(pulse.at, now)
            pulse.at = now
        wrong_clocks.correct(now)
        last = max(pulse.at, _last_served(now))
        gap = last - pulse.at
        if gap.total_seconds() > ABSENCE:
            matches = Match.objects.filter(status=Match.Status.RUNNING, paused_at=None)
            list(matches.select_for_update().order_by("pk").values_list("pk"))  # the order of moves
            players = Player.objects.filter(match__in=matches)
            players.filter(asked_at__gt=pulse.at).update(asked_at=now)  # asked during the downtime
            players.filter(asked_at__lte=pulse.at).update(asked_at=F("asked_at") + gap)
            matches.update(touched=F("touched") + 1)
        pulse.at = last
        pulse.save()
    return gap


def rest() -> float:
    """Return a random number of seconds to wait before the next check.

    Regular intervals would reveal how long a bot has thought before acting, which for some bots
    depends on a secret role or hand. Waking an idle machine costs six times the work itself.
    """
    mean = POLL if time.monotonic() - _acted_at < CALM else RARE_POLL
    return mean * (0.5 + secrets.randbelow(10_000) / 10_000)


def run(stopped: Event) -> None:
    """Run the referee as a separate process until `stopped` is set; finish work in progress.

    :raises GaveUp: after several consecutive failures, because a new process may succeed.
    """
    stumbles.repeat("The referee", work, rest, stopped)


class Thought(NamedTuple):
    """A bot's decision at an unlocked position: a seat's action, or None."""

    counts: tuple[int, int]
    decision: tuple[Seat, Any] | None


def act(most: int) -> int:
    """Claim the matches that have been due longest, and act in each; return their number.

    On PostgreSQL, this skips matches locked by another referee. SQLite has only one writer, so bots
    think before the lock is taken. After a moment, the rest is deferred to the next call, so that
    moves don't wait for long.
    """
    skip = connection.features.has_select_for_update_skip_locked
    began, count = time.monotonic(), 0
    thoughts: dict[int, Thought | None] = {}
    due = _due().order_by("due_at").values_list("pk", "length", "touched")
    for match_id, length, touched in list(due[:most]):
        thoughts[match_id] = _think_of(match_id, (length, touched))
        if time.monotonic() - began > MOMENT:
            break
    with transaction.atomic():
        for match_id, thought in thoughts.items():
            row = _due().filter(pk=match_id).select_for_update(skip_locked=skip)
            for counts in row.values_list("length", "touched"):
                _try_to_act(match_id, counts, thought)
                count += 1
    return count


def _think_of(match_id: int, counts: tuple[int, int]) -> Thought | None:
    """Return the bots' decision at a cached position; None without one, or after an error."""
    position = memory.kept_position(match_id, counts)
    if position is None or position.match.reading_until:
        return None
    try:
        return Thought(counts, decision_of(position))
    except Exception:
        return None  # it is retried, and recorded, with the match locked


def _try_to_act(match_id: int, counts: tuple[int, int], thought: Thought | None) -> None:
    """Act in a match; record an error and retry later, so that other matches don't wait."""
    try:
        with transaction.atomic():
            _act_in(memory.locked_position(match_id, counts), thought)
    except Exception:
        log.exception("Could not act in match %s; others come first", match_id)
        now = timezone.now()
        Match.objects.filter(pk=match_id).update(due_at=now + timedelta(seconds=ABSENCE))
        _set_pulse(Pulse.FAILED, now)


def _act_in(position: MatchPosition, thought: Thought | None) -> None:
    """Do the due work in a match: act for a late player, or for a bot."""
    match = position.match
    if match.reading_until:
        match = services.lock_match(match.pk)
        reading.begin(match, list(match.players.order_by("seat")))
        return
    late = clocks.overdue(match, position.players, timezone.now())
    if late is not None:  # reload: its rows are changed, and nobody may lose time
        position = memory.position_of(services.lock_match(match.pk))
        late = clocks.overdue(position.match, position.players, timezone.now())
    if late is None:
        act_for_bots(position, thought)
    else:
        act_for_clock(position, late)


def act_for_clock(position: MatchPosition, late: Player) -> None:
    """Decide randomly for a player whose time ran out (3.4); the second time, a bot takes over.

    The log records a decision by the clock. It is chosen randomly from all legal ones and made at
    the deadline, so it reveals nothing.
    """
    projection = position.projection
    if projection.game.waiting.secret_duties(projection.state) is not None:
        _decide_in_secret(position)
        return
    late.missed += 1
    late.is_away = late.missed >= clocks.PATIENCE
    late.wishes = [] if late.is_away else late.wishes  # as if they had left voluntarily
    late.save(update_fields=["missed", "is_away", "wishes"])
    services.take(position, late.dealt_seat, _random_choice(position, late.dealt_seat), by="clock")


def _decide_in_secret(position: MatchPosition) -> None:
    """Make a random decision for the first seat that owes a secret one, without a penalty.

    While it is secret who owes a decision, every player's clock runs. So a clock that runs out
    reveals nothing about its player.
    """
    seat = position.projection.game.to_act(position.projection.state)[0]
    services.take(position, seat, _random_choice(position, seat), by="clock")


def _random_choice(position: MatchPosition, seat: Seat) -> Any:
    """Return one of the seat's choices at random."""
    match, projection = position.match, position.projection
    view = projection.game.view(projection.state, Viewer(seat))
    return projection.game.bots["random"](
        view, projection.choices[seat], _thoughts(match, projection.length)
    )


def act_for_bots(position: MatchPosition, thought: Thought | None = None) -> bool:
    """Let one bot act; return whether one did.

    The caller must hold the lock. If no bot acts, nothing is due until somebody else acts or a
    clock runs out.
    """
    match = position.match
    is_current = thought is not None and thought.counts == match.counts
    decision = thought.decision if thought and is_current else decision_of(position)
    if decision is None:
        later = clocks.next_deadline(match, position.players)
        Match.objects.filter(pk=match.pk).update(due_at=later)
        return False
    services.take(position, *decision, by="bot")
    return True


def decision_of(position: MatchPosition) -> tuple[Seat, Any] | None:
    """Return a bot's seat and action, or None; invited bots come before those that owe a decision.

    The result is the same each time.
    """
    match, projection = position.match, position.projection
    bots = {player.seat: player for player in position.players if player.is_played_by_bot}
    chance = _thoughts(match, projection.length)
    for seats, must in ((projection.game.waiting.invited, False), (projection.game.to_act, True)):
        waiting = [seat for seat in seats(projection.state) if seat in bots]
        chance.shuffle(waiting)
        for seat in waiting:
            action = _ask(projection, bots[seat], chance, must=must)
            if action is not None:
                return Seat(seat), action
    return None


def _ask(projection: Projection, bot: Player, chance: Random, *, must: bool) -> Any | None:
    """Return the action of `bot`, from its own view and choices; a random one after an error."""
    seat = bot.dealt_seat
    choices = projection.choices[seat]
    view = projection.game.view(projection.state, Viewer(seat))
    try:
        action = projection.game.bot(bot.bot)(view, choices, chance)
        if action is not None and action not in choices:
            raise LookupError("not among the choices")
    except Exception:
        log.exception("Bot %s failed in match %s", bot.bot, bot.match_id)
        action = None
    return (
        projection.game.bots["random"](view, choices, chance) if action is None and must else action
    )


def _thoughts(match: Match, length: int) -> Random:
    """Return the bots' random generator for this point: reproducible, but unpredictable."""
    return Random(hmac.digest(bytes(match.seed), f"bots/{length}".encode(), "sha256"))  # noqa: S311


def play_out(match: Match) -> None:
    """Play a match of bots to its end immediately."""
    while True:
        with transaction.atomic():
            match = services.lock_match(match.pk)
            position = memory.locked_position(match.pk, match.counts)
            if not match.is_running or not act_for_bots(position):
                return


def forget() -> None:
    """Clear the time of the last heartbeat, as in a new process."""
    global _noted_at, _acted_at
    _noted_at = _acted_at = -math.inf
