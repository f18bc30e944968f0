"""Seasons with random results, for tests of draws."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from games.contests.pairing.draw import Contender, Pairing


@dataclass
class Player:
    points: float = 0
    met: Counter = field(default_factory=Counter)
    sides: list[int] = field(default_factory=lambda: [0, 0])
    last_side: int | None = None
    seats: Counter = field(default_factory=Counter)
    sizes: Counter = field(default_factory=Counter)
    byes: int = 0


class Season:
    """Records meetings, and chooses winners at random."""

    def __init__(self, count: int, seed: object) -> None:
        self.random = Random(f"season {seed}")
        self.known = {entry: Player() for entry in range(1, count + 1)}
        self.there = list(self.known)

    def withdraw(self, entry: int) -> None:
        self.there.remove(entry)

    def join(self) -> None:
        entry = max(self.known) + 1
        self.known[entry] = Player()
        self.there.append(entry)

    def contenders(self) -> list[Contender]:
        order = sorted(self.there, key=lambda entry: (-self.known[entry].points, entry))
        return [
            Contender(
                entry=entry,
                points=one.points,
                rank=rank,
                met=dict(one.met),
                sides=(one.sides[0], one.sides[1]),
                last_side=one.last_side,
                seats=dict(one.seats),
                sizes=dict(one.sizes),
                byes=one.byes,
            )
            for rank, (entry, one) in enumerate(((e, self.known[e]) for e in order), start=1)
        ]

    def play(self, draw: Pairing) -> None:
        for entry in draw.byes:
            self.known[entry].byes += 1
            self.known[entry].points += 2
        for table in draw.tables:
            winners = set(self.random.sample(table, len(table) // 2))
            for place, entry in enumerate(table):
                self.remember(entry, place, table)
                self.known[entry].points += 2 * (entry in winners)

    def remember(self, entry: int, place: int, table: tuple[int, ...]) -> None:
        one = self.known[entry]
        one.met.update(other for other in table if other != entry)
        one.seats[place] += 1
        one.sizes[len(table)] += 1
        if len(table) == 2:
            one.sides[place] += 1
            one.last_side = place

    def times(self) -> list[int]:
        """Return the number of meetings of each pair."""
        return [self.known[a].met[b] for a in self.known for b in self.known if a < b]


def everybody(draw: Pairing) -> list[int]:
    """Return all entries of a draw, including duplicates."""
    return sorted([entry for table in draw.tables for entry in table] + list(draw.byes))
