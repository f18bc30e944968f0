"""Measures only the rules: matches rebuilt from JSON, and games played at random."""

import itertools
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from games.catalog import GAMES
from games.engine.game import many
from games.engine.simulation import SimulatedGame, simulate

GAME = GAMES["secret-hitler"]
SEATS = 6
#: Seconds of CPU for each measurement.
LASTS = 4.0


def main() -> None:
    """Print both rates, per second of CPU, as JSON."""
    random = dict.fromkeys(GAME.sides.names, GAME.bots["random"])
    games = [stored_events(one) for one in simulate(GAME, SEATS, 200, 1, random)]
    figures = {"rebuild": rebuilt_per_second(games), "random_games": random_games_per_second()}
    print(msgspec.json.encode(figures).decode())


def stored_events(game: SimulatedGame) -> list[bytes]:
    """Return the events of every entry as stored in the database."""
    return [msgspec.json.encode(turn.events) for turn in game.turns]


def rebuilt_per_second(games: list[list[bytes]]) -> float:
    """Return the number of stored events decoded and applied per second."""
    decode = msgspec.json.Decoder(many(GAME.records.events)).decode
    events, began = 0, time.process_time()
    for entries in until(began, itertools.cycle(games)):
        state = GAME.start.empty
        for entry in entries:
            turn = decode(entry)
            state = GAME.apply(state, turn)
            events += len(turn)
    return events / (time.process_time() - began)


def random_games_per_second() -> float:
    """Return the number of games of SEATS random players dealt and played per second."""
    random = dict.fromkeys(GAME.sides.names, GAME.bots["random"])
    began = time.process_time()
    games = sum(1 for _game in until(began, simulate(GAME, SEATS, 10**9, 2, random)))
    return games / (time.process_time() - began)


def until(began: float, things: Iterator[Any]) -> Iterator[Any]:
    """Yield from `things` until LASTS seconds of CPU have gone since `began`."""
    while time.process_time() - began < LASTS:
        yield next(things)


if __name__ == "__main__":
    main()
