"""Plays whole games between bots, each from its own seed, the same every time."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from games.engine import chance
from games.engine.game import Bot, Game, Outcome
from games.engine.record import Turn
from games.engine.seats import Seat, Viewer, seats_of

AnyGame = Game[Any, Any, Any, Any]

MOST_ACTIONS = 20_000  #: far more than any real game has, only reached by bots in a loop


class EndlessGameError(Exception):
    """A game of bots doesn't end, or a bot chose an action that it was not offered."""


class SimulatedGame(msgspec.Struct, frozen=True):
    """One game played by bots, with everything that its record needs."""

    turns: tuple[Turn, ...]
    outcome: Outcome
    seed: bytes
    entropy: tuple[str, ...]


def simulate(
    game: AnyGame, count: int, games: int, seed: int, bots: Mapping[str, Bot]
) -> Iterator[SimulatedGame]:
    """Yield `games` games of `count` players; `bots` has a bot by side (`Sides.of`).

    :raises EndlessGameError: if a game doesn't end, or a bot chooses an invalid action.
    """
    for index in range(games):
        text = f"cabinet-noir simulation {seed} {index}"
        game_seed = hashlib.sha256(text.encode()).digest()
        entropy = tuple(f"{text} seat {seat}" for seat in range(count))
        yield play(game, game_seed, entropy, bots, Random(text))  # noqa: S311 - bots guess no keys


def play(
    game: AnyGame, seed: bytes, entropy: Sequence[str], bots: Mapping[str, Bot], random: Random
) -> SimulatedGame:
    """Return one game dealt from `seed` and each seat's `entropy`, played to its end.

    :raises EndlessGameError: as `simulate`.
    """
    draws = chance.SeededChance(seed, entropy)
    deal = Turn(events=tuple(game.start.deal(len(entropy), game.start.options(), draws)))
    table = BotTable(game, game.apply(game.start.empty, deal.events), bots, len(entropy), random)
    turns = [deal]
    for _action in range(MOST_ACTIONS):
        if (outcome := game.outcome(table.state)) is not None:
            return SimulatedGame(tuple(turns), outcome, seed, tuple(entropy))
        seat, action = table.ask()
        events = game.decide(table.state, seat, action, draws)
        turns.append(Turn(tuple(events), seat, action, "bot"))
        table.state = game.apply(table.state, events)
    raise EndlessGameError(f"{game.key} has not ended after {MOST_ACTIONS} actions")


class BotTable:
    """The bots of one game; chooses the next bot and asks it for an action."""

    def __init__(
        self, game: AnyGame, state: Any, bots: Mapping[str, Bot], count: int, random: Random
    ) -> None:
        self.state = state
        self._game = game
        self._random = random
        self._bots = [bots[game.sides.of(state, seat)] for seat in seats_of(count)]
        # Views cost most of the time, so none is built for a bot marked by game.looks_at_nothing.
        self._guests = {
            seat for seat in seats_of(count) if getattr(self._bots[seat], "needs_view", True)
        }
        self._passed: dict[Seat, Sequence[Any]] = {}

    def ask(self) -> tuple[Seat, Any]:
        """Return the next seat and its action: invited seats come first, then those that owe one.

        A seat that declined an invitation is asked again only after its choices have changed.

        :raises EndlessGameError: if no seat acts.
        """
        game, state = self._game, self.state
        for seat in game.waiting.invited(state) if self._guests else ():
            choices = game.choices(state, seat)
            if seat not in self._guests or self._passed.get(seat) == choices:
                continue
            self._passed[seat] = choices
            action = self._answer(seat, choices)
            if action is not None:
                return seat, action
        for seat in game.to_act(state):
            action = self._answer(seat, game.choices(state, seat))
            if action is not None:
                return seat, action
        raise EndlessGameError(f"nobody acts in {game.key}, and it has not ended")

    def _answer(self, seat: Seat, choices: Sequence[Any]) -> Any | None:
        """Return the answer of the seat's bot to its view and `choices`."""
        view = self._game.view(self.state, Viewer(seat)) if seat in self._guests else None
        action = self._bots[seat](view, choices, self._random)
        if action is not None and action not in choices:
            raise EndlessGameError(
                f"the bot at seat {seat} of {self._game.key} asked for {action!r}"
            )
        return action
