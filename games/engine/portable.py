"""Reads and writes the portable record of one game, and checks it action by action.

Reading has two steps: `read` checks the shape of a record; `turns_of` plays it again from its
set-up, its actions and its shuffles. `record_of` writes one.
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, TypedDict, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.engine import misshapen
from games.engine.game import DECK, Game, IllegalAction, Outcome
from games.engine.misshapen import RECORD
from games.engine.record import Turn
from games.engine.recorded_chance import SHAPE, RecordedChance, RecordedDraw, chance_results
from games.engine.seats import Seat
from games.engine.text import gettext_noop

AnyGame = Game[Any, Any, Any, Any]
Item = TypeVar("Item")

FORMAT: Literal["cabinet-noir/1"] = "cabinet-noir/1"
LARGEST_RECORD = 16 * 1024 * 1024  #: bytes; the longest real game takes a few hundred thousand
LONGEST_ASKED = 300  #: characters of a wrong action that an error message repeats
#: The subject of an error that is not about an action or a value of the record.
SHUFFLES, DRAWS = gettext_noop("the shuffles"), gettext_noop("the draws")
PARTS = (RECORD, SHUFFLES, DRAWS)
_SHUFFLES_NEEDED = gettext_noop("shuffles given: %(given)s, needed: %(used)s")
_TIME = gettext_noop("%(field)s is not a UTC time in ISO 8601 format")

Hex32 = Annotated[str, Meta(pattern=r"\A[0-9a-fA-F]{64}\Z")]
Name = Annotated[str, Meta(min_length=1)]


class RecordedResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The end of a game: the winning side (None is a draw) and the reason."""

    winner: str | None
    reason: str


class Record(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """One game in the form of record-format.md; set-up and actions are still plain JSON."""

    format: Literal["cabinet-noir/1"]
    game: str
    players: list[Name]
    options: dict[str, Any]
    setup: dict[str, Any]
    actions: list[dict[str, Any]]
    shuffles: list[list[str]]
    result: RecordedResult | None
    draws: list[RecordedDraw] | UnsetType = UNSET
    seed: Hex32 | UnsetType = UNSET
    entropy: list[str] | UnsetType = UNSET
    commitment: Hex32 | UnsetType = UNSET
    played_at: str | UnsetType = UNSET


class Envelope(msgspec.Struct, frozen=True, omit_defaults=True):
    """The common fields of actions in a record: the seat, who acted, and when."""

    seat: int
    by: Literal["player", "bot", "clock"] = "player"
    at: str | UnsetType = UNSET


class Proof(TypedDict):
    """What is needed to verify chance: the seed, each seat's entropy, and the commitment in hex."""

    seed: bytes
    entropy: Sequence[str]
    commitment: str


class RecordError(Exception):
    """A record is wrong: the action (from 1; 0 is the set-up), its content, and the reason.

    `clause` is the violated rule, or "record-format" for a malformed record. `text` is English: the
    translatable `source`, with `values` in its placeholders.
    """

    def __init__(self, number: int, wish: str, clause: str, source: str, **values: object) -> None:
        # The values may contain a key from the record's author.
        self.source = source
        self.values = {name: _cut(str(value)) for name, value in values.items()}
        text = _cut(source % self.values if values else source)
        place = f"action {number}" if number else "action 0 (set-up)"
        super().__init__(_one_line(f"{place}: {wish}: {text} (clause {clause})"))
        self.number = number
        self.asked = wish
        self.clause = clause
        self.text = text


def wrong_form(
    number: int, wish: str, error: msgspec.ValidationError, part: str = ""
) -> RecordError:
    """Return the error of a record, or of a `part` of it, with a wrong shape."""
    source, values = misshapen.sentence_of(error, part)
    return RecordError(number, wish, SHAPE, source, **values)


def read(data: bytes, games: Mapping[str, AnyGame]) -> tuple[AnyGame, Record]:
    """Return the record in `data` (JSON, UTF-8), and its game among `games`.

    :raises RecordError: if its shape is not that of record-format.md.
    """
    try:
        record = msgspec.convert(_json(data), Record)
    except msgspec.ValidationError as error:
        raise wrong_form(0, RECORD, error) from None
    game = games.get(record.game)
    if game is None:
        raise _misshapen(gettext_noop("no such game: %(game)s"), game=_quote(record.game))
    if len(record.players) not in game.seats:
        text = gettext_noop("%(game)s can't be played with this number of players: %(count)s")
        raise _misshapen(text, game=game.key, count=len(record.players))
    if record.entropy is not UNSET and len(record.entropy) != len(record.players):
        raise _misshapen(gettext_noop("entropy must contain one string per seat"))
    if record.played_at is not UNSET and not _is_utc(record.played_at):
        raise _misshapen(_TIME, field="played_at")
    return game, record


def options_of(game: AnyGame, record: Record) -> Any:
    """Return the options that a record was played with.

    :raises RecordError: if the options are invalid.
    """
    try:
        return _strict(record.options, game.start.options)
    except msgspec.ValidationError as error:
        raise wrong_form(0, _quote(record.options), error, "options") from None


def proof_of(record: Record) -> Proof:
    """Return the proof of a record's chance.

    :raises RecordError: if seed, entropy or commitment is missing.
    """
    if record.seed is UNSET or record.entropy is UNSET or record.commitment is UNSET:
        raise _misshapen("seed, entropy or commitment is missing: nothing to verify by")
    return Proof(
        seed=bytes.fromhex(record.seed), entropy=record.entropy, commitment=record.commitment
    )


def turns_of(game: AnyGame, record: Record) -> tuple[Turn, ...]:
    """Return the turns of a record, the deal first, by playing it with the current rules.

    :raises RecordError: at the first action that is malformed or illegal, or if the actions don't
        lead to the recorded shuffles or result.
    """
    chance = RecordedChance(record.shuffles, () if record.draws is UNSET else record.draws)
    turns = [_deal(game, record)]
    state = game.apply(game.start.empty, turns[0].events)
    for number, raw in enumerate(record.actions, start=1):
        draws = chance.drawn
        turns.append(_turn(game, state, len(record.players), number, raw, chance))
        _check_draws(record, number, range(draws, chance.drawn))
        state = game.apply(state, turns[-1].events)
    _check_ending(record, chance, game.outcome(state))
    return tuple(turns)


def record_of(
    game: AnyGame,
    players: Sequence[str],
    options: Any,
    turns: Sequence[Turn],
    *,
    result: Outcome | None = None,
    seed: str | None = None,
    entropy: Sequence[str] | None = None,
    commitment: str | None = None,
    played_at: str | None = None,
) -> Record:
    """Return the record of a game from its turns, the deal first; `seed` in hex."""
    results = list(chance_results(game, (turn.events for turn in turns)))
    draws = [RecordedDraw(*draw) for draw in results if draw[1] != DECK]
    return Record(
        format=FORMAT,
        game=game.key,
        players=list(players),
        options=_plain(options),
        setup=_plain(game.records.extract_setup(turns[0].events)),
        actions=[_action_of(turn) for turn in turns[1:]],
        shuffles=[list(order) for _number, label, order in results if label == DECK],
        result=RecordedResult(result.winner, result.reason) if result else None,
        draws=draws or UNSET,
        seed=UNSET if seed is None else seed,
        entropy=UNSET if entropy is None else list(entropy),
        commitment=UNSET if commitment is None else commitment,
        played_at=UNSET if played_at is None else played_at,
    )


def write(record: Record) -> bytes:
    """Return a record as one line of JSON, without the newline."""
    return msgspec.json.encode(record)


def _json(data: bytes) -> Any:
    """Return the decoded `data`; refuse lone surrogates and keys that occur twice in an object."""
    if len(data) > LARGEST_RECORD:
        raise _misshapen(gettext_noop("larger than %(most)s bytes"), most=LARGEST_RECORD)
    try:
        data = data.removeprefix(BOM_UTF8)  # some editors put it at the beginning of a file
        msgspec.json.decode(data)  # stricter than json, but only json reports duplicate keys
        return json.loads(data, object_pairs_hook=_object)
    except RecursionError:
        raise _misshapen(gettext_noop("nested too deeply")) from None
    except (msgspec.MsgspecError, ValueError) as error:
        source, values = misshapen.sentence_of_no_json(error)
        raise _misshapen(source, **values) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict[str, Any]()
    for key, value in pairs:
        if key in mapping:
            raise _misshapen(gettext_noop("the key %(key)s is given twice"), key=_quote(key))
        mapping[key] = value
    return mapping


def _deal(game: AnyGame, record: Record) -> Turn:
    """Return the turn that deals the record's set-up."""
    deal = _quote(record.setup)
    try:
        setup = _strict(record.setup, game.records.setup)
        events = game.records.deal(len(record.players), options_of(game, record), setup)
    except msgspec.ValidationError as error:
        raise wrong_form(0, deal, error, "setup") from None
    except IllegalAction as error:
        raise RecordError(0, deal, error.clause, error.text, **error.values) from None
    return Turn(events=tuple(events))


def _turn(
    game: AnyGame, state: Any, count: int, number: int, raw: dict[str, Any], chance: RecordedChance
) -> Turn:
    """Return the turn of one recorded action in `state`."""
    try:
        envelope, action = _decode(game, count, number, raw)
        events = game.play(state, Seat(envelope.seat), action, chance, by=envelope.by)
    except msgspec.ValidationError as error:
        raise wrong_form(number, _quote(raw), error) from None
    except IllegalAction as error:
        wish = _quote(raw)
        raise RecordError(number, wish, error.clause, error.text, **error.values) from None
    at = None if envelope.at is UNSET else envelope.at
    return Turn(tuple(events), Seat(envelope.seat), action, envelope.by, at)


def _decode(game: AnyGame, count: int, number: int, raw: dict[str, Any]) -> tuple[Envelope, Any]:
    """Return an action and its envelope from plain JSON."""
    around = {key: raw[key] for key in raw if key in Envelope.__struct_fields__}
    envelope = _strict(around, Envelope)
    if not 0 <= envelope.seat < count:
        text = gettext_noop("there is no seat %(seat)s")
        raise RecordError(number, _quote(raw), SHAPE, text, seat=envelope.seat)
    if envelope.at is not UNSET and not _is_utc(envelope.at):
        raise RecordError(number, _quote(raw), SHAPE, _TIME, field="at")
    action = _strict({key: raw[key] for key in raw if key not in around}, game.records.actions)
    return envelope, action


def _check_draws(record: Record, number: int, draws_used: range) -> None:
    """Refuse draws of action `number` that the record has at another action."""
    for index in draws_used:
        after = record.draws[index].after if record.draws is not UNSET else number
        if after != number:
            text = gettext_noop("draw %(draw)s belongs here, not after action %(after)s")
            wish = _quote(record.actions[number - 1])
            raise RecordError(number, wish, SHAPE, text, draw=index + 1, after=after)


def _check_ending(record: Record, chance: RecordedChance, outcome: Outcome | None) -> None:
    """Refuse unused shuffles, and a result that does not follow from the actions."""
    number = len(record.actions)
    if chance.used != len(record.shuffles):
        text, given = _SHUFFLES_NEEDED, len(record.shuffles)
        raise RecordError(number, SHUFFLES, SHAPE, text, given=given, used=chance.used)
    count = 0 if record.draws is UNSET else len(record.draws)
    if chance.drawn != count:
        text = gettext_noop("draws given: %(given)s, needed: %(used)s")
        raise RecordError(number, DRAWS, SHAPE, text, given=count, used=chance.drawn)
    if record.result is None:
        return
    result = _quote(_plain(record.result))
    if outcome is None:
        raise RecordError(number, result, SHAPE, gettext_noop("the game has not ended"))
    if record.result != RecordedResult(outcome.winner, outcome.reason):
        true = _quote({"winner": outcome.winner, "reason": outcome.reason})
        text = gettext_noop("the actions lead to %(result)s")
        raise RecordError(number, result, SHAPE, text, result=true)


def _action_of(turn: Turn) -> dict[str, Any]:
    """Return a turn's action in the format of records."""
    action = {"seat": turn.seat, **_plain(turn.action)}
    if turn.at is not None:
        action["at"] = turn.at
    if turn.by != "player":
        action["by"] = turn.by
    return action


def _strict(raw: dict[str, Any], shape: Any) -> Any:
    """Return `raw` as a `shape`; refuse unknown keys."""
    value = msgspec.convert(raw, shape)
    fields = {*value.__struct_encode_fields__, value.__struct_config__.tag_field}
    for key in raw:
        if key not in fields:
            raise msgspec.ValidationError(f"Object contains unknown field `{key}`")
    return value


def _plain(value: Any) -> Any:
    """Return `value` as plain JSON: dicts, lists, strings and numbers."""
    return json.loads(msgspec.json.encode(value))


def _is_utc(text: str) -> bool:
    """Return whether `text` is a date and time in UTC, in ISO 8601."""
    if not re.match(r"\A\d{4}-\d\d-\d\dT\d\d:\d\d", text, re.ASCII):
        return False
    try:
        return datetime.fromisoformat(text).utcoffset() == timedelta(0)
    except ValueError:
        return False


def _misshapen(source: str, **values: object) -> RecordError:
    return RecordError(0, RECORD, SHAPE, source, **values)


def _quote(value: Any) -> str:
    """Return `value` as JSON in ASCII, cut to a length that fits a line."""
    return _cut(json.dumps(value))


def _cut(text: str) -> str:
    """Return `text`, cut to a length that fits into a line."""
    return text if len(text) <= LONGEST_ASKED else text[:LONGEST_ASKED] + "..."


def _one_line(text: str) -> str:
    """Return `text` with escapes for characters that could break a line or a terminal."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
