"""Writes to a running match: deal, act, and what every act leaves behind in the log."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.engine.chance import SeededChance
from games.engine.game import IllegalAction, Statement
from games.engine.record import Turn, frames
from games.engine.seats import EVERYTHING, PUBLIC, Seat
from games.matches import clocks, folds, live, notices, refusals
from games.matches.models import Entry, Match, Player

#: Seconds that a bot seems to think: drawn at random, from nothing that is secret.
BOT_THINKS = (1.0, 2.4)
#: The same where several act at once, or a vote among many bots would take a minute.
BOTS_THINK_TOGETHER = (0.3, 1.1)


def locked(match_id: int) -> Match:
    """Return the match, locked until the transaction ends; what it was read as is current."""
    return Match.objects.select_for_update().get(pk=match_id)


def deal(match: Match, players: Sequence[Player]) -> None:
    """Draw the seating, deal, and write entry 0; the caller owns the transaction.

    The seating is drawn with the entropy in the order in which people sat; the rest, which the
    portable record verifies, with the entropy in the order of the seats.
    """
    game = match.rules
    seated = _seating(match, players)
    match.players.update(seat=None)
    for seat, player in enumerate(seated):
        player.seat = seat
    clocks.set_up(match, seated)
    Player.objects.bulk_update(seated, ["seat", "reserve_ms"])
    chance = SeededChance(bytes(match.seed), [p.entropy for p in seated])
    options = msgspec.convert(match.options, game.options)
    turn = Turn(events=tuple(game.deal(len(seated), options, chance)), by="deal")
    match.status = Match.Status.RUNNING
    match.started_at = timezone.now()
    _write(match, folds.begin(game, len(seated)), turn, seated)


def _seating(match: Match, players: Sequence[Player]) -> Sequence[Player]:
    """Return `players` in the order of play: by lot, but for chairs that were kept or chosen."""
    if match.is_reserved:
        return players
    kept = _kept_order(match, players)
    if kept:
        return kept
    host = next((p for p in players if p.user_id and p.user_id == match.host_id), None)
    if match.host_seat is None or host is None:
        chance = SeededChance(bytes(match.seed), [p.entropy for p in players])
        return chance.shuffle("seats", players)
    others = [player for player in players if player is not host]
    others.insert(match.host_seat, host)
    return others


def _kept_order(match: Match, players: Sequence[Player]) -> Sequence[Player]:
    """Return `players` as their chairs were kept at the table that this one is dealt instead of.

    It is empty where there is none, or where others than those sit here.
    """
    before = Match.objects.filter(successor=match).exclude(status=Match.Status.FINISHED).first()
    if before is None:
        return ()
    earlier = list(before.players.order_by("seat"))
    if not (before.is_reserved or _kept_order(before, earlier)):
        return ()
    seats = {player.user_id: player.seat for player in earlier if player.user_id}
    if seats.keys() != {player.user_id for player in players}:
        return ()
    return sorted(players, key=lambda player: seats[player.user_id])


def act(match_id: int, user_id: int, action: Any, prompt: int) -> None:
    """Take `action` for the user's own seat, in answer to the question opened at `prompt`.

    :raises Refused: NotSeated, NotRunning, Paused, StalePrompt or AgainstTheRules; nothing is
        changed.
    """
    with transaction.atomic():
        match = locked(match_id)
        seat = _seat_of(match, user_id)
        if not match.is_running:
            raise refusals.NotRunning
        if match.paused_at:
            raise refusals.Paused
        fold = folds.fold_of(match)
        if fold.prompts[seat] != prompt:
            raise refusals.StalePrompt
        take(match, fold, seat, action, by="player")


def take(match: Match, fold: folds.Fold, seat: Seat, action: Any, *, by: str) -> None:
    """Judge `action` and write it with what it causes; the caller holds the lock.

    :raises AgainstTheRules: naming the clause.
    """
    players = list(match.players.select_related("user").order_by("seat"))
    chance = SeededChance(bytes(match.seed), [player.entropy for player in players])
    try:
        events = fold.game.play(fold.state, seat, action, chance, by=by)
    except IllegalAction as illegal:
        raise refusals.AgainstTheRules(illegal) from illegal
    _write(match, fold, Turn(tuple(events), seat, action, by), players)


def _write(match: Match, fold: folds.Fold, turn: Turn, players: Sequence[Player]) -> None:
    """Append `turn` to the log and move the match on: one row, in the caller's transaction."""
    after = folds.follow(fold, turn)
    now = timezone.now()
    encode = msgspec.json.encode
    Entry.objects.create(
        match=match,
        number=after.length,
        seat=turn.seat,
        by=turn.by,
        action=encode(turn.action).decode() if turn.action is not None else "",
        events=encode(turn.events).decode(),
        at=now,
    )
    match.length = after.length
    _run_clocks(match, fold, after, players, turn)  # who came back with the last move is back
    outcome = after.game.outcome(after.state)
    if outcome is not None:
        _finish(match, after, players, now)
    if outcome or not after.game.redealable(after.state):
        drop_redeal(match)
    if outcome is not None:
        match.due_at = None
    elif turn.by == "player" and _bots_go_on(match, fold, after, players):
        match.due_at = earliest(match.due_at, clocks.next_deadline(match, players))
    else:
        match.due_at = due_at(match, after, players, now)
    match.save()
    transaction.on_commit(lambda: folds.keep(match.pk, after))
    transaction.on_commit(lambda: live.announce(match.pk), robust=True)


def drop_redeal(match: Match) -> None:
    """Forget, unsaved, that somebody asked to deal again: it is too late, or was turned down."""
    if match.successor and match.successor.is_open:
        match.successor.delete()
    match.successor = None


#: What the clocks write on players.
TIMED = ("asked_at", "reserve_ms", "missed", "is_away")


def _run_clocks(
    match: Match, before: folds.Fold, after: folds.Fold, players: Sequence[Player], turn: Turn
) -> None:
    """Stop and start clocks; whoever is seen to act in person is back, and has missed nothing.

    Who changes a vote unseen stays what they were: that they are back would tell of it.
    """
    actor = next((p for p in players if p.seat == turn.seat), None)
    seen = turn.by == "player" and after.version(PUBLIC) != before.version(PUBLIC)
    back = seen and actor is not None and (actor.is_away or actor.missed > 0)
    if back:
        actor.is_away, actor.missed = False, 0
    timed = {player.pk: player.asked_at for player in players}
    clocks.run_on(match, after, players, _decided(before, after, turn), timezone.now())
    if back or clocks.clock_of(match) is not None:
        Player.objects.bulk_update(players, TIMED)
    if match.pace == Match.Pace.DAILY:
        notices.note(match, [p for p in players if p.asked_at and p.asked_at != timed[p.pk]])


def _decided(before: folds.Fold, after: folds.Fold, turn: Turn) -> int | None:
    """Return the seat that decided what it owed: not if it claimed something, or offered a draw.

    Duties come first among the choices, so the same first one is the same decision.
    """
    if turn.seat is None:
        return None
    seat = Seat(turn.seat)
    owed, owes = seat in before.game.to_act(before.state), seat in after.game.to_act(after.state)
    same = owed and owes and before.choices[seat][:1] == after.choices[seat][:1]
    return None if same else seat


def _finish(match: Match, fold: folds.Fold, players: Sequence[Player], now: datetime) -> None:
    """Record how it ended, on the match and on every player."""
    match.status, match.ended_at = Match.Status.FINISHED, now
    settle(match, folds.turns_of(match), fold.state, players)
    Player.objects.bulk_update(players, SETTLED)


#: What `settle` writes on players.
SETTLED = ("side", "won", "claims", "true_claims", "name_key", "ended_at")


def settle(match: Match, turns: Sequence[Turn], state: Any, players: Sequence[Player]) -> None:
    """Note, unsaved, on a match that has ended and its players what history wants to know.

    `turns` is its whole log, and `state` what that led to.
    """
    game = match.rules
    outcome = game.outcome(state)
    match.winner, match.reason = outcome.winner or "", outcome.reason
    match.size, match.has_bots = len(players), any(p.bot or p.is_api for p in players)
    match.is_abandoned = not match.is_imported and any(
        player.is_played_by_bot and not player.bot for player in players
    )
    match.settle_listing()
    said = _said(match, turns, state, players)
    for player in players:
        player.side = game.side_of(state, Seat(player.seat))
        player.won = player.seat in outcome.seats
        player.claims = sum(one.seat == player.seat for one in said)
        player.true_claims = sum(one.seat == player.seat and bool(one.is_true) for one in said)
        player.ended_at = match.ended_at
        player.settle_name()


def _said(
    match: Match, turns: Sequence[Turn], state: Any, players: Sequence[Player]
) -> Sequence[Statement]:
    """Return who claimed what, but for what bots said in the chairs of people who had left."""
    game = match.rules
    said = game.statements(state, EVERYTHING)
    theirs = {player.seat for player in players if not player.bot and not match.is_imported}
    if not any(turn.by == "bot" and turn.seat in theirs for turn in turns):
        return said
    own: list[Statement] = []
    count = 0
    for frame in frames(game, turns):
        now = len(game.statements(frame.state, EVERYTHING))
        if not (frame.turn.by == "bot" and frame.turn.seat in theirs):
            own += said[count:now]
        count = now
    return own


def due_at(
    match: Match, fold: folds.Fold, players: Sequence[Player], now: datetime
) -> datetime | None:
    """Return when the referee has something to do next: a bot's move, or a clock that runs out."""
    if match.paused_at:
        return None
    return earliest(bots_due_at(fold, players, now), clocks.next_deadline(match, players))


def earliest(*times: datetime | None) -> datetime | None:
    """Return the first of `times`, of which some may be never."""
    return min(filter(None, times), default=None)


def _bots_go_on(
    match: Match, before: folds.Fold, after: folds.Fold, players: Sequence[Player]
) -> bool:
    """Return whether the same bots go on waiting for the time at which they were to act.

    Somebody who changes a vote or claims again and again must not keep bots from acting, nor may
    the time at which a bot acts tell that a vote was changed. A bot that was only invited and now
    owes something does not go on: it may have let the invitation lie, and have no time any more.
    """
    waiting = _waiting_bots(before, players)
    return any(waiting) and waiting == _waiting_bots(after, players) and match.due_at is not None


def _waiting_bots(fold: folds.Fold, players: Sequence[Player]) -> tuple[set[int], set[int]]:
    """Return the bots that owe something, and those that are invited."""
    bots = {player.seat for player in players if player.is_played_by_bot}
    return bots & {*fold.game.to_act(fold.state)}, bots & {*fold.game.invited(fold.state)}


def bots_due_at(fold: folds.Fold, players: Sequence[Player], now: datetime) -> datetime | None:
    """Return when the next bot may act: a time that depends on public facts alone."""
    if not any(_waiting_bots(fold, players)):
        return None
    owing = fold.game.view(fold.state, PUBLIC).to_act
    least, most = BOTS_THINK_TOGETHER if len(owing) > 1 else BOT_THINKS
    seconds = settings.BOT_PACE * (least + (most - least) * secrets.randbelow(1000) / 1000)
    return now + timedelta(seconds=seconds)


def _seat_of(match: Match, user_id: int) -> Seat:
    """Return where the user sits.

    :raises NotSeated: if nowhere.
    """
    seated = match.players.filter(user_id=user_id, user__isnull=False)
    seat = seated.values_list("seat", flat=True).first()
    if seat is None:
        raise refusals.NotSeated
    return Seat(seat)
