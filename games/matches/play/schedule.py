"""The schedule of a match: the referee's next check, for bots and clocks, and e-mails."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from games.engine.projection import Projection, Step
from games.engine.seats import PUBLIC
from games.matches.models import Match, Player
from games.matches.play import clocks

#: The range of seconds that a bot seems to think, which is random and independent of secrets.
BOT_THINKS = (1.0, 2.4)
#: The same if several bots act together, because a vote of many bots would take a minute.
BOTS_THINK_TOGETHER = (0.3, 1.1)
#: The share of their thinking time that bots take if nobody else plays.
AMONG_BOTS = 0.4
#: How long players have to decide before an e-mail, because they may be at the table.
AT_THE_TABLE = timedelta(minutes=1)


def next_look(
    match: Match, step: Step, players: Sequence[Player], now: datetime
) -> datetime | None:
    """Return the time of the referee's next work after `step` has advanced `match`, or None."""
    if step.turn.by == "player" and _bots_go_on(match, step, players):
        return earliest(match.due_at, clocks.next_deadline(match, players))
    return due_at(match, step.after, players, now + beat_of(step))


def beat_of(step: Step) -> timedelta:
    """Return how long pages show the events of a step, for which bots wait.

    It depends on public facts. It is zero if bots have no thinking times.
    """
    seconds = step.after.game.pages.beat(step.turn.events)
    return timedelta(seconds=min(settings.BOT_PACE, 1) * seconds)


def due_at(
    match: Match, projection: Projection, players: Sequence[Player], now: datetime
) -> datetime | None:
    """Return the time of the referee's next work, regardless of earlier plans, or None."""
    if match.paused_at:
        return None
    if match.reading_until:
        return match.reading_until
    return earliest(bots_due_at(projection, players, now), clocks.next_deadline(match, players))


def earliest(*times: datetime | None) -> datetime | None:
    """Return the earliest of `times`; None means never."""
    return min(filter(None, times), default=None)


def _bots_go_on(match: Match, step: Step, players: Sequence[Player]) -> bool:
    """Return whether the time of the bots' next action stays the same.

    Players who keep changing a vote or claim must not delay the bots, and the time of a bot's
    action must not reveal a changed vote. A bot that was only invited, and now owes a decision,
    gets a new time, because if it had declined the invitation, it wouldn't have one.
    """
    bots = {player.dealt_seat for player in players if player.is_played_by_bot}
    if not bots or match.due_at is None:
        return False
    waiting = _waiting(step.before, bots)
    return any(waiting) and waiting == _waiting(step.after, bots)


def _waiting(projection: Projection, bots: Iterable[int]) -> tuple[set[int], set[int]]:
    """Return the bots that owe a decision, and those that are invited."""
    game, state = projection.game, projection.state
    return {*bots} & {*game.to_act(state)}, {*bots} & {*game.waiting.invited(state)}


def bots_due_at(
    projection: Projection, players: Sequence[Player], now: datetime
) -> datetime | None:
    """Return the time at which the next bot may act, which depends only on public facts."""
    bots = {player.dealt_seat for player in players if player.is_played_by_bot}
    if not bots or not any(_waiting(projection, bots)):
        return None
    owing = projection.game.view(projection.state, PUBLIC).to_act
    least, most = BOTS_THINK_TOGETHER if len(owing) > 1 else BOT_THINKS
    seconds = settings.BOT_PACE * (least + (most - least) * secrets.randbelow(1000) / 1000)
    if len(bots) == len(players):
        seconds *= AMONG_BOTS
    return now + timedelta(seconds=seconds)


def note_turns(match: Match, players: Iterable[Player]) -> None:
    """Schedule or cancel turn e-mails at a correspondence table, in the caller's transaction.

    `players` are those whose clocks have just been started or stopped.
    """
    if match.pace != Match.Pace.DAILY:
        return
    waiting = [player for player in players if player.asked_at]
    people = [player.pk for player in waiting if player.user_id and not player.is_api]
    match.players.filter(pk__in=people).update(letter_due_at=timezone.now() + AT_THE_TABLE)
    idle = match.players.filter(asked_at=None, letter_due_at__isnull=False)
    idle.update(letter_due_at=None)
