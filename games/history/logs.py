"""A stored log as a file, and whether today's rules still make of it what they made then.

The file holds what the database does: every entry's action and events in the game's own words.
One of every earlier format is kept with the tests, so that old matches always open.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from games.catalog import GAMES
from games.engine.chance import Chance, SeededChance
from games.engine.game import Game, IllegalAction
from games.engine.portable import RecordedChance
from games.engine.seats import Seat, seats_of
from games.matches.models import Entry, Match, Player

AnyGame = Game[Any, Any, Any, Any]


class Row(msgspec.Struct, frozen=True):
    """One entry as it is stored: action and events are the texts' own JSON."""

    events: list[Any]
    seat: int | None = None
    by: str = "player"
    action: Any = None


class Log(msgspec.Struct, frozen=True, kw_only=True):
    """A match as it is stored, without people: `seed` is in hex, empty if there is none."""

    format: Literal["cabinet-noir-log/1"] = "cabinet-noir-log/1"
    game: str
    options: dict[str, Any]
    seed: str
    entropy: list[str]
    is_over: bool
    winner: str
    reason: str
    sides: list[str]
    rows: list[Row]


class Drift(msgspec.Struct, frozen=True):
    """Where a log and today's rules part: the entry (-1: the match itself) and how."""

    entry: int
    text: str


class _Stop(Exception):
    """Nothing after this entry can be judged."""


def log_of(match: Match, players: Sequence[Player], entries: Sequence[Entry]) -> Log:
    """Return a stored match as a log."""
    return Log(
        game=match.game,
        options=match.options,
        seed=bytes(match.seed).hex(),
        entropy=[player.entropy for player in players],
        is_over=match.is_over,
        winner=match.winner,
        reason=match.reason,
        sides=[player.side for player in players] if match.is_over else [],
        rows=[_row(entry) for entry in entries],
    )


def _row(entry: Entry) -> Row:
    action = json.loads(entry.action) if entry.action else None
    return Row(json.loads(entry.events), entry.seat, entry.by, action)


def drift(log: Log) -> list[Drift]:
    """Return where refolding `log` and asking the rules again leads elsewhere; [] if nowhere."""
    found: list[Drift] = []
    game = GAMES.get(log.game)
    if game is None:
        return [Drift(-1, f"there is no game {log.game}")]
    try:
        state = _replayed(game, log, found)
        found += _ending(game, log, state)
    except _Stop as stop:
        found.append(stop.args[0])
    return found


def _replayed(game: AnyGame, log: Log, found: list[Drift]) -> Any:
    """Return the state after the whole log, noting on the way where the rules differ."""
    chance = _chance(game, log)
    state = game.empty
    for number, row in enumerate(log.rows):
        action, events = _decoded(game, number, row)
        again = _again(game, log, state, row, action, events, chance)
        if again != events:
            found.append(Drift(number, f"the rules now give {_text(again)}, not {_text(events)}"))
        state = _folded(game, number, state, events)
    return state


def _decoded(game: AnyGame, number: int, row: Row) -> tuple[Any, tuple[Any, ...]]:
    try:
        action = None if row.action is None else msgspec.convert(row.action, game.actions)
        return action, msgspec.convert(row.events, tuple[game.events, ...])
    except msgspec.ValidationError as error:
        raise _Stop(Drift(number, f"can't be read any more: {error}")) from None


def _folded(game: AnyGame, number: int, state: Any, events: Sequence[Any]) -> Any:
    try:
        return game.apply(state, events)
    except Exception as error:
        raise _Stop(Drift(number, f"can't be folded any more: {error!r}")) from None


def _again(
    game: AnyGame,
    log: Log,
    state: Any,
    row: Row,
    action: Any,
    events: tuple[Any, ...],
    chance: Chance,
) -> tuple[Any, ...] | str:
    """Return what the rules make of the same action now, or why they refuse it."""
    try:
        if row.seat is not None:
            return tuple(game.play(state, Seat(row.seat), action, chance, by=row.by))
        options = msgspec.convert(log.options, game.options)
        if log.seed:
            return tuple(game.deal(len(log.entropy), options, chance))
        return tuple(game.set_up(len(log.entropy), options, game.setup_of(events)))
    except IllegalAction as illegal:
        return f"refusal: {illegal}"
    except Exception as error:
        return f"failure: {error!r}"


def _chance(game: AnyGame, log: Log) -> Chance:
    """Return the chance that the match was dealt from: its seed's, or what was written down."""
    if log.seed:
        return SeededChance(bytes.fromhex(log.seed), log.entropy)
    return RecordedChance(list(_shuffles(game, log)))


def _shuffles(game: AnyGame, log: Log) -> Iterator[list[str]]:
    for number, row in enumerate(log.rows[1:], 1):
        for event in _decoded(game, number, row)[1]:
            deck = game.reshuffle(event)
            if deck is not None:
                yield msgspec.to_builtins(list(deck))


def _ending(game: AnyGame, log: Log, state: Any) -> Iterator[Drift]:
    """Yield where what is noted about the end is not what the log leads to."""
    outcome = game.outcome(state)
    if (outcome is not None) != log.is_over:
        yield Drift(
            -1, f"the log {'has' if outcome else 'has not'} ended, the match says otherwise"
        )
        return
    if outcome is None:
        return
    if (outcome.winner or "", outcome.reason) != (log.winner, log.reason):
        yield Drift(-1, f"it ends as {outcome.winner} by {outcome.reason}, not as noted")
    sides = [game.side_of(state, seat) for seat in seats_of(len(log.entropy))]
    if sides != log.sides:
        yield Drift(-1, f"the sides are {sides}, not {log.sides}")


def _text(events: Any) -> str:
    return events if isinstance(events, str) else msgspec.json.encode(events).decode()
