"""Plays whole games between bots, each from a seed of its own, the same every time."""

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

MOST_ACTIONS = 20_000  #: no sensible game comes near; bots that loop do


class EndlessGameError(Exception):
    """Bots that would never end their game, or that asked for what they were not offered."""


class Simulated(msgspec.Struct, frozen=True):
    """One game played by bots, with all that a record of it needs."""

    turns: tuple[Turn, ...]
    outcome: Outcome
    seed: bytes
    entropy: tuple[str, ...]


def simulate(
    game: AnyGame, count: int, games: int, seed: int, bots: Mapping[str, Bot]
) -> Iterator[Simulated]:
    """Yield `games` games of `count` players; `bots` by side (`Game.side_of`).

    :raises EndlessGameError: if a game doesn't end, or a bot answers what it was not offered.
    """
    for index in range(games):
        text = f"cabinet-noir simulation {seed} {index}"
        game_seed = hashlib.sha256(text.encode()).digest()
        entropy = tuple(f"{text} seat {seat}" for seat in range(count))
        yield play(game, game_seed, entropy, bots, Random(text))  # noqa: S311 - bots guess no keys


def play(
    game: AnyGame, seed: bytes, entropy: Sequence[str], bots: Mapping[str, Bot], random: Random
) -> Simulated:
    """Return one game dealt from `seed` and each seat's `entropy`, played to its end.

    :raises EndlessGameError: as `simulate`.
    """
    drawn = chance.SeededChance(seed, entropy)
    deal = Turn(events=tuple(game.deal(len(entropy), game.options(), drawn)))
    table = Table(game, game.apply(game.empty, deal.events), bots, len(entropy), random)
    turns = [deal]
    while (outcome := game.outcome(table.state)) is None:
        seat, action = table.ask()
        events = tuple(game.decide(table.state, seat, action, drawn))
        turns.append(Turn(events, seat, action, "bot"))
        table.state = game.apply(table.state, events)
        if len(turns) > MOST_ACTIONS:
            raise EndlessGameError(f"{game.key} has not ended after {MOST_ACTIONS} actions")
    return Simulated(tuple(turns), outcome, seed, tuple(entropy))


class Table:
    """Bots around a game: whom to ask next, and what they answer."""

    def __init__(
        self, game: AnyGame, state: Any, bots: Mapping[str, Bot], count: int, random: Random
    ) -> None:
        self.state = state
        self._game = game
        self._random = random
        self._bots = [bots[game.side_of(state, seat)] for seat in seats_of(count)]
        self._viewers = [Viewer(seat) for seat in seats_of(count)]
        self._passed: dict[Seat, Sequence[Any]] = {}

    def ask(self) -> tuple[Seat, Any]:
        """Return the next action: of a seat with something left to say, else of one that owes.

        A seat that has let an invitation pass is asked again once its choices are others.

        :raises EndlessGameError: if nobody acts.
        """
        for seat in self._game.invited(self.state):
            choices = self._game.choices(self.state, seat)
            if self._passed.get(seat) == choices:
                continue
            self._passed[seat] = choices
            action = self._answer(seat, choices)
            if action is not None:
                return seat, action
        for seat in self._game.to_act(self.state):
            action = self._answer(seat, self._game.choices(self.state, seat))
            if action is not None:
                return seat, action
        raise EndlessGameError(f"nobody acts in {self._game.key}, and it has not ended")

    def _answer(self, seat: Seat, choices: Sequence[Any]) -> Any | None:
        """Return what the seat's bot makes of its view and `choices`."""
        bot = self._bots[seat]
        # Most of the time goes into views: none for a bot marked by game.looks_at_nothing.
        looks = getattr(bot, "needs_view", True)
        view = self._game.view(self.state, self._viewers[seat]) if looks else None
        action = bot(view, choices, self._random)
        if action is not None and action not in choices:
            raise EndlessGameError(
                f"the bot at seat {seat} of {self._game.key} asked for {action!r}"
            )
        return action
