"""A draft of a game from a real table, entered by selecting the engine's choices.

A draft is an unfinished record. If the order of a deck was not noted at the real table,
the draft begins with a random one. When real draws become known they replace it, and the whole game
is checked again. Unknown reshuffles and dice are random.
"""

import json
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext as _

from accounts.writing import join_list
from games.catalog import GAMES
from games.engine import portable
from games.engine.chance import SeededChance, new_seed
from games.engine.game import DECK, Game, IllegalAction
from games.engine.portable import FORMAT, RecordError, wrong_form
from games.engine.record import Turn
from games.engine.recorded_chance import SHAPE, RecordedChance, RecordedDraw
from games.engine.seats import Seat, seats_of

AnyGame = Game[Any, Any, Any, Any]
Draft = dict[str, Any]  #: a record without a result, as plain JSON

MOST_ACTIONS = 1000
MOST_BUTTONS = 7  #: the most variants of an action shown as buttons instead of a list
MOST_LISTED = 160  #: the most variants shown in one list instead of one list per field


class FillingChance:
    """Chance with the results recorded in a draft; others are random, and then recorded."""

    def __init__(self, draft: Draft) -> None:
        self._decks = list(draft["shuffles"])
        self._draws = {draw["label"]: draw["result"] for draw in draft.get("draws", ())}
        self._random = SeededChance(new_seed(), ())
        self.after = 0  #: the number of the action that draws
        self.shuffles: list[list[str]] = []
        self.draws: list[dict[str, Any]] = []

    def below(self, label: str, limit: int) -> int:
        """Return the recorded number, or a random one if it is missing or not below `limit`."""
        noted = self._draws.get(label)
        is_possible = isinstance(noted, int) and 0 <= noted < limit
        return int(self._note(label, noted if is_possible else self._random.below(label, limit)))

    def shuffle(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        """Return `items` in the recorded order; in a random order if the record has other items."""
        names = [msgspec.to_builtins(item) for item in items]
        is_deck = label.partition("/")[0] == DECK
        noted = (self._decks.pop(0) if self._decks else []) if is_deck else self._draws.get(label)
        order = list(noted) if isinstance(noted, list) else []
        if sorted(order) != sorted(names):
            order = list(self._random.shuffle(label, names))
        if is_deck:
            self.shuffles.append(order)
            return RecordedChance([order]).shuffle(label, items)
        draw = RecordedDraw(self.after, label, tuple(self._note(label, order)))
        return RecordedChance((), [draw]).shuffle(label, items)

    def _note(self, label: str, result: Any) -> Any:
        self.draws.append({"after": self.after, "label": label, "result": result})
        return result


@dataclass(frozen=True)
class DraftPosition:
    """The position after the actions of a draft."""

    game: AnyGame
    players: int
    turns: tuple[Turn, ...]
    state: Any
    chance: FillingChance


@dataclass(frozen=True)
class SetupField:
    """A field of a set-up in a form: a player, one word per seat, or words in a row."""

    name: str
    kind: Literal["seat", "per-seat", "words", "rows"]
    words: tuple[str, ...]
    value: Any


def begin(game: AnyGame, players: Sequence[str]) -> Draft:
    """Return a new draft of a game between `players`, with a random deal."""
    chance = SeededChance(new_seed(), ())
    options = game.start.options()
    setup = game.records.extract_setup(game.start.deal(len(players), options, chance))
    return {
        "format": FORMAT,
        "game": game.key,
        "players": list(players),
        "options": plain(options),
        "setup": plain(setup),
        "actions": [],
        "shuffles": [],
        "draws": [],
        "result": None,
    }


def position(draft: Draft) -> DraftPosition:
    """Return the position of the draft.

    :raises RecordError: naming the first illegal action, and the clause.
    """
    game = GAMES[draft["game"]]
    chance = FillingChance(draft)
    turns = [Turn(events=tuple(_deal(game, draft)))]
    state = game.apply(game.start.empty, turns[0].events)
    for number, raw in enumerate(draft["actions"], 1):
        chance.after = number
        turns.append(_turn(game, state, number, raw, chance))
        state = game.apply(state, turns[-1].events)
    return DraftPosition(game, len(draft["players"]), tuple(turns), state, chance)


def _deal(game: AnyGame, draft: Draft) -> Sequence[Any]:
    try:
        options = msgspec.convert(draft["options"], game.start.options)
        setup = msgspec.convert(draft["setup"], game.records.setup)
        return game.records.deal(len(draft["players"]), options, setup)
    except msgspec.ValidationError as error:
        raise wrong_form(0, "the set-up", error) from None
    except IllegalAction as error:
        raise RecordError(0, "the set-up", error.clause, error.text, **error.values) from None


def _turn(
    game: AnyGame, state: Any, number: int, raw: Mapping[str, Any], chance: FillingChance
) -> Turn:
    fields = {key: value for key, value in raw.items() if key != "seat"}
    try:
        action = msgspec.convert(fields, game.records.actions)
        seat = Seat(raw["seat"])
        return Turn(tuple(game.play(state, seat, action, chance)), seat, action)
    except msgspec.ValidationError as error:
        raise wrong_form(number, json.dumps(raw), error) from None
    except IllegalAction as error:
        wish = json.dumps(raw)
        raise RecordError(number, wish, error.clause, error.text, **error.values) from None


def add_action(draft: Draft, raw: Mapping[str, Any]) -> Draft:
    """Return the draft with one more action.

    :raises RecordError: as `position`, or if there are too many actions.
    """
    if len(draft["actions"]) >= MOST_ACTIONS:
        raise RecordError(
            MOST_ACTIONS, json.dumps(raw), SHAPE, _("Too many moves: no game lasts that long.")
        )
    return _settle_chance({**draft, "actions": [*draft["actions"], dict(raw)]})


def remove_last(draft: Draft) -> Draft:
    """Return the draft without its last action."""
    return _settle_chance({**draft, "actions": draft["actions"][:-1]})


def change_setup(draft: Draft, setup: Mapping[str, Any]) -> Draft:
    """Return the draft with another set-up, with every action checked again.

    :raises RecordError: as `position`.
    """
    return _settle_chance({**draft, "setup": dict(setup)})


def _settle_chance(draft: Draft) -> Draft:
    """Return the draft with exactly the shuffles and the other draws that its actions use."""
    chance = position(draft).chance
    return {**draft, "shuffles": chance.shuffles, "draws": chance.draws}


def fields_of(draft: Draft) -> list[SetupField]:
    """Return the fields of the set-up, for a form."""
    game, players = GAMES[draft["game"]], len(draft["players"])
    hints = typing.get_type_hints(game.records.setup)
    return [
        _field(name, hints[name], draft["setup"][name], players)
        for name in game.records.setup.__struct_fields__
    ]


def _field(name: str, hint: Any, value: Any, players: int) -> SetupField:
    if isinstance(value, int):
        return SetupField(name, "seat", (), value)
    if value and isinstance(value[0], list):
        return SetupField(name, "rows", (), value)
    inner = typing.get_args(hint)[0]
    words = tuple(typing.get_args(inner)) if typing.get_origin(inner) is Literal else ()
    return SetupField(
        name, "per-seat" if words and len(value) == players else "words", words, value
    )


#: The label, in the reader's language, of a value of a field: the field's name, then the value.
Label = Callable[[str, str], str]


def setup_from(draft: Draft, form: Mapping[str, str], label: Label) -> dict[str, Any]:
    """Return the set-up of a posted form, with the words of records or their labels.

    :raises RecordError: if the game does not know one of the words.
    """
    return {field.name: _value(field, form, draft, label) for field in fields_of(draft)}


def _value(field: SetupField, form: Mapping[str, str], draft: Draft, label: Label) -> Any:
    text = _unlabelled(field, form.get(field.name, ""), label)
    if field.kind == "seat":
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1
    if field.kind == "per-seat":
        return [form.get(f"{field.name}-{seat}", "") for seat in range(len(draft["players"]))]
    if field.kind == "rows":
        return [_words(line, {}) for line in text.splitlines() if line.strip()]
    return _words(text, {word: label(field.name, word) for word in field.words})


def _unlabelled(field: SetupField, text: str, label: Label) -> str:
    """Return `text` with labels replaced by the words of records, only as whole words."""
    rows = field.value if field.kind == "rows" else [field.value]
    words = field.words or (() if field.kind == "seat" else _each_once(chain(*rows)))
    by_label = {label(field.name, word).casefold(): word for word in words}
    if not by_label:
        return text
    longest_first = sorted(map(re.escape, by_label), key=len, reverse=True)
    pattern = rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)"

    def word_of(found: re.Match[str]) -> str:
        return by_label.get(found[0].casefold(), found[0])  # "ı" matches "i", but is another letter

    return re.sub(pattern, word_of, text, flags=re.IGNORECASE)


def _words(text: str, vocabulary: Mapping[str, str]) -> list[str]:
    """Return the words in `text`; words and labels of `vocabulary` may be abbreviated."""
    if not vocabulary:
        return [word.strip() for word in re.split(r"[,;\n]+", text) if word.strip()]
    words = []
    for token in re.split(r"[\s,;]+", text.strip().lower()):
        whole = [word for word in vocabulary if token and word.startswith(token)]
        words += whole if len(whole) == 1 else [_by_letter(letter, vocabulary) for letter in token]
    return words


def _by_letter(letter: str, vocabulary: Mapping[str, str]) -> str:
    fits = [word for word in vocabulary if word.startswith(letter)]
    if len(fits) != 1:
        text = _("“%(letter)s” is not one of: %(words)s") % {
            "letter": letter,
            "words": join_list(vocabulary.values()),
        }
        raise RecordError(0, "the set-up", SHAPE, text)
    return fits[0]


@dataclass(frozen=True)
class ActionForm:
    """All actions of one name that a seat can take."""

    seat: int
    name: str
    actions: tuple[Any, ...]

    @property
    def form(self) -> Literal["buttons", "list", "fields"]:
        """Return the kind of form: buttons, one list, or one list per field."""
        if len(self.actions) <= MOST_BUTTONS:
            return "buttons"
        return "list" if len(self.actions) <= MOST_LISTED else "fields"

    @property
    def seats(self) -> frozenset[str]:
        """Return the names of the actions' fields that hold a seat."""
        hints = typing.get_type_hints(type(self.actions[0]))
        return frozenset(name for name, hint in hints.items() if hint is Seat)

    @property
    def parts(self) -> list[tuple[str, list[Any]]]:
        """Return the fields with all values that occur in any action.

        A value that is a list has one field per place.
        """
        actions = [plain(action) for action in self.actions]
        names = _each_once(name for one in actions for name in one if name != "action")
        parts: list[tuple[str, list[Any]]] = []
        for name in names:
            values = [one.get(name) for one in actions]
            if not any(isinstance(value, list) for value in values):
                parts.append((name, _each_once(values)))
                continue
            lists = [value or [] for value in values]
            parts += [
                (f"{name}-{place}", _each_once(_at(value, place) for value in lists))
                for place in range(max(map(len, lists)))
            ]
        return parts


def _at(values: list[Any], place: int) -> Any:
    return values[place] if place < len(values) else None


def _each_once(values: Any) -> list[Any]:
    return list(dict.fromkeys(values))


def action_forms(here: DraftPosition) -> list[ActionForm]:
    """Return all actions that seats can take now; seats that owe one come first."""
    game, state = here.game, here.state
    seats = seats_of(here.players)
    order = dict.fromkeys([*game.to_act(state), *game.waiting.invited(state), *seats])
    return [ask for seat in order for ask in _asks_of(seat, game.choices(state, seat))]


def _asks_of(seat: Seat, choices: Sequence[Any]) -> list[ActionForm]:
    by_name: dict[str, list[Any]] = {}
    for action in choices:
        by_name.setdefault(type(action).__struct_config__.tag, []).append(action)
    return [ActionForm(seat, name, tuple(actions)) for name, actions in by_name.items()]


def action_from(form: Mapping[str, str]) -> dict[str, Any]:
    """Return the action of a posted form: whole, or field by field.

    :raises RecordError: if it is not an action.
    """
    try:
        if form.get("whole"):
            action = msgspec.json.decode(form["whole"])
        else:
            action = {"action": form.get("name", ""), **_from_fields(form)}
        return {**action, "seat": int(form.get("seat", ""))}
    except (msgspec.DecodeError, ValueError, TypeError, AttributeError, RecursionError):
        raise RecordError(0, "the action", SHAPE, _("That is not an action.")) from None


def _from_fields(form: Mapping[str, str]) -> dict[str, Any]:
    """Return an action from its fields: `suspects-0`, `suspects-1` become one list."""
    fields: dict[str, Any] = {}
    for key in form:
        if not key.startswith("part-"):
            continue
        name, _dash, place = key.removeprefix("part-").partition("-")
        value = msgspec.json.decode(form[key])
        if value is None:
            continue
        if place:
            fields.setdefault(name, []).append(value)
        else:
            fields[name] = value
    return fields


def finish(draft: Draft) -> bytes:
    """Return the draft as a record.

    :raises RecordError: as `position`.
    """
    record = _settle_chance(draft)
    if not record["draws"]:
        del record["draws"]
    return portable.write(msgspec.convert(record, portable.Record))


def plain(value: Any) -> Any:
    """Return `value` as plain JSON."""
    return json.loads(msgspec.json.encode(value))
