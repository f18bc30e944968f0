"""When something at a match is due: the referee's next check, for bots and clocks, and e-mails."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from games.engine.projection import Projection, Step
from games.engine.seats import PUBLIC
from games.matches.models import Match, Player
from games.matches.play import clocks

#: Seconds that a bot seems to think: random, and independent of every secret.
BOT_THINKS = (1.0, 2.4)
#: The same if several bots act at once; a vote of many bots would otherwise take a minute.
BOTS_THINK_TOGETHER = (0.3, 1.1)
#: The part of their thinking time that bots take where nobody else plays.
AMONG_BOTS = 0.4
#: A player who decides within this time was at the table, and needs no e-mail.
AT_THE_TABLE = timedelta(minutes=1)


def next_look(
    match: Match, step: Step, players: Sequence[Player], now: datetime
) -> datetime | None:
    """Return when the referee has work after `step`, which advanced `match`."""
    if step.turn.by == "player" and _bots_go_on(match, step, players):
        return earliest(match.due_at, clocks.next_deadline(match, players))
    return due_at(match, step.after, players, now + beat_of(step))


def beat_of(step: Step) -> timedelta:
    """Return how long pages show the events of a step; bots wait that long.

    It depends on public facts. It is zero if bots have no thinking times.
    """
    seconds = step.after.game.pages.beat(step.turn.events)
    return timedelta(seconds=min(settings.BOT_PACE, 1) * seconds)


def due_at(
    match: Match, projection: Projection, players: Sequence[Player], now: datetime
) -> datetime | None:
    """Return when the referee has work next, regardless of earlier plans."""
    if match.paused_at:
        return None
    if match.reading_until:
        return match.reading_until
    return earliest(bots_due_at(projection, players, now), clocks.next_deadline(match, players))


def earliest(*times: datetime | None) -> datetime | None:
    """Return the earliest of `times`; None means never."""
    return min(filter(None, times), default=None)


def _bots_go_on(match: Match, step: Step, players: Sequence[Player]) -> bool:
    """Return whether the same bots may keep the time of their next action.

    A player who changes a vote or claims again and again must not delay the bots. Nor may the time
    of a bot's action reveal a changed vote. A bot that was only invited, and now owes a decision,
    gets a new time: if it declined the invitation, it has none.
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
    """Return when the next bot may act; the time depends only on public facts."""
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
    """Schedule e-mails at a correspondence table, in the caller's transaction; drop answered ones.

    `players` are those whose clocks have just started or stopped.
    """
    if match.pace != Match.Pace.DAILY:
        return
    waiting = [player for player in players if player.asked_at]
    people = [player.pk for player in waiting if player.user_id and not player.is_api]
    match.players.filter(pk__in=people).update(letter_due_at=timezone.now() + AT_THE_TABLE)
    idle = match.players.filter(asked_at=None, letter_due_at__isnull=False)
    idle.update(letter_due_at=None)
