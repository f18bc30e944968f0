"""The introduction to a game: a sentence, its length, and cards that explain it."""

from collections.abc import Callable, Mapping, Sequence

import msgspec


class Piece(msgspec.Struct, frozen=True):
    """A piece of the real board on a card: one region in an example position."""

    region: str  #: its name; a public region or one of the acting seat
    phase: str  #: the phase in which a random match is stopped
    players: int
    seed: int = 0  #: of the first match that is played
    seat: int | None = None  #: the seat of the viewer; None: the seat that has to act


class Card(msgspec.Struct, frozen=True):
    """One of the few cards that explain a game: a mark, a heading and a few sentences."""

    mark: str  #: the name of a drawing in static/img/pieces.svg
    title: str  #: translatable
    text: str  #: translatable
    piece: Piece | None = None  #: shown if the page has room for it


class Sign(msgspec.Struct, frozen=True):
    """A mark on the board, and its meaning."""

    mark: str  #: the name of a mark: class `m-NAME`; may be empty
    text: str  #: translatable
    key: str = ""  #: the `data-tell` of the explained element, if it is not the mark's name
    sample: str = ""  #: the numbers in place of a mark


class Fact(msgspec.Struct, frozen=True):
    """A line of the sheet on the table: a subject, and a fact for this number of players."""

    label: str  #: translatable
    text: str  #: translatable
    number: int | None = None  #: fills `%(number)d` in label or text
    mark: str = ""  #: the name of a drawing in static/img/pieces.svg


def no_facts(_players: int) -> tuple[Fact, ...]:
    """Return no facts, because nothing depends on the number of players."""
    return ()


class Primer(msgspec.Struct, frozen=True):
    """The introduction for people who have never played the game."""

    pitch: str = ""  #: translatable; one sentence
    minutes: int = 0  #: the approximate length of a match of people
    cards: Sequence[Card] = ()
    rules: Mapping[str, str] = {}  #: translatable: the rule of each phase of the views
    signs: Sequence[Sign] = ()  #: all marks of the board
    facts: Callable[[int], tuple[Fact, ...]] = no_facts  #: facts for this number of players


NO_PRIMER = Primer()
