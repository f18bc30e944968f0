"""The cost of each pair in a Swiss round, as an integer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from games.contests.pairing.draw import Contender, meetings
from games.contests.rules_of_chess import MOST_UNEVEN

#: Weights are integers, in hundredths of a point.
FINE = 100


@dataclass(frozen=True)
class PairingCosts:
    """The people in a round, by rank, and the cost of pairing any two.

    A person's number is their index in `people`. With an odd number of people there is an
    additional number; the entry that is paired with it has the bye.
    """

    people: Sequence[Contender]
    apart: frozenset[frozenset[int]]

    @cached_property
    def nobody(self) -> int | None:
        """Return the number that represents the bye, if one is needed."""
        return len(self.people) if len(self.people) % 2 else None

    @cached_property
    def places(self) -> range:
        """Return all numbers to be paired."""
        return range(len(self.people) + len(self.people) % 2)

    @cached_property
    def line(self) -> list[int]:
        """Return the candidates for the bye, lowest rank first.

        Nobody has a second bye before all have had one.
        """
        fewest = min(one.byes for one in self.people)
        return [n for n in reversed(range(len(self.people))) if self.people[n].byes == fewest]

    @cached_property
    def points(self) -> list[int]:
        """Return everybody's points, in hundredths."""
        return [round(one.points * FINE) for one in self.people]

    @cached_property
    def halves(self) -> list[tuple[int, int]]:
        """Return each player's index among equal points, and the size of half that group."""
        points = self.points
        return [(points[:n].count(own), points.count(own) // 2) for n, own in enumerate(points)]

    @cached_property
    def costs(self) -> dict[tuple[int, int], int]:
        """Return the cost of each pair as a number in which each term outweighs all later ones."""
        terms = {pair: self.terms(*pair) for pair in self.pairs(self.line)}
        bases = [max(column) * len(self.places) + 1 for column in zip(*terms.values(), strict=True)]
        return {pair: combine(values, bases) for pair, values in terms.items()}

    def pairs(self, line: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield all possible pairs; only players in `line` may have the bye."""
        for one, other in combinations(self.places, 2):
            if other != self.nobody or one in line:
                yield one, other

    def terms(self, one: int, other: int) -> tuple[int, ...]:
        """Return the terms of a pair's cost, in the order of the criteria in swiss.py."""
        if other == self.nobody:
            return (0, 0, self.line.index(one), 0, 0, 0, 0)
        left, right = self.people[one], self.people[other]
        return (
            int(self.are_apart(one, other)),
            meetings(left, right) ** 2,
            0,
            int(are_at_one_limit(left, right)),
            (self.points[one] - self.points[other]) ** 2,
            rivalry(left, right),
            self.off_half(one, other) ** 2,
        )

    def are_apart(self, one: int, other: int) -> bool:
        """Return whether a pair should be kept apart."""
        return frozenset((self.people[one].entry, self.people[other].entry)) in self.apart

    def off_half(self, one: int, other: int) -> int:
        """Return a pair's deviation from half against half; across groups, its distance in rank."""
        if self.points[one] != self.points[other]:
            return other - one
        (upper, half), (lower, _half) = self.halves[one], self.halves[other]
        return lower - upper - half

    def is_fresh(self, one: int, other: int) -> bool:
        """Return whether a pair has not met and need not be kept apart; True for a bye."""
        if other == self.nobody:
            return True
        met = meetings(self.people[one], self.people[other])
        return not met and not self.are_apart(one, other)

    def graph(self, rounds: int) -> list[int]:
        """Return the possible opponents for `rounds` without a repeat, as a graph for foresight.

        Once all have had a bye, anybody may have the next one.
        """
        line = self.line if len(self.line) >= rounds else range(len(self.people))
        degrees = [0] * len(self.places)
        for one, other in self.pairs(line):
            if self.is_fresh(one, other):
                degrees[one] |= 1 << other
                degrees[other] |= 1 << one
        return degrees


def combine(values: Sequence[int], bases: Sequence[int]) -> int:
    """Return `values` as one number; each is a digit in its own base."""
    total = 0
    for value, base in zip(values, bases, strict=True):
        total = total * base + value
    return total


def surplus(one: Contender) -> int:
    """Return a player's surplus of duels begun on seat 0 over those begun on seat 1."""
    return one.sides[0] - one.sides[1]


def are_at_one_limit(left: Contender, right: Contender) -> bool:
    """Return whether one of two players must exceed the limit of sides, whatever their seats."""
    low, high = sorted((surplus(left), surplus(right)))
    return low >= MOST_UNEVEN or high <= -MOST_UNEVEN


def wish(one: Contender) -> int:
    """Return the seat a player is due (negative: 0) and its strength: 2, or 1 to alternate."""
    if surplus(one):
        return 2 if surplus(one) > 0 else -2
    return 0 if one.last_side is None else 1 - 2 * one.last_side


def rivalry(left: Contender, right: Contender) -> int:
    """Return the strength with which both are due the same seat: that of the weaker wish."""
    low, high = sorted((wish(left), wish(right)))
    return max(low, -high, 0)
