"""Types of the API's input and output, used for responses and for the OpenAPI document.

Every game has its own variants, with its view and its actions filled in.
"""

from collections.abc import Mapping
from datetime import datetime
from inspect import cleandoc
from typing import Annotated, Any, Literal, cast, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.catalog import GAMES
from games.engine.game import many
from games.engine.text import Line
from games.matches.models import ENTROPY_LENGTH

#: The status of a match.
Status = Literal["open", "running", "finished", "void"]


class Option(msgspec.Struct, frozen=True):
    """An option that a table may choose."""

    name: str
    label: str  #: in the reader's language
    default: bool


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played on this site."""

    key: str
    name: str  #: in the reader's language
    seats_min: int
    seats_max: int
    sides: tuple[str, ...]
    options: tuple[Option, ...]


class Table(msgspec.Struct, frozen=True):
    """A table before or during its match, as the lobby lists it."""

    code: str
    game: str
    status: str
    options: Mapping[str, Any]
    seats_min: int
    seats_max: int
    taken: int
    pace: str
    language: str


class Tables(msgspec.Struct, frozen=True):
    """Public tables with a free seat that admit bots by API, and tables where you have a seat."""

    open: tuple[Table, ...]
    seated: tuple[Table, ...]


class Player(msgspec.Struct, frozen=True):
    """A player with a seat, as known to everybody."""

    name: str  #: "deleted player" in every language if the account was deleted
    is_bot: bool  #: the site's own bot
    is_api: bool  #: a person's own program
    is_ready: bool
    is_away: bool  #: has left; a bot decides
    decide_by: datetime | None  #: when the clock decides for them, where one runs


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that your seat may know and do now.

    Players are in the order of the seats, which are drawn when the match begins; until then `seat`
    and `view` are null. `prompt` is the number of your open question: send it back with your
    action. `owes` is true if the table waits for you; otherwise `choices` are optional. `log` has
    the lines from `log_start` on: all of them, except in a stream after its first event.
    """

    code: str
    game: str
    status: Status
    seat: int | None
    players: tuple[Player, ...]
    is_paused: bool
    prompt: int
    owes: bool
    choices: Any
    view: Any
    log_start: int
    log: tuple[Line, ...]
    next_code: str | None  #: of the next table, once somebody has opened it


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The input for sitting down: optional text added to the randomness of the deal."""

    # Without NULs, which PostgreSQL rejects.
    entropy: Annotated[str, Meta(max_length=ENTROPY_LENGTH, pattern="^[^\\x00]*$")] = ""


class Ready(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you are ready for the match to begin."""

    ready: bool = True


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action in response to a prompt; the possible actions depend on the game."""

    prompt: int
    action: msgspec.Raw


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason for a refusal (RFC 9457), with a `title` in the requested language.

    `clause` is the rule that forbids an action. `position` is the current position, if you have a
    seat.
    """

    type: str
    title: str
    status: int
    detail: str | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    position: Any = UNSET


def _with_name(key: str) -> str:
    return "".join(word.capitalize() for word in key.split("-"))


def shapes_of(key: str) -> tuple[type[Position], type[msgspec.Struct]]:
    """Return the types of one game's positions and moves."""
    game = GAMES[key]
    view = get_type_hints(game.view)["return"]
    position = msgspec.defstruct(
        f"{_with_name(key)}Position",
        [("game", Literal[key]), ("choices", many(game.records.actions)), ("view", view | None)],
        bases=(Position,),
        frozen=True,
        kw_only=True,
        namespace={"__doc__": cleandoc(Position.__doc__ or "")},
    )
    move = msgspec.defstruct(
        f"{_with_name(key)}Move",
        [("prompt", int), ("action", game.records.actions)],
        frozen=True,
        forbid_unknown_fields=True,
        namespace={"__doc__": "An action in answer to a prompt."},
    )
    return cast("type[Position]", position), move


_SHAPES = {key: shapes_of(key) for key in GAMES}
#: The types of each game's positions and moves, by the game's key.
POSITIONS = {key: shapes[0] for key, shapes in _SHAPES.items()}
MOVES = {key: shapes[1] for key, shapes in _SHAPES.items()}
