"""Checks that a game's chance came from the seed committed to before anybody sat down."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from games.engine import chance
from games.engine.game import Game
from games.engine.record import Turn, frames

AnyGame = Game[Any, Any, Any, Any]
Item = TypeVar("Item")


class Check(msgspec.Struct, frozen=True):
    """One draw: its label, what the seed gives (`expected`) and what was played (`found`)."""

    label: str
    expected: Any
    found: Any

    @property
    def is_ok(self) -> bool:
        """Return whether the draw is the one that the seed gives."""
        return bool(self.expected == self.found)

    @property
    def expected_text(self) -> str:
        """Return what the seed gives as JSON, or the text itself."""
        return _text(self.expected)

    @property
    def found_text(self) -> str:
        """Return what was played as JSON, or the text itself."""
        return _text(self.found)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def checks(
    game: AnyGame,
    options: Any,
    turns: Sequence[Turn],
    *,
    seed: bytes,
    entropy: Sequence[str],
    commitment: str,
) -> tuple[Check, ...]:
    """Return a check for the commitment, for each draw of the deal and for each reshuffle.

    `turns` has the deal first; `entropy` one string per seat. Reshuffles are derived again by
    asking today's rules for what each recorded action draws.
    """
    drawn = Labelled(chance.SeededChance(seed, entropy))
    return (
        Check("commitment", chance.commitment(seed), commitment.lower()),
        *_deal_checks(game, options, turns[0], len(entropy), drawn),
        *_reshuffle_checks(game, turns, drawn),
    )


class Labelled:
    """Chance that remembers the labels of the shuffles asked of it."""

    def __init__(self, source: chance.Chance) -> None:
        self._source = source
        self.labels: list[str] = []

    def below(self, label: str, limit: int) -> int:
        """Return the source's number."""
        return self._source.below(label, limit)

    def shuffle(self, label: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the source's order."""
        self.labels.append(label)
        return self._source.shuffle(label, items)


def _deal_checks(
    game: AnyGame, options: Any, deal: Turn, count: int, drawn: Labelled
) -> Iterable[Check]:
    """Yield a check for every field of the set-up that chance fills."""
    expected = game.setup_of(game.deal(count, options, drawn))
    found = game.setup_of(deal.events)
    for field, label in game.draws.items():
        yield Check(
            label, *(msgspec.to_builtins(getattr(side, field)) for side in (expected, found))
        )


def _reshuffle_checks(game: AnyGame, turns: Sequence[Turn], drawn: Labelled) -> Iterable[Check]:
    """Yield a check for every reshuffle, deciding again the actions that brought one."""
    before = game.empty
    for frame in frames(game, turns):
        turn = frame.turn
        decks = _decks(game, turn.events)
        if turn.seat is not None and decks:
            drawn.labels.clear()
            again = _decks(game, game.decide(before, turn.seat, turn.action, drawn))
            labels = drawn.labels or ["reshuffle"]
            for label, expected, found in zip(labels, again, decks, strict=True):
                yield Check(label, expected, found)
        before = frame.state


def _decks(game: AnyGame, events: Iterable[Any]) -> list[Any]:
    """Return the new decks, top first, that `events` bring."""
    decks = (game.reshuffle(event) for event in events)
    return [msgspec.to_builtins(deck) for deck in decks if deck is not None]
