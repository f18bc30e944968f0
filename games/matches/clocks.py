"""How long people have: counted by the server, given back when the server was away.

A decision has a time of its own, and each player a reserve that is drawn on when it is not
enough. Nothing here depends on a secret: who owes a decision is public.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.matches.folds import Fold
from games.matches.models import Match, Player

Pace = Match.Pace

#: Decisions in a row that the clock makes before a bot takes the chair.
PATIENCE = 2


@dataclass(frozen=True)
class Clock:
    """What a pace allows."""

    decision: timedelta
    reserve: timedelta


CLOCKS = {
    Pace.RELAXED: Clock(timedelta(minutes=2), timedelta(minutes=10)),
    Pace.BRISK: Clock(timedelta(seconds=45), timedelta(minutes=3)),
    Pace.DAILY: Clock(timedelta(days=1), timedelta(days=2)),
}


def clock_of(match: Match) -> Clock | None:
    """Return the clock that `match` is played by, doubled if the table agreed to; None: untimed."""
    clock = CLOCKS.get(Pace(match.pace))
    if clock is None or not match.is_doubled:
        return clock
    return Clock(2 * clock.decision, 2 * clock.reserve)


def reserve_of(match: Match, player: Player) -> timedelta:
    """Return how long `player` has beyond a decision's time.

    With twice the time a reserve is used up half as fast, so what was left when the table agreed
    is doubled too.
    """
    return timedelta(milliseconds=player.reserve_ms * _slowness(match))


def _slowness(match: Match) -> int:
    return 2 if match.is_doubled else 1


def set_up(match: Match, players: Iterable[Player]) -> None:
    """Give everybody their reserve, unsaved."""
    clock = CLOCKS.get(Pace(match.pace))
    for player in players:
        player.reserve_ms = 0 if clock is None else _ms(clock.reserve)


def run_on(
    match: Match, fold: Fold, players: Sequence[Player], actor: int | None, now: datetime
) -> None:
    """Stop and start the players' clocks after a move, unsaved.

    `fold` is the match after the move in which the seat `actor` decided what it owed (None:
    nobody did, as after the deal). Whoever still owes the same decision goes on being timed.
    """
    clock = clock_of(match)
    if clock is None:
        return
    owing = {*fold.game.to_act(fold.state)}
    for player in players:
        if player.asked_at and (player.seat == actor or player.seat not in owing):
            over = (now - player.asked_at - clock.decision) / _slowness(match)
            player.reserve_ms = max(0, player.reserve_ms - max(0, _ms(over)))
            player.asked_at = None
        if player.seat in owing and not player.asked_at and not player.is_played_by_bot:
            player.asked_at = now


def deadline(match: Match, player: Player) -> datetime | None:
    """Return when the clock decides for `player`; None where nothing is asked or nothing runs."""
    usual = decide_by(match, player)
    return None if usual is None else usual + reserve_of(match, player)


def decide_by(match: Match, player: Player) -> datetime | None:
    """Return from when on the decision that `player` owes is drawn from the reserve; or None."""
    clock = clock_of(match)
    if clock is None or player.asked_at is None or match.paused_at or player.is_played_by_bot:
        return None
    return player.asked_at + clock.decision


def next_deadline(match: Match, players: Iterable[Player]) -> datetime | None:
    """Return the earliest deadline at the table."""
    return min(filter(None, (deadline(match, player) for player in players)), default=None)


def overdue(match: Match, players: Iterable[Player], now: datetime) -> Player | None:
    """Return the player whose time ran out first, if anybody's did."""
    late = [(at, p) for p in players if (at := deadline(match, p)) and at <= now]
    return min(late, key=lambda pair: pair[0])[1] if late else None


def shift(players: Iterable[Player], gap: timedelta) -> None:
    """Give `gap` back to everybody who is being timed, unsaved: a pause, or a server away."""
    for player in players:
        if player.asked_at:
            player.asked_at += gap


def _ms(span: timedelta) -> int:
    return int(span.total_seconds() * 1000)
