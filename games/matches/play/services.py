"""Services that write to a running match: the deal, actions, and dependent rows."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from games.engine.chance import SeededChance
from games.engine.game import ClaimCheck
from games.engine.projection import Projection, begin, follow
from games.engine.record import Turn, decisive, replay
from games.engine.required import required
from games.engine.seats import EVERYTHING, Seat
from games.matches import publish
from games.matches.models import Match, MatchEntry, Player
from games.matches.play import clocks, experience, memory, moves, reveal, schedule
from games.matches.play.memory import MatchPosition
from games.matches.play.moves import PlannedMove


def encode(value: Any) -> str:
    """Return `value` encoded for the log."""
    return msgspec.json.encode(value).decode()


def lock_match(match_id: int) -> Match:
    """Return the match with its current values, locked until the transaction ends."""
    return Match.objects.select_for_update().get(pk=match_id)


def lock_predecessor(match_id: int) -> None:
    """Lock the predecessor of `match_id`, if any, until the transaction ends.

    A player who comes back needs locks on both: first on the finished match, then on the next
    table. Closing the next table changes the finished match, too. This order of locks prevents
    deadlocks.
    """
    list(Match.objects.select_for_update().filter(successor=match_id).values_list("pk"))


def deal(match: Match, players: Sequence[Player]) -> None:
    """Draw the seating, deal, and write entry 0 in the caller's transaction.

    The seating uses the players' entropy in the order in which they sat down. The deal, which can
    be verified with a portable record, uses it in the order of the seats.
    """
    game = match.rules
    order = _seating(match, players)
    match.players.update(seat=None)
    for seat, player in enumerate(order):
        player.seat = seat
    clocks.set_up(match, order)
    reveal.hand_out(match, order)
    experience.note_newcomers(order)
    Player.objects.bulk_update(order, ["seat", "reserve_ms", "read_at", "is_newcomer"])
    chance = SeededChance(bytes(match.seed), [p.entropy for p in order])
    options = msgspec.convert(match.options, game.start.options)
    turn = Turn(events=tuple(game.start.deal(len(order), options, chance)), by="deal")
    _begin(match, order, follow(begin(game, len(order)), turn), turn)


def _begin(match: Match, players: Sequence[Player], projection: Projection, turn: Turn) -> None:
    """Write entry 0, the first questions and their clocks."""
    now = timezone.now()
    MatchEntry.objects.create(match=match, number=0, by=turn.by, events=encode(turn.events), at=now)
    match.status, match.started_at, match.length = Match.Status.RUNNING, now, projection.length
    clocks.run_on(match, projection, players, None, now)
    if clocks.clock_of(match) is not None:
        Player.objects.bulk_update(players, moves.TIMED)
    schedule.note_turns(match, players)
    drop_redeal(match)
    match.due_at = schedule.due_at(match, projection, players, now)
    match.save()
    transaction.on_commit(lambda: memory.keep_log(match.pk, projection))
    publish.table(match.pk)


def _seating(match: Match, players: Sequence[Player]) -> Sequence[Player]:
    """Return `players` in the order of play: random, except for reserved or chosen seats."""
    if match.is_reserved:
        return players
    order = _kept_order(match, players)
    if order:
        return order
    host = next((p for p in players if p.user_id and p.user_id == match.host_id), None)
    if match.host_seat is None or host is None:
        chance = SeededChance(bytes(match.seed), [p.entropy for p in players])
        return chance.shuffle("seats", players)
    others = [player for player in players if player is not host]
    others.insert(match.host_seat, host)
    return others


def _kept_order(match: Match, players: Sequence[Player]) -> Sequence[Player]:
    """Return `players` in their order at the match that `match` replaces.

    The result is empty without such a match, or if the people have changed.
    """
    before = Match.objects.filter(successor=match).exclude(status=Match.Status.FINISHED).first()
    if before is None:
        return ()
    earlier = list(before.players.order_by("seat"))
    if not (before.is_reserved or _kept_order(before, earlier)):
        return ()
    seats = {player.user_id: player.dealt_seat for player in earlier if player.user_id}
    if seats.keys() != {player.user_id for player in players}:
        return ()
    return sorted(players, key=lambda player: seats[required(player.user_id)])


def act(match_id: int, user_id: int, action: Any, prompt: int) -> None:
    """Take `action` in the user's own seat, in response to the question opened at `prompt`.

    :raises Refused: NotSeated, NotRunning, Paused, StalePrompt or AgainstTheRules; then nothing has
        changed.
    """
    with transaction.atomic():
        position = memory.position_of(lock_match(match_id))
        write(position, moves.judge(position, user_id, action, prompt))


def take(position: MatchPosition, seat: Seat, action: Any, *, by: str) -> None:
    """Judge `action` for `seat` and write it; the caller must hold the lock.

    :raises AgainstTheRules: with the clause.
    """
    write(position, moves.turn_of(position, seat, action, by=by))


def write(position: MatchPosition, turn: Turn) -> None:
    """Append `turn` to the log and advance the match, in the caller's transaction.

    :raises Superseded: if the match has changed since `position` was read.
    """
    write_planned(moves.plan(position, turn, timezone.now()))


def write_planned(move: PlannedMove) -> None:
    """Store `move` with all of its effects, in the caller's transaction.

    :raises Superseded: if the match has changed since the move was planned.
    """
    match_id = move.before.match.pk
    if not all(moves.store([move])):
        raise moves.Superseded
    after = _follow_up(move) if move.is_rare else move.after
    transaction.on_commit(lambda: memory.keep(after))
    if _tells_all(move):
        publish.move(match_id, replace(move, after=after))
    else:
        publish.table(match_id)


def _tells_all(move: PlannedMove) -> bool:
    """Return whether `move` contains all of its effects, as most moves do."""
    match = move.before.match
    if move.after.match.is_over:
        return match.successor_id is None and match.pace != Match.Pace.DAILY
    return not (move.is_rare or move.step.turn.by == "clock")


def _follow_up(move: PlannedMove) -> MatchPosition:
    """Write the effects of a rare move: an end, a letter, or dropping a request for a new deal.

    Return the resulting position.
    """
    match, projection = (
        copy(move.after.match),
        move.after.projection,
    )  # shown on pages until the commit
    players = tuple(copy(player) for player in move.after.players)
    if match.successor_id:
        match.refresh_from_db(fields=["successor"])
    if match.is_over or not projection.game.start.redealable(projection.state):
        drop_redeal(match)
    if match.is_over:
        _finish(match, projection, players)
    moves.update(Match, (*ENDED, "successor"), [match])
    schedule.note_turns(match, move.retimed)
    return MatchPosition(match, players, projection)


def drop_redeal(match: Match) -> None:
    """Drop a late or declined request for a new deal, without saving `match`."""
    if match.successor and match.successor.is_open:
        match.successor.delete()
    match.successor = None


def admits_late_comers(match: Match) -> bool:
    """Return whether bots' seats may be taken, early in a match without reserved seats.

    This is possible while the table may still agree to a new deal.
    """
    is_early = match.is_running and match.rules.start.redealable(memory.projection_of(match).state)
    return is_early and not match.is_reserved


#: The columns that `settle` writes to a finished match, in addition to its end.
ENDED = (
    *("status", "ended_at", "due_at", "winner", "reason", "story", "size"),
    *("has_bots", "is_abandoned", "is_listed"),
)


def _finish(match: Match, projection: Projection, players: Sequence[Player]) -> None:
    """Write the result to the match (unsaved) and to every player."""
    settle(match, projection.turns, projection.state, players)
    moves.update(Player, SETTLED, players)


#: The columns that `settle` writes to players.
SETTLED = ("side", "won", "claims", "true_claims", "name_key", "ended_at")


def settle(match: Match, turns: Sequence[Turn], state: Any, players: Sequence[Player]) -> None:
    """Set the fields used by the history on a finished match and its players, without saving.

    `turns` is the whole log, `state` the last state.
    """
    game = match.rules
    outcome = required(game.outcome(state))
    match.winner, match.reason = outcome.winner or "", outcome.reason
    match.story = msgspec.to_builtins(decisive(game, turns))
    match.size, match.has_bots = len(players), any(p.bot or p.is_api for p in players)
    match.is_abandoned = not match.is_imported and any(
        player.is_played_by_bot and not player.bot for player in players
    )
    match.update_listing()
    claims = _own_claims(match, turns, state, players)
    for player in players:
        player.side = game.sides.of(state, player.dealt_seat)
        player.won = player.seat in outcome.seats
        player.claims = sum(one.seat == player.seat for one in claims)
        player.true_claims = sum(one.seat == player.seat and bool(one.is_true) for one in claims)
        player.ended_at = match.ended_at
        player.settle_name()


def _own_claims(
    match: Match, turns: Sequence[Turn], state: Any, players: Sequence[Player]
) -> Sequence[ClaimCheck]:
    """Return all claims, except those made by bots for people who had left."""
    game = match.rules
    claims = game.knowledge.claims(state, EVERYTHING)
    theirs = {player.seat for player in players if not player.bot and not match.is_imported}
    if not any(turn.by == "bot" and turn.seat in theirs for turn in turns):
        return claims
    own: list[ClaimCheck] = []
    count = 0
    for frame in replay(game, turns):
        now = len(game.knowledge.claims(frame.state, EVERYTHING))
        if not (frame.turn.by == "bot" and frame.turn.seat in theirs):
            own += claims[count:now]
        count = now
    return own
