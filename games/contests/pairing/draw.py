"""The input and the output of a draw: contenders, tables, byes, and a report."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from games.contests.pairing.lots import lot

#: Two entries that should not meet, in either order.
Pair = Iterable[int]


@dataclass(frozen=True)
class Contender:
    """A player of the round, as input for a draw."""

    entry: int
    points: float = 0.0
    #: Rank before the round, 1 being the best; before the first round, the seed.
    rank: int = 1
    #: How often the player has actually played each other entry, including entries that left.
    met: Mapping[int, int] = field(default_factory=dict)
    #: The number of played duels that the player began on seat 0, and on seat 1.
    sides: tuple[int, int] = (0, 0)
    #: The side (0 or 1) on which the player began the last duel.
    last_side: int | None = None
    #: How often the player sat on each seat of a table.
    seats: Mapping[int, int] = field(default_factory=dict)
    #: How often the player sat at tables of each size.
    sizes: Mapping[int, int] = field(default_factory=dict)
    #: The number of assigned byes, and of duels won without playing.
    byes: int = 0


@dataclass(frozen=True)
class DrawNote:
    """A human-readable remark on a draw: a code to translate, and its parameters.

    ``lots_drawn``: count; the number of entries that were numbered by lot.
    ``bye_not_to_last``: entry; it has the bye instead of the lowest-ranked player, because
    otherwise a repeat or a pair to be kept apart would be unavoidable, now or in a later round.
    ``rounds_ahead``: count, wanted; the number of later rounds guaranteed to be possible without a
    repeat.
    ``sides_uneven``: count; players who began at least three more times on one side.
    ``seated_with``: target, level_percent, games, steps; the arguments of tables.seat().
    ``first_meetings``: count, of; the number of pairs at the tables that have not met before, of
    all pairs.
    ``left_in``: count; the players who are still in a knock-out.
    ``third_place``: table; the table of the losers of the semi-finals.
    """

    code: str
    values: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class DrawReport:
    """The explanation of a draw, shown before it is published. JSON-able by dataclasses.asdict."""

    algorithm: str
    version: int
    #: The seed, with which anybody can repeat the draw from the same contenders.
    seed: str
    #: Pairs at one table that have met before: entry, entry, number of earlier meetings.
    repeats: tuple[tuple[int, int, int], ...] = ()
    #: The maximum number of meetings of any pair, including this round.
    most_meetings: int = 0
    #: The largest gap of points within a table.
    spread: float = 0.0
    #: The largest imbalance in a player's use of sides (duels) or seats (tables) after this round.
    balance_after: int = 0
    #: Pairs that meet although they should be kept apart.
    unmet: tuple[tuple[int, int], ...] = ()
    notes: tuple[DrawNote, ...] = ()
    #: In a knock-out, the places in the bracket: of the tables, followed by those of the byes.
    groups: tuple[int, ...] = ()


@dataclass(frozen=True)
class Pairing:
    """The seats of a round, and its byes.

    A table lists its entries in seat order. A duel is a table of two: the first entry begins on
    seat 0, and players swap sides between the games of a fixture.
    """

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    report: DrawReport


class CannotDraw(ValueError):
    """No draw is possible for these contenders."""


def roll(contenders: Iterable[Contender], *, least: int, seed: str) -> list[Contender]:
    """Return `contenders` by rank, with ties broken by lot, independently of the given order.

    :raises CannotDraw: as in `check`.
    """
    people = list(contenders)
    check([c.entry for c in people], least=least)
    return sorted(people, key=lambda c: (c.rank, lot(seed, "rank", c.entry), c.entry))


def meetings(one: Contender, other: Contender) -> int:
    """Return how often two entries have met; a record in either of them counts."""
    return max(one.met.get(other.entry, 0), other.met.get(one.entry, 0))


def check(entries: Sequence[int], *, least: int) -> None:
    """Check that there are enough entries, and no duplicates.

    :raises CannotDraw: for fewer than `least`, or if an entry occurs twice.
    """
    if len(entries) < least:
        raise CannotDraw(f"{len(entries)} are too few: {least} are needed.")
    twice = [entry for entry, times in Counter(entries).items() if times > 1]
    if twice:
        raise CannotDraw(f"Entry {min(twice)} is there twice.")


def wishes(avoid: Iterable[Pair]) -> frozenset[frozenset[int]]:
    """Return the pairs to keep apart, as sets."""
    return frozenset(pair for pair in map(frozenset, avoid) if len(pair) == 2)


def together(tables: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """Return every pair that shares a table, the smaller entry first, in order."""
    return sorted((min(p), max(p)) for table in tables for p in combinations(table, 2))


def report_of(
    people: Iterable[Contender],
    tables: Sequence[Sequence[int]],
    apart: frozenset[frozenset[int]],
    **own: Any,
) -> DrawReport:
    """Return the report of a round: repeats, gaps in points, unmet wishes, and the fields `own`."""
    known = {one.entry: one for one in people}
    times = {pair: meetings(known[pair[0]], known[pair[1]]) for pair in together(tables)}
    points = [[known[entry].points for entry in table] for table in tables]
    return DrawReport(
        repeats=tuple((*pair, count) for pair, count in times.items() if count),
        most_meetings=max(times.values()) + 1,
        spread=max(max(own_points) - min(own_points) for own_points in points),
        unmet=tuple(pair for pair in times if frozenset(pair) in apart),
        **own,
    )
