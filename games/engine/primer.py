"""How a game introduces itself: a sentence, its length, and cards that explain it."""

from collections.abc import Callable, Mapping, Sequence

import msgspec


class Piece(msgspec.Struct, frozen=True):
    """A piece of the real board that a card shows: one region in an example position."""

    region: str  #: its name; a public region or one of the acting seat
    phase: str  #: the phase that a random match is stopped in
    players: int
    seed: int = 0  #: of the first match that is played
    seat: int | None = None  #: the seat that looks at it; None: the seat that has to act


class Card(msgspec.Struct, frozen=True):
    """One of the few cards that explain a game: a mark, a heading and a few sentences."""

    mark: str  #: the name of a drawing in static/img/pieces.svg
    title: str  #: translatable
    text: str  #: translatable
    piece: Piece | None = None  #: shown where the page has room for it


class Sign(msgspec.Struct, frozen=True):
    """A mark on the board, and its meaning."""

    mark: str  #: the name of a mark: class `m-NAME`; may be empty
    text: str  #: translatable
    key: str = ""  #: `data-tell` of what it explains, if that is not the mark's name
    sample: str = ""  #: the figures that stand there, where there is no mark


class Fact(msgspec.Struct, frozen=True):
    """A line of the sheet on the table: a subject, and what holds for this number of players."""

    label: str  #: translatable
    text: str  #: translatable
    number: int | None = None  #: fills `%(number)d` in label or text


def no_facts(_players: int) -> tuple[Fact, ...]:
    """Return no facts: nothing depends on the number of players."""
    return ()


class Primer(msgspec.Struct, frozen=True):
    """What a person reads first who has never played the game."""

    pitch: str = ""  #: translatable; one sentence
    minutes: int = 0  #: how long a match of people takes, about
    cards: Sequence[Card] = ()
    rules: Mapping[str, str] = {}  #: translatable: the rule of each phase of the views
    signs: Sequence[Sign] = ()  #: all marks of the board
    facts: Callable[[int], tuple[Fact, ...]] = no_facts  #: what holds for this number of players


NO_PRIMER = Primer()
