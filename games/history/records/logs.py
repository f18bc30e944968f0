"""A stored log as a file, and a check that the current rules lead to the same result.

The file has the same contents as the database: every entry's action and events in the game's own
format. The tests keep one file of every earlier format, so that old matches can always be read.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from games.catalog import GAMES
from games.engine.chance import Chance, SeededChance
from games.engine.game import DECK, Game, IllegalAction, many
from games.engine.recorded_chance import RecordedChance, RecordedDraw, chance_results
from games.engine.seats import Seat, seats_of
from games.matches.models import Match, MatchEntry

AnyGame = Game[Any, Any, Any, Any]


class StoredEntry(msgspec.Struct, frozen=True):
    """One stored entry, with action and events as JSON."""

    events: list[Any]
    seat: int | None = None
    by: str = "player"
    action: Any = None


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """A stored match without people: `seed` is in hex, or empty."""

    format: Literal["cabinet-noir-log/1"] = "cabinet-noir-log/1"
    game: str
    options: dict[str, Any]
    seed: str
    entropy: list[str]
    is_over: bool
    winner: str
    reason: str
    sides: list[str]
    rows: list[StoredEntry]


class LogDrift(msgspec.Struct, frozen=True):
    """A difference between a log and the current rules: an entry (-1: the match) and a text."""

    entry: int
    text: str


class _Stop(Exception):
    """Stops the check, because no later entry can be checked."""


def log_of(match: Match) -> Log:
    """Return a stored match as a log."""
    players = match.players.all()
    return Log(
        game=match.game,
        options=match.options,
        # An imported record's seed proves nothing here, because its deal is in the record.
        seed="" if match.is_imported else bytes(match.seed).hex(),
        entropy=[player.entropy for player in players],
        is_over=match.is_over,
        winner=match.winner,
        reason=match.reason,
        sides=[player.side for player in players] if match.is_over else [],
        rows=[_row(entry) for entry in match.entries.all()],
    )


def _row(entry: MatchEntry) -> StoredEntry:
    action = json.loads(entry.action) if entry.action else None
    return StoredEntry(json.loads(entry.events), entry.seat, entry.by, action)


def drift(log: Log) -> list[LogDrift]:
    """Return the differences between `log` and its result by the current rules."""
    drifts: list[LogDrift] = []
    game = GAMES.get(log.game)
    if game is None:
        return [LogDrift(-1, f"there is no game {log.game}")]
    try:
        state = _replay(game, log, drifts)
        drifts += _ending(game, log, state)
    except _Stop as stop:
        drifts.append(stop.args[0])
    return drifts


def _replay(game: AnyGame, log: Log, drifts: list[LogDrift]) -> Any:
    """Return the state after the whole log; add differences to `drifts`."""
    chance = _chance(game, log)
    state = game.start.empty
    for number, row in enumerate(log.rows):
        action, events = _decode(game, number, row)
        again = _again(game, log, state, row, action, events, chance)
        if again != events:
            drifts.append(
                LogDrift(number, f"the rules now give {_text(again)}, not {_text(events)}")
            )
        state = _fold(game, number, state, events)
    return state


def _decode(game: AnyGame, number: int, row: StoredEntry) -> tuple[Any, tuple[Any, ...]]:
    try:
        action = None if row.action is None else msgspec.convert(row.action, game.records.actions)
        return action, msgspec.convert(row.events, many(game.records.events))
    except msgspec.ValidationError as error:
        raise _Stop(LogDrift(number, f"can't be read any more: {error}")) from None


def _fold(game: AnyGame, number: int, state: Any, events: Sequence[Any]) -> Any:
    try:
        return game.apply(state, events)
    except Exception as error:
        raise _Stop(LogDrift(number, f"can't be folded any more: {error!r}")) from None


def _again(
    game: AnyGame,
    log: Log,
    state: Any,
    row: StoredEntry,
    action: Any,
    events: tuple[Any, ...],
    chance: Chance,
) -> tuple[Any, ...] | str:
    """Return the result of the same action by the current rules, or the reason for a refusal."""
    try:
        if row.seat is not None:
            return tuple(game.play(state, Seat(row.seat), action, chance, by=row.by))
        options = msgspec.convert(log.options, game.start.options)
        if log.seed:
            return tuple(game.start.deal(len(log.entropy), options, chance))
        return tuple(
            game.records.deal(len(log.entropy), options, game.records.extract_setup(events))
        )
    except IllegalAction as illegal:
        return f"refusal: {illegal}"
    except Exception as error:
        return f"failure: {error!r}"


def _chance(game: AnyGame, log: Log) -> Chance:
    """Return the chance of the match: from its seed, or from its record."""
    if log.seed:
        return SeededChance(bytes.fromhex(log.seed), log.entropy)
    events = (_decode(game, number, row)[1] for number, row in enumerate(log.rows))
    results = list(chance_results(game, events))
    return RecordedChance(
        [order for _number, label, order in results if label == DECK],
        [RecordedDraw(*draw) for draw in results if draw[1] != DECK],
    )


def _ending(game: AnyGame, log: Log, state: Any) -> Iterator[LogDrift]:
    """Yield the differences between the stored end and the log's."""
    outcome = game.outcome(state)
    if (outcome is not None) != log.is_over:
        yield LogDrift(
            -1, f"the log {'has' if outcome else 'has not'} ended, the match says otherwise"
        )
        return
    if outcome is None:
        return
    if (outcome.winner or "", outcome.reason) != (log.winner, log.reason):
        yield LogDrift(-1, f"it ends as {outcome.winner} by {outcome.reason}, not as noted")
    sides = [game.sides.of(state, seat) for seat in seats_of(len(log.entropy))]
    if sides != log.sides:
        yield LogDrift(-1, f"the sides are {sides}, not {log.sides}")


def _text(events: Any) -> str:
    return events if isinstance(events, str) else msgspec.json.encode(events).decode()
