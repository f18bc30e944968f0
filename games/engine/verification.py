"""Checks that a game's chance came from the seed of the commitment."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from games.engine import chance
from games.engine.game import Game
from games.engine.record import Turn, replay

AnyGame = Game[Any, Any, Any, Any]
Item = TypeVar("Item")


class Check(msgspec.Struct, frozen=True):
    """One draw: its label, the result by the seed (`expected`), and the one played (`actual`)."""

    label: str
    expected: Any
    actual: Any

    @property
    def is_ok(self) -> bool:
        """Return whether the seed gives the played result."""
        return bool(self.expected == self.actual)

    @property
    def expected_text(self) -> str:
        """Return the expected result as JSON; a string unchanged."""
        return _text(self.expected)

    @property
    def actual_text(self) -> str:
        """Return the played result as JSON; a string unchanged."""
        return _text(self.actual)


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
    """Return checks of the commitment, of each draw of the deal, and of each draw during play.

    `turns` has the deal first; `entropy` has one string per seat. To find the draws during play,
    the current rules decide each recorded action again.
    """
    draws = LabelledDraws(chance.SeededChance(seed, entropy))
    return (
        Check("commitment", chance.commitment(seed), commitment.lower()),
        *_deal_checks(game, options, turns[0], len(entropy), draws),
        *_play_checks(game, turns, draws),
    )


class LabelledDraws:
    """A source of chance that records the labels of all draws."""

    def __init__(self, source: chance.Chance) -> None:
        self._source = source
        self.labels: list[str] = []

    def below(self, label: str, limit: int) -> int:
        """Return the source's number."""
        self.labels.append(label)
        return self._source.below(label, limit)

    def shuffle(self, label: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the source's order."""
        self.labels.append(label)
        return self._source.shuffle(label, items)


def _deal_checks(
    game: AnyGame, options: Any, deal: Turn, count: int, draws: LabelledDraws
) -> Iterable[Check]:
    """Yield a check for every field of the set-up that chance fills."""
    expected = game.records.extract_setup(game.start.deal(count, options, draws))
    setup = game.records.extract_setup(deal.events)
    for field, label in game.records.draws.items():
        yield Check(
            label, *(msgspec.to_builtins(getattr(side, field)) for side in (expected, setup))
        )


def _play_checks(game: AnyGame, turns: Sequence[Turn], draws: LabelledDraws) -> Iterable[Check]:
    """Yield a check for every draw during play, by deciding actions with draws again."""
    before = game.start.empty
    for frame in replay(game, turns):
        turn = frame.turn
        results = _results(game, turn.events)
        if turn.seat is not None and results:
            draws.labels.clear()
            again = _results(game, game.decide(before, turn.seat, turn.action, draws))
            for label, drawn_again, result in zip(draws.labels, again, results, strict=True):
                yield Check(label, drawn_again, result)
        before = frame.state


def _results(game: AnyGame, events: Iterable[Any]) -> list[Any]:
    """Return the results of chance in `events`: numbers, and orders as lists of names."""
    results = (game.records.chance_of(event) for event in events)
    return [msgspec.to_builtins(result.result) for result in results if result is not None]
