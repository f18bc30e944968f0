"""Players' clocks. The server keeps them, and gives back the time lost to its own failures.

Each decision has its own time limit. When it is used up, the player's reserve runs. Nothing here
depends on a secret: if it is secret who owes a decision, the clock runs for every seat that others
are told to wait for.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.engine.projection import Projection
from games.matches.models import Match, Player

Pace = Match.Pace

#: The number of consecutive decisions by the clock after which a bot takes the seat.
PATIENCE = 2


@dataclass(frozen=True)
class Clock:
    """The times that a pace allows."""

    decision: timedelta
    reserve: timedelta


CLOCKS = {
    Pace.RELAXED: Clock(timedelta(minutes=2), timedelta(minutes=10)),
    Pace.BRISK: Clock(timedelta(seconds=45), timedelta(minutes=3)),
    Pace.DAILY: Clock(timedelta(days=1), timedelta(days=2)),
}


def clock_of(match: Match) -> Clock | None:
    """Return the clock of `match`, doubled if the table agreed to that; None without a clock."""
    clock = CLOCKS.get(Pace(match.pace))
    if clock is None or not match.is_doubled:
        return clock
    return Clock(2 * clock.decision, 2 * clock.reserve)


def reserve_of(match: Match, player: Player) -> timedelta:
    """Return the reserve of `player`, which begins when a decision's time is used up.

    With doubled time a reserve runs half as fast, so the rest at that moment is doubled, too.
    """
    return timedelta(milliseconds=player.reserve_ms * _slowness(match))


def _slowness(match: Match) -> int:
    return 2 if match.is_doubled else 1


def set_up(match: Match, players: Iterable[Player]) -> None:
    """Give every player the full reserve, unsaved."""
    clock = CLOCKS.get(Pace(match.pace))
    for player in players:
        player.reserve_ms = 0 if clock is None else _ms(clock.reserve)


def run_on(
    match: Match,
    projection: Projection,
    players: Sequence[Player],
    actor: int | None,
    now: datetime,
    beat: timedelta = timedelta(0),
) -> None:
    """Stop and start the players' clocks after a move, unsaved.

    `projection` is the match after the move. `actor` is the seat that decided what it owed (None if
    no seat did, as after the deal). The clock of a player who still owes the same decision runs on.
    A new clock starts after the `beat` in which pages show the events.
    """
    clock = clock_of(match)
    if clock is None or match.reading_until:
        return
    owing = {*projection.game.awaited(projection.state)}
    for player in players:
        if player.asked_at and (player.seat == actor or player.seat not in owing):
            over = (now - player.asked_at - clock.decision) / _slowness(match)
            player.reserve_ms = max(0, player.reserve_ms - max(0, _ms(over)))
            player.asked_at = None
        if player.seat in owing and not player.asked_at and not player.is_played_by_bot:
            player.asked_at = now + beat


def deadline(match: Match, player: Player) -> datetime | None:
    """Return when the clock decides for `player`; None without a question or a running clock."""
    usual = decide_by(match, player)
    return None if usual is None else usual + reserve_of(match, player)


def decide_by(match: Match, player: Player) -> datetime | None:
    """Return when the reserve of `player` starts to run for the owed decision; None without one."""
    clock = clock_of(match)
    if clock is None or player.asked_at is None or match.paused_at or player.is_played_by_bot:
        return None
    return player.asked_at + clock.decision


def next_deadline(match: Match, players: Iterable[Player]) -> datetime | None:
    """Return the earliest deadline at the table."""
    if clock_of(match) is None:
        return None
    return min(filter(None, (deadline(match, player) for player in players)), default=None)


def overdue(match: Match, players: Iterable[Player], now: datetime) -> Player | None:
    """Return the player whose time ran out first; None if nobody is late."""
    late = [(at, p) for p in players if (at := deadline(match, p)) and at <= now]
    return min(late, key=lambda pair: pair[0])[1] if late else None


def shift(players: Iterable[Player], gap: timedelta) -> None:
    """Give `gap` back to all players whose clock runs, unsaved: after a pause or a downtime."""
    for player in players:
        if player.asked_at:
            player.asked_at += gap


def _ms(span: timedelta) -> int:
    return int(span.total_seconds() * 1000)
