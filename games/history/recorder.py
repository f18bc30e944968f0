"""Entering a game that was played at a real table, on the engine's own choices.

A draft is a record that is still being written. Where the table did not look at the order of a
deck, the draft starts with a random one: what was really drawn is put in when it comes to light,
and the whole game is judged again. A reshuffle that nobody wrote down falls as it may.
"""

import json
import re
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext as _

from games.catalog import GAMES
from games.engine import portable
from games.engine.chance import SeededChance, new_seed
from games.engine.game import Game, IllegalAction
from games.engine.portable import FORMAT, SHAPE, RecordedChance, RecordError
from games.engine.record import Turn
from games.engine.seats import Seat, seats_of

AnyGame = Game[Any, Any, Any, Any]
Draft = dict[str, Any]  #: a record without a result, as plain JSON

MOST_ACTIONS = 1000
MOST_BUTTONS = 7  #: so many ways to do one thing are buttons, more are a list
MOST_LISTED = 160  #: so many are one list, more are a list for each of their fields


class FillingChance(RecordedChance):
    """Chance that deals the shuffles written down, and makes up those that are not."""

    def __init__(self, shuffles: Sequence[Sequence[str]]) -> None:
        super().__init__(())
        self._written = list(shuffles)
        self.dealt: list[list[str]] = []

    def shuffle(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """Return `items` as written down, or in a random order if that holds other items."""
        names = [msgspec.to_builtins(item) for item in items]
        written = self._written.pop(0) if self._written else []
        if sorted(written) != sorted(names):
            written = list(SeededChance(new_seed(), ()).shuffle(label, names))
        self.dealt.append(written)
        return RecordedChance([written]).shuffle(label, items)


@dataclass(frozen=True)
class Position:
    """A draft played as far as it goes."""

    game: AnyGame
    players: int
    turns: tuple[Turn, ...]
    state: Any
    shuffles: list[list[str]]


@dataclass(frozen=True)
class Field:
    """One part of a set-up, as a form shows it: a player, a word a seat, or words in a row."""

    name: str
    kind: Literal["seat", "per-seat", "words", "rows"]
    words: tuple[str, ...]
    value: Any


def begin(game: AnyGame, players: Sequence[str]) -> Draft:
    """Return a draft of a game between `players`, dealt at random for a start."""
    chance = SeededChance(new_seed(), ())
    options = game.options()
    setup = game.setup_of(game.deal(len(players), options, chance))
    return {
        "format": FORMAT,
        "game": game.key,
        "players": list(players),
        "options": plain(options),
        "setup": plain(setup),
        "actions": [],
        "shuffles": [],
        "result": None,
    }


def position(draft: Draft) -> Position:
    """Play the draft.

    :raises RecordError: naming the action that the rules refuse, and their clause.
    """
    game = GAMES[draft["game"]]
    chance = FillingChance(draft["shuffles"])
    turns = [Turn(events=tuple(_dealt(game, draft)))]
    state = game.apply(game.empty, turns[0].events)
    for number, raw in enumerate(draft["actions"], 1):
        turns.append(_turn(game, state, number, raw, chance))
        state = game.apply(state, turns[-1].events)
    return Position(game, len(draft["players"]), tuple(turns), state, chance.dealt)


def _dealt(game: AnyGame, draft: Draft) -> Sequence[Any]:
    try:
        options = msgspec.convert(draft["options"], game.options)
        setup = msgspec.convert(draft["setup"], game.setup)
        return game.set_up(len(draft["players"]), options, setup)
    except msgspec.ValidationError as error:
        raise RecordError(0, "the set-up", SHAPE, str(error)) from None
    except IllegalAction as error:
        raise RecordError(0, "the set-up", error.clause, error.text) from None


def _turn(
    game: AnyGame, state: Any, number: int, raw: Mapping[str, Any], chance: FillingChance
) -> Turn:
    asked = {key: value for key, value in raw.items() if key != "seat"}
    try:
        action = msgspec.convert(asked, game.actions)
        seat = Seat(raw["seat"])
        return Turn(tuple(game.play(state, seat, action, chance)), seat, action)
    except msgspec.ValidationError as error:
        raise RecordError(number, json.dumps(raw), SHAPE, str(error)) from None
    except IllegalAction as error:
        raise RecordError(number, json.dumps(raw), error.clause, error.text) from None


def acted(draft: Draft, raw: Mapping[str, Any]) -> Draft:
    """Return the draft with one more action.

    :raises RecordError: as `position`, or if there are more than any game has.
    """
    if len(draft["actions"]) >= MOST_ACTIONS:
        raise RecordError(MOST_ACTIONS, json.dumps(raw), SHAPE, _("That is more than any game."))
    return _settled({**draft, "actions": [*draft["actions"], dict(raw)]})


def undone(draft: Draft) -> Draft:
    """Return the draft without its last action."""
    return _settled({**draft, "actions": draft["actions"][:-1]})


def set_up(draft: Draft, setup: Mapping[str, Any]) -> Draft:
    """Return the draft with another set-up, every action judged again.

    :raises RecordError: as `position`.
    """
    return _settled({**draft, "setup": dict(setup)})


def _settled(draft: Draft) -> Draft:
    """Return the draft with exactly the shuffles that its actions need."""
    return {**draft, "shuffles": position(draft).shuffles}


def fields_of(draft: Draft) -> list[Field]:
    """Return the parts of the set-up, for a form."""
    game, players = GAMES[draft["game"]], len(draft["players"])
    hints = typing.get_type_hints(game.setup)
    return [
        _field(name, hints[name], draft["setup"][name], players)
        for name in game.setup.__struct_fields__
    ]


def _field(name: str, hint: Any, value: Any, players: int) -> Field:
    if isinstance(value, int):
        return Field(name, "seat", (), value)
    if value and isinstance(value[0], list):
        return Field(name, "rows", (), value)
    inner = typing.get_args(hint)[0]
    words = tuple(typing.get_args(inner)) if typing.get_origin(inner) is Literal else ()
    return Field(name, "per-seat" if words and len(value) == players else "words", words, value)


def setup_from(draft: Draft, posted: Mapping[str, str]) -> dict[str, Any]:
    """Return the set-up that a form spells.

    :raises RecordError: if a word is none that the game knows.
    """
    return {field.name: _value(field, posted, draft) for field in fields_of(draft)}


def _value(field: Field, posted: Mapping[str, str], draft: Draft) -> Any:
    text = posted.get(field.name, "")
    if field.kind == "seat":
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1
    if field.kind == "per-seat":
        return [posted.get(f"{field.name}-{seat}", "") for seat in range(len(draft["players"]))]
    if field.kind == "rows":
        return [_words(line, ()) for line in text.splitlines() if line.strip()]
    return _words(text, field.words)


def _words(text: str, known: tuple[str, ...]) -> list[str]:
    """Return the words in `text`; where they are `known` their first letters are enough."""
    if not known:
        return [word.strip() for word in re.split(r"[,;\n]+", text) if word.strip()]
    found = []
    for token in re.split(r"[\s,;]+", text.strip().lower()):
        whole = [word for word in known if token and word.startswith(token)]
        found += whole if len(whole) == 1 else [_by_letter(letter, known) for letter in token]
    return found


def _by_letter(letter: str, known: tuple[str, ...]) -> str:
    fits = [word for word in known if word.startswith(letter)]
    if len(fits) != 1:
        text = _("“%(letter)s” is none of: %(words)s") % {
            "letter": letter,
            "words": ", ".join(known),
        }
        raise RecordError(0, "the set-up", SHAPE, text)
    return fits[0]


@dataclass(frozen=True)
class Ask:
    """What a seat can do in one way or several: every action of one name."""

    seat: int
    name: str
    actions: tuple[Any, ...]

    @property
    def form(self) -> Literal["buttons", "list", "fields"]:
        """Return how to ask for it."""
        if len(self.actions) <= MOST_BUTTONS:
            return "buttons"
        return "list" if len(self.actions) <= MOST_LISTED else "fields"

    @property
    def seats(self) -> frozenset[str]:
        """Return which fields of the actions hold a seat."""
        hints = typing.get_type_hints(type(self.actions[0]))
        return frozenset(name for name, hint in hints.items() if hint is Seat)

    @property
    def parts(self) -> list[tuple[str, list[Any]]]:
        """Return the fields with every value that some action has, one list a place in a row."""
        asked = [plain(action) for action in self.actions]
        names = _each_once(name for one in asked for name in one if name != "action")
        found: list[tuple[str, list[Any]]] = []
        for name in names:
            values = [one.get(name) for one in asked]
            if not any(isinstance(value, list) for value in values):
                found.append((name, _each_once(values)))
                continue
            lists = [value or [] for value in values]
            found += [
                (f"{name}-{place}", _each_once(_at(value, place) for value in lists))
                for place in range(max(map(len, lists)))
            ]
        return found


def _at(values: list[Any], place: int) -> Any:
    return values[place] if place < len(values) else None


def _each_once(values: Any) -> list[Any]:
    return list(dict.fromkeys(values))


def asks(here: Position) -> list[Ask]:
    """Return all that anybody can do now: those who owe first, then those who may."""
    game, state = here.game, here.state
    seats = seats_of(here.players)
    order = dict.fromkeys([*game.to_act(state), *game.invited(state), *seats])
    return [ask for seat in order for ask in _asks_of(seat, game.choices(state, seat))]


def _asks_of(seat: Seat, choices: Sequence[Any]) -> list[Ask]:
    named: dict[str, list[Any]] = {}
    for action in choices:
        named.setdefault(type(action).__struct_config__.tag, []).append(action)
    return [Ask(seat, name, tuple(actions)) for name, actions in named.items()]


def action_from(posted: Mapping[str, str]) -> dict[str, Any]:
    """Return the action that a form spells: whole, or field by field.

    :raises RecordError: if it is no action at all.
    """
    try:
        if posted.get("whole"):
            asked = json.loads(posted["whole"])
        else:
            asked = {"action": posted.get("name", ""), **_from_fields(posted)}
        return {**asked, "seat": int(posted.get("seat", ""))}
    except (ValueError, TypeError, RecursionError):
        raise RecordError(0, "the action", SHAPE, _("That is not an action.")) from None


def _from_fields(posted: Mapping[str, str]) -> dict[str, Any]:
    """Put the fields of an action together again: `suspects-0`, `suspects-1` are one list."""
    found: dict[str, Any] = {}
    for key in posted:
        if not key.startswith("part-"):
            continue
        name, _dash, place = key.removeprefix("part-").partition("-")
        value = json.loads(posted[key])
        if value is None:
            continue
        if place:
            found.setdefault(name, []).append(value)
        else:
            found[name] = value
    return found


def finished(draft: Draft) -> bytes:
    """Return the draft as a record.

    :raises RecordError: as `position`.
    """
    return portable.write(msgspec.convert(_settled(draft), portable.Record))


def plain(value: Any) -> Any:
    """Return `value` as JSON would hold it."""
    return json.loads(msgspec.json.encode(value))
