"""Measures the seating of table nights: `python -m bench.leagues.seating`.

Whole seasons are seated, and played by a simple model: everybody has a skill (normal, sd 1), a
table splits into two teams by lot, and the one with the better mean wins by the logistic curve.
"""

import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from statistics import mean

from games.contests.pairing import tables
from games.contests.pairing.draw import Contender

COUNTS, ROUNDS, SEASONS = (11, 18, 35, 56, 100), 6, 5
#: Pairs that meet more often than the mean, rounded up, in percent: at most, at level 0.
TARGETS = {18: 8.0, 35: 1.5, 56: 3.0, 100: 0.0}
SLOWEST = 0.5

Table = tuple[int, ...]
Seating = Callable[[Sequence[Contender], str], tuple[Table, ...]]


@dataclass
class SeasonPlayer:
    """A player of a season, with their history."""

    skill: float
    points: int = 0
    met: Counter[int] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    sizes: Counter[int] = field(default_factory=Counter)


@dataclass
class SeasonFigures:
    """The figures of a season: shares in percent, seconds of CPU."""

    too_often: float
    most: int
    spread: float
    seat_twice: float
    slowest: float


def main() -> None:
    """Seat seasons of every size, at random and by search, and print the figures."""
    say(" players  level   too often (by lot, target)  most   spread (by lot)  seat twice  slowest")
    for count in COUNTS:
        lots = [season(count, by_lot, f"lot {number}") for number in range(SEASONS)]
        for level in (0.0, 0.25, 0.5):
            seasons = [season(count, searching(level), f"{number}") for number in range(SEASONS)]
            show(count, level, seasons, lots)


def show(count: int, level: float, figures: list[SeasonFigures], lots: list[SeasonFigures]) -> None:
    """Print the means of some seasons, and those with random seats."""
    target = f"{TARGETS[count]:.1f} %" if level == 0 and count in TARGETS else "-"
    often, often_by_lot = (mean(m.too_often for m in those) for those in (figures, lots))
    spread, spread_by_lot = (mean(m.spread for m in those) for those in (figures, lots))
    slowest = max(m.slowest for m in figures)
    say(
        f"{count:8}{level:7.2f}{often:10.1f} % ({often_by_lot:4.1f} %,{target:>7})"
        f"{max(m.most for m in figures):6}{spread:9.1f} ({spread_by_lot:.1f})"
        f"{mean(m.seat_twice for m in figures):14.0f} %{slowest:7.2f} s"
        f"{'' if slowest < SLOWEST else ' too slow'}"
    )


def searching(level: float) -> Seating:
    """Return the search at a level."""
    return lambda people, seed: tables.seat(people, level=level, seed=seed).tables


def by_lot(people: Sequence[Contender], seed: str) -> tuple[Table, ...]:
    """Seat everybody at random."""
    line = [one.entry for one in people]
    Random(seed).shuffle(line)
    sizes = tables.sizes(len(line))
    return tuple(tuple(line.pop() for _ in range(size)) for size in sizes)


def season(count: int, seating: Seating, seed: str) -> SeasonFigures:
    """Seat and play a season of `count` people."""
    random = Random(seed)
    players = {number: SeasonPlayer(random.gauss(0, 1)) for number in range(count)}
    spreads, slowest = [], 0.0
    for number in range(ROUNDS):
        people = contenders(players)
        before = time.process_time()
        result = seating(people, f"{seed}/{number}")
        slowest = max(slowest, time.process_time() - before)
        if number:
            spreads += [gap([players[one].points for one in table]) for table in result]
        for table in result:
            play(table, players, random)
    return SeasonFigures(*meetings(players), mean(spreads), share_on_same_seat(players), slowest)


def contenders(players: dict[int, SeasonPlayer]) -> list[Contender]:
    """Return the players as input of a draw."""
    order = sorted(players, key=lambda number: (-players[number].points, number))
    return [
        Contender(
            entry=number,
            points=players[number].points,
            rank=rank,
            met=dict(players[number].met),
            seats=dict(players[number].seats),
            sizes=dict(players[number].sizes),
        )
        for rank, number in enumerate(order, start=1)
    ]


def play(table: Table, players: dict[int, SeasonPlayer], random: Random) -> None:
    """Play one game, and add it to the players' histories."""
    line = random.sample(table, len(table))
    teams = line[: len(line) // 2 + 1], line[len(line) // 2 + 1 :]
    one, other = (mean(players[number].skill for number in team) for team in teams)
    winners = teams[0] if random.random() < 1 / (1 + math.exp(other - one)) else teams[1]
    for place, number in enumerate(table):
        player = players[number]
        player.points += number in winners
        player.met.update(n for n in table if n != number)
        player.seats[place] += 1
        player.sizes[len(table)] += 1


def meetings(players: dict[int, SeasonPlayer]) -> tuple[float, int]:
    """Return the percentage of pairs that met more often than the mean, and the most meetings."""
    times = [players[one].met[other] for one, other in combinations(players, 2)]
    return 100 * mean(n > math.ceil(mean(times)) for n in times), max(times)


def share_on_same_seat(players: dict[int, SeasonPlayer]) -> float:
    """Return the percentage of players who sat on one seat twice or more."""
    return 100 * mean(max(player.seats.values()) > 1 for player in players.values())


def gap(points: list[int]) -> int:
    """Return the largest gap of points."""
    return max(points) - min(points)


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
