"""Moves, from the click to the rows: judged and planned in memory, stored with three queries.

All callers (a room for its sockets, a posted form, a program, the referee) judge and plan moves
with the same functions. They start from a position that was read earlier, without a lock. Storing
checks that the position was current: the row of the match is updated only if it has not changed
(compare and swap). So any number of processes may try simultaneously.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

import msgspec
from django.db import connection, models

from games.engine.chance import SeededChance
from games.engine.game import Game, IllegalAction
from games.engine.projection import Projection, Step, step_after
from games.engine.record import Turn
from games.engine.required import required
from games.engine.seats import Seat
from games.matches import errors
from games.matches.models import Match, MatchEntry, Player
from games.matches.play import clocks, memory, reveal, schedule
from games.matches.play.memory import MatchPosition


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A planned move, ready to be stored."""

    before: MatchPosition
    after: MatchPosition
    step: Step
    at: datetime
    retimed: tuple[Player, ...]  #: players with stopped, started or corrected clocks

    @property
    def is_rare(self) -> bool:
        """Return whether the move changes more than a few columns: an end, a redeal, a letter."""
        match = self.before.match
        return (
            not self.after.match.is_running
            or match.pace == Match.Pace.DAILY
            or bool(match.successor_id and not _redealable(self.after))
            or any(player.is_away != now.is_away for player, now in self._players())
            or any(player.missed != now.missed for player, now in self._players())
        )

    def _players(self) -> Any:
        return zip(self.before.players, self.after.players, strict=True)


def read_on(position: MatchPosition) -> MatchPosition | None:
    """Return the position after all newer entries, with the current clocks.

    Return None if the match has ended, or if somebody has left or come back.
    """
    projection = memory.read_on(position.match, position.projection)
    players = _with_stored_clocks(position)
    if players is None or projection.game.outcome(projection.state) is not None:
        return None
    match = changed(position.match, length=projection.length, projection=projection)
    return MatchPosition(match, players, projection)


def _with_stored_clocks(position: MatchPosition) -> tuple[Player, ...] | None:
    """Return the players with their stored clocks; None if somebody has left or come back."""
    if clocks.clock_of(position.match) is None:
        return position.players
    stored = position.match.players.order_by("seat").values(*TIMED)
    players = tuple(
        changed(player, **row) for player, row in zip(position.players, stored, strict=True)
    )
    before, now = ([(p.missed, p.is_away) for p in each] for each in (position.players, players))
    return players if before == now else None


def parse(game: Game[Any, Any, Any, Any], text: str) -> Any:
    """Return the action encoded in the `text` sent by a page.

    :raises Refused: NothingChosen or UnknownAction.
    """
    if not text:
        raise errors.NothingChosen
    try:
        return memory.codec(game.key)[0].decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise errors.UnknownAction from error


def judge(position: MatchPosition, user_id: int | None, action: Any, prompt: int) -> Turn:
    """Return the turn for `action` in response to the question opened at `prompt`.

    :raises Refused: NotSeated, NotRunning, Paused, StalePrompt, NotAllowed or AgainstTheRules.
    """
    seat = position.seat_of(user_id)
    if seat is None:
        raise errors.NotSeated
    check_open(position.match)
    if position.projection.prompts[seat] != prompt:
        raise errors.StalePrompt
    turn = turn_of(position, seat, action, by="player")
    _check_measure(position.projection, turn)
    return turn


#: How often in a match a seat may take one kind of inconsequential action, such as changing a vote
#: or a claim; limited because the whole log is read and shown.
MOST = 200


def _check_measure(projection: Projection, turn: Turn) -> None:
    """Check that a seat has not taken the same kind of action too often.

    :raises NotAllowed: if it has; owed decisions are always allowed.
    """
    if len(projection.turns) < MOST:
        return
    game, before, seat, kind = projection.game, projection.state, turn.seat, type(turn.action)
    if sum(one.seat == seat and type(one.action) is kind for one in projection.turns) < MOST:
        return
    if seat not in game.to_act(before) or seat in game.to_act(game.apply(before, turn.events)):
        raise errors.NotAllowed


def check_open(match: Match) -> None:
    """Check that `match` accepts decisions now.

    :raises Refused: NotRunning, Paused or StillReading.
    """
    if not match.is_running:
        raise errors.NotRunning
    if match.paused_at:
        raise errors.Paused
    reveal.check_open(match)


def turn_of(position: MatchPosition, seat: Seat, action: Any, *, by: str) -> Turn:
    """Return the turn for `action` by `seat`; `by` is who acts for the seat.

    :raises AgainstTheRules: with the clause.
    """
    projection = position.projection
    chance = SeededChance(
        bytes(position.match.seed), [player.entropy for player in position.players]
    )
    try:
        events = projection.game.play(projection.state, seat, action, chance, by=by)
    except IllegalAction as illegal:
        raise errors.AgainstTheRules(illegal) from illegal
    return Turn(tuple(events), seat, action, by)


def plan(before: MatchPosition, turn: Turn, now: datetime) -> PlannedMove:
    """Return the planned move for `turn`: the position after it, with all clocks."""
    step = step_after(before.projection, msgspec.structs.replace(turn, at=now.isoformat()))
    players = _timed(before, step, now)
    after = changed(before.match, length=step.after.length)
    if step.after.game.outcome(step.after.state) is not None:
        after.status, after.ended_at, after.due_at = Match.Status.FINISHED, now, None
    else:
        after.due_at = schedule.next_look(before.match, step, players, now)
    after.projection = step.after
    changes = tuple(new for old, new in zip(before.players, players, strict=True) if old is not new)
    return PlannedMove(before, MatchPosition(after, players, step.after), step, now, changes)


def _timed(before: MatchPosition, step: Step, now: datetime) -> tuple[Player, ...]:
    """Return the players with clocks stopped and started; unchanged players are the same objects.

    A player who visibly acts in person is back and no longer late. Changing a secret vote doesn't
    count, because showing the player as back would reveal it.
    """
    match, turn = before.match, step.turn
    is_secret = step.before.game.waiting.secret_duties(step.before.state) is not None
    is_seen = turn.by == "player" and step.is_public and not is_secret
    actor = turn.seat if is_seen else None
    is_back = any(p.seat == actor and (p.is_away or p.missed) for p in before.players)
    if clocks.clock_of(match) is None and not is_back:
        return before.players
    players = tuple(changed(player) for player in before.players)
    for player in players:
        if player.seat == actor:
            player.is_away, player.missed = False, 0
    clocks.run_on(match, step.after, players, step.decided, now, schedule.beat_of(step))
    same = [_clock(old) == _clock(new) for old, new in zip(before.players, players, strict=True)]
    if all(same):
        return before.players
    pairs = zip(same, before.players, players, strict=True)
    return tuple(old if is_same else new for is_same, old, new in pairs)


#: The columns of players that clocks change.
TIMED = ("asked_at", "reserve_ms", "missed", "is_away")


def _clock(player: Player) -> tuple[Any, ...]:
    return tuple(getattr(player, name) for name in TIMED)


Row = TypeVar("Row", Match, Player)


def changed(row: Row, **changes: Any) -> Row:
    """Return a copy of a row with some columns changed, because rows of positions are shared."""
    copy = object.__new__(type(row))
    copy.__dict__ = row.__dict__ | changes
    return copy


def _redealable(position: MatchPosition) -> bool:
    return position.projection.game.start.redealable(position.projection.state)


class Superseded(Exception):
    """Another change (a move, a pause, a clock) came first; reload and judge the position again."""


def store(moves: Sequence[PlannedMove]) -> list[bool]:
    """Write `moves` in the caller's transaction; return whether each was stored.

    Rows are locked in the order of their matches to prevent deadlocks.
    """
    results = dict[int, bool]()
    with connection.cursor() as cursor:
        for number in sorted(range(len(moves)), key=lambda n: moves[n].before.match.pk):
            results[number] = _store(cursor, moves[number])
    return [results[number] for number in range(len(moves))]


def _store(cursor: Any, move: PlannedMove) -> bool:
    """Advance the match if its row is unchanged, append the entry, and write the clocks."""
    time = connection.ops.adapt_datetimefield_value
    before, after = move.before.match, move.after.match
    due = time(after.due_at)
    cursor.execute(_ADVANCE, [after.length, due, before.pk, before.length, before.touched])
    if cursor.rowcount != 1:
        return False
    turn, encode = move.step.turn, msgspec.json.encode
    action = "" if turn.action is None else encode(turn.action).decode()
    events = encode(turn.events).decode()
    cursor.execute(
        _APPEND, [before.pk, after.length, turn.seat, turn.by, action, events, time(move.at)]
    )
    if move.retimed:
        update(Player, TIMED, move.retimed)
    return True


def update(model: type[models.Model], names: tuple[str, ...], rows: Sequence[models.Model]) -> None:
    """Write the columns `names` of `rows`, ten times faster than by saving each row."""
    fields, statement = _update_of(model, names)
    values = [
        [*(f.get_db_prep_save(getattr(row, f.attname), connection) for f in fields), row.pk]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(statement, values)


@cache
def _update_of(
    model: type[models.Model], names: tuple[str, ...]
) -> "tuple[list[models.Field[Any, Any]], str]":
    fields = [field for field in model._meta.concrete_fields if field.name in names]
    changes = ", ".join(
        f"{connection.ops.quote_name(required(field.column))} = %s" for field in fields
    )
    return fields, f"UPDATE {_table(model)} SET {changes} WHERE id = %s"  # noqa: S608 - columns


def _table(model: type[models.Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


_ADVANCE = (
    f"UPDATE {_table(Match)} SET length = %s, due_at = %s"  # noqa: S608 - names of tables
    " WHERE id = %s AND length = %s AND status = 'running' AND paused_at IS NULL"
    " AND touched = %s"
)
_APPEND = (
    f"INSERT INTO {_table(MatchEntry)} (match_id, number, seat, by, action, events, at)"  # noqa: S608
    " VALUES (%s, %s, %s, %s, %s, %s, %s)"
)
