"""What a draw is told of the contenders, and what it answers: tables, byes and its reasons."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from games.leagues.pairing.lots import lot

#: Two entries that should not meet, in either order.
Pair = Iterable[int]


@dataclass(frozen=True)
class Contender:
    """What a draw knows of somebody who is there for the round."""

    entry: int
    points: float = 0.0
    #: Place before the round, 1 best; before the first round the seeding.
    rank: int = 1
    #: How often each other entry was met. Entries that left may stay in it.
    met: Mapping[int, int] = field(default_factory=dict)
    #: How many duels were begun on seat 0, and on seat 1.
    sides: tuple[int, int] = (0, 0)
    #: The side (0 or 1) on which the last duel began.
    last_side: int | None = None
    #: How often each seat of a table was sat in.
    seats: Mapping[int, int] = field(default_factory=dict)
    #: How often tables of each size were sat at.
    sizes: Mapping[int, int] = field(default_factory=dict)
    byes: int = 0


@dataclass(frozen=True)
class Note:
    """Something to tell people about a draw: a code to translate, and its numbers.

    ``lots_drawn``: count; so many entries took their numbers by lot.
    ``bye_not_to_last``: entry; this one has the bye, for if the last in line had it, a repeat or
    a pair to be kept apart would meet, now or in a later round.
    ``repeats_unavoidable``: count; the round cannot be paired without a repeat.
    ``avoided_pairs_meet``: count; wishes that could not be kept.
    ``rounds_ahead``: count, wanted; so many of the later rounds surely go without a repeat.
    ``sides_uneven``: count; so many began on one side three times more often than on the other.
    ``seated_with``: target, level_percent, games, steps; what tables.seat() was asked for.
    ``first_meetings``: count, of; so many of all pairs at the tables have not met before.
    ``design``: players, size, meetings; everybody meets everybody equally often.
    """

    code: str
    values: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """Why this draw: printed for people before it is published. JSON-able by dataclasses.asdict."""

    algorithm: str
    version: int
    #: With it and the same contenders anybody can repeat the draw.
    seed: str
    #: Pairs that sit together and met before: entry, entry, times before.
    repeats: tuple[tuple[int, int, int], ...] = ()
    #: The most that any pair of the draw has met, this round included.
    most_meetings: int = 0
    #: The largest gap of points within a table.
    spread: float = 0.0
    #: That gap at each table, in the order of the tables.
    spreads: tuple[float, ...] = ()
    #: The most by which anybody's sides (duels) or seats (tables) differ in use, before and after.
    balance_before: int = 0
    balance_after: int = 0
    #: What the algorithm made as small as it could; only draws of one version compare.
    cost: float = 0.0
    #: Pairs to be kept apart that meet all the same.
    unmet: tuple[tuple[int, int], ...] = ()
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Draw:
    """Who sits where in a round, and who has the bye.

    A table holds entries in the order of seats. A duel is a table of two: the first begins on
    seat 0; the games of a fixture then swap sides.
    """

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    report: Report


class CannotDraw(ValueError):
    """There is no draw for these contenders."""


class TooFewContenders(CannotDraw):
    """There are fewer contenders than the smallest table needs."""


class ContenderTwice(CannotDraw):
    """The same entry was given twice."""


def roll(contenders: Iterable[Contender], *, least: int, seed: str) -> list[Contender]:
    """Return `contenders` by rank, equals by lot: the order in which they were given means nothing.

    :raises TooFewContenders: fewer than `least`.
    :raises ContenderTwice: somebody is there twice.
    """
    known = list(contenders)
    check([c.entry for c in known], least=least)
    return sorted(known, key=lambda c: (c.rank, lot(seed, "rank", c.entry), c.entry))


def meetings(one: Contender, other: Contender) -> int:
    """Return how often two met, whichever of them remembers."""
    return max(one.met.get(other.entry, 0), other.met.get(one.entry, 0))


def check(entries: Sequence[int], *, least: int) -> None:
    """Refuse too few entries, and one that is there twice.

    :raises TooFewContenders: fewer than `least`.
    :raises ContenderTwice: somebody is there twice.
    """
    if len(entries) < least:
        raise TooFewContenders(f"{len(entries)} are too few: {least} are needed.")
    twice = [entry for entry, times in Counter(entries).items() if times > 1]
    if twice:
        raise ContenderTwice(f"Entry {min(twice)} is there twice.")


def wishes(avoid: Iterable[Pair]) -> frozenset[frozenset[int]]:
    """Return the pairs to keep apart, however they were written down."""
    return frozenset(pair for pair in map(frozenset, avoid) if len(pair) == 2)


def together(tables: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """Return every pair that shares a table, the smaller entry first, in order."""
    return sorted((min(p), max(p)) for table in tables for p in combinations(table, 2))
