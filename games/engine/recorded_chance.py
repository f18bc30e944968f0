"""Chance that repeats a record: new decks, and draws of any other kind, in order."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from games.engine.game import DECK, Game, IllegalAction
from games.engine.text import gettext_noop

Item = TypeVar("Item")

SHAPE = "record-format"  #: the clause for malformed records

_WRONG_DRAW = gettext_noop("draw %(draw)s does not contain the remaining tiles")
_WRONG_SHUFFLE = gettext_noop("shuffle %(shuffle)s does not contain the remaining tiles")


class RecordedDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result of chance, other than a new deck, at the action number `after`: a die, a coin."""

    after: int
    label: str
    result: int | tuple[str, ...]


class RecordedChance:
    """Chance that returns a record's new decks and its other draws, each in order."""

    def __init__(
        self, shuffles: Sequence[Sequence[str]], draws: Sequence[RecordedDraw] = ()
    ) -> None:
        self._shuffles = shuffles
        self._draws = draws
        self.used = 0
        self.drawn = 0

    def below(self, label: str, limit: int) -> int:
        """Return the number of the next recorded draw.

        :raises IllegalAction: if there is no draw left, or its number is not below `limit`.
        """
        result = self._next(label)
        if not isinstance(result, int) or not 0 <= result < limit:
            text = gettext_noop("draw %(draw)s is not a number below %(limit)s")
            raise IllegalAction(SHAPE, text, draw=self.drawn, limit=limit)
        return result

    def shuffle(self, label: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return `items` in the order of the next recorded shuffle, or of the draw with this label.

        :raises IllegalAction: if it is missing, or does not contain exactly `items`.
        """
        if label.partition("/")[0] != DECK:
            result = self._next(label)
            return self._put_in_order(
                items, result, IllegalAction(SHAPE, _WRONG_DRAW, draw=self.drawn)
            )
        if self.used == len(self._shuffles):
            text = gettext_noop("shuffles contain no new deck for %(label)s")
            raise IllegalAction(SHAPE, text, label=label)
        self.used += 1
        refusal = IllegalAction(SHAPE, _WRONG_SHUFFLE, shuffle=self.used)
        return self._put_in_order(items, self._shuffles[self.used - 1], refusal)

    def _next(self, label: str) -> int | tuple[str, ...]:
        """Return the result of the next draw, which must have this label."""
        if self.drawn == len(self._draws):
            raise IllegalAction(
                SHAPE, gettext_noop("draws contain nothing for %(label)s"), label=label
            )
        draw = self._draws[self.drawn]
        self.drawn += 1
        if draw.label != label:
            text = gettext_noop("draw %(draw)s is not %(label)s")
            raise IllegalAction(SHAPE, text, draw=self.drawn, label=label)
        return draw.result

    def _put_in_order(
        self, items: Sequence[Item], order: Any, refusal: IllegalAction
    ) -> tuple[Item, ...]:
        """Return `items` in the `order` that lists their names; refuse one that lists others."""
        rest: dict[Any, list[Item]] = {}
        for item in items:
            rest.setdefault(msgspec.to_builtins(item), []).append(item)
        names = sorted(name for name, same in rest.items() for _ in same)
        if isinstance(order, int) or sorted(order) != names:
            raise refusal
        return tuple(rest[item].pop() for item in order)


def chance_results(
    game: Game[Any, Any, Any, Any], log: Iterable[Sequence[Any]]
) -> Iterator[tuple[int, str, Any]]:
    """Yield the results of chance during play; `log` has the events of each turn, the deal first.

    Each item is the action's number, the label and the result, as in records.
    """
    for number, events in enumerate(log):
        for event in events if number else ():
            result = game.records.chance_of(event)
            if result is not None:
                yield number, result.label, msgspec.to_builtins(result.result)
