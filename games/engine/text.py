"""Text of a game: translatable words, and sentences of the log, in source English."""

from collections.abc import Mapping

import msgspec

from games.engine.seats import Seat


def gettext_noop(text: str) -> str:
    """Mark `text` for translation and return it unchanged."""
    return text


def pgettext_noop(context: str, text: str) -> "Term":
    """Return `text` as a term, marked for translation in a `context` that tells homonyms apart."""
    return Term(text, context)


class Term(msgspec.Struct, frozen=True, gc=False):
    """A translatable word with the context that tells it from its homonyms."""

    text: str
    context: str = ""


class Line(msgspec.Struct, frozen=True, gc=False):
    """One sentence of the log, as one viewer learns it.

    `text` is an English source string with named placeholders, filled with players by `seats`,
    with translatable words (joined by commas) by `terms`, and by `numbers`. `kind` names the sort
    of moment; pages style lines and jump by it. `chapter` is the round or turn of the line, from 1
    (0 is the set-up). `count` is spoken in place of many similar lines, and gives their number.
    """

    text: str
    kind: str = ""
    chapter: int = 0
    seats: Mapping[str, Seat] = {}
    terms: Mapping[str, tuple[Term, ...]] = {}
    numbers: Mapping[str, int] = {}
    count: str = ""

    def __hash__(self) -> int:
        """Return a hash without the unhashable mappings; equal lines have equal hashes."""
        return hash((self.text, self.kind, self.chapter))
