"""Players' clocks, run by the server, which gives back the time lost in its own outages.

Each decision has a time limit, after which the player's reserve runs. Clocks don't depend on
secrets: if it is secret who owes a decision, they run for every seat that publicly might.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.engine.projection import Projection
from games.matches.models import Match, Player

Pace = Match.Pace

#: The number of consecutive timeouts after which a bot takes over the seat.
PATIENCE = 2


@dataclass(frozen=True)
class Clock:
    """The time limits of a pace."""

    decision: timedelta
    reserve: timedelta


CLOCKS = {
    Pace.RELAXED: Clock(timedelta(minutes=2), timedelta(minutes=10)),
    Pace.BRISK: Clock(timedelta(seconds=45), timedelta(minutes=3)),
    Pace.DAILY: Clock(timedelta(days=1), timedelta(days=2)),
}


def clock_of(match: Match) -> Clock | None:
    """Return the clock of `match`, doubled if the table agreed to that, or None."""
    clock = CLOCKS.get(Pace(match.pace))
    if clock is None or not match.is_doubled:
        return clock
    return Clock(2 * clock.decision, 2 * clock.reserve)


def reserve_of(match: Match, player: Player) -> timedelta:
    """Return the reserve of `player`, which runs once a decision's time is used up.

    With doubled time, a reserve runs half as fast, so the remaining reserve is doubled, too.
    """
    return timedelta(milliseconds=player.reserve_ms * _slowness(match))


def _slowness(match: Match) -> int:
    return 2 if match.is_doubled else 1


def set_up(match: Match, players: Iterable[Player]) -> None:
    """Give every player the full reserve, without saving."""
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
    """Stop and start the players' clocks after a move, without saving.

    `projection` is the match after the move. `actor` is the seat that made an owed decision (None
    if no seat did, as after the deal). The clock of a player who still owes the same decision keeps
    running. A new clock starts after the `beat` during which pages show the events.
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
    """Return the time of the player's timeout; None without a question or a running clock."""
    usual = decide_by(match, player)
    return None if usual is None else usual + reserve_of(match, player)


def decide_by(match: Match, player: Player) -> datetime | None:
    """Return the time at which the player's reserve starts to run, or None."""
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
    """Return the player whose time ran out first, or None."""
    late = [(at, p) for p in players if (at := deadline(match, p)) and at <= now]
    return min(late, key=lambda pair: pair[0])[1] if late else None


def shift(players: Iterable[Player], gap: timedelta) -> None:
    """Give `gap` (a pause or downtime) back to players with a running clock, without saving."""
    for player in players:
        if player.asked_at:
            player.asked_at += gap


def _ms(span: timedelta) -> int:
    return int(span.total_seconds() * 1000)
