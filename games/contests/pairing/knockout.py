"""Knock-outs: seeded brackets of duels, and tables whose best players advance.

In a bracket, the first two seeds can meet only in the final, the first four not before the
semi-finals, and so on. If the number of players is not a power of two, the best have a bye in the
first round. Every place of a round is a group: the winners of groups 2k and 2k + 1 meet in group k
of the next round.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from games.contests.pairing.draw import CannotDraw, DrawNote, DrawReport, Pairing, check
from games.contests.pairing.lots import lot, shuffle
from games.contests.pairing.tables import LARGEST, SMALLEST, sizes

ALGORITHM, VERSION = "knockout", 1
#: The group of the match for third place, from which nobody advances.
THIRD = -1


def bracket(count: int) -> list[int]:
    """Return the seeds, from 1, in the order of the bracket's places.

    Seeds above `count` are byes.
    """
    seeds = [1]
    while len(seeds) < count:
        size = 2 * len(seeds)
        seeds = [one for seed in seeds for one in (seed, size + 1 - seed)]
    return seeds


def first_groups(entries: Sequence[int]) -> dict[int, int]:
    """Return the group of each seeded entry in the first round."""
    places = {seed: place for place, seed in enumerate(bracket(len(entries)))}
    return {entry: places[seed] // 2 for seed, entry in enumerate(entries, 1)}


def pair(groups: Mapping[int, int], *, seed: str) -> Pairing:
    """Draw a round of duels: an entry alone in its group has a bye, and seats are drawn by lot.

    :raises CannotDraw: for fewer than two, or if a group has three or more.
    """
    check(list(groups), least=2)
    together: dict[int, list[int]] = {}
    for entry, group in groups.items():
        together.setdefault(group, []).append(entry)
    if max(map(len, together.values())) > 2:
        raise CannotDraw("Three are in one group.")
    duels = {group: players for group, players in together.items() if len(players) == 2}
    idle = {group: players[0] for group, players in together.items() if len(players) == 1}
    tables = tuple(
        tuple(sorted(duels[group], key=lambda one: (lot(seed, "side", one), one)))
        for group in sorted(duels)
    )
    byes = tuple(idle[group] for group in sorted(idle))
    return Pairing(tables, byes, _report(seed, (*sorted(duels), *sorted(idle)), len(groups)))


def with_third(final: Pairing, losers: Sequence[int], *, seed: str) -> Pairing:
    """Return the round of `final`, with a second duel between the `losers` for third place."""
    duel = tuple(sorted(losers, key=lambda one: (lot(seed, "side", one), one)))
    note = DrawNote("third_place", {"table": len(final.tables) + 1})
    final_report = final.report
    report = replace(
        final_report, groups=(*final_report.groups, THIRD), notes=(*final_report.notes, note)
    )
    return Pairing((*final.tables, duel), final.byes, report)


def seat(entries: Sequence[int], *, target: int, seed: str) -> Pairing:
    """Seat `entries`, given best first, at tables of equal strength; up to ten share one table.

    They are assigned to tables in serpentine order: first to last table, then last to first. Seats
    are drawn by lot.

    :raises CannotDraw: for fewer than five.
    """
    check(entries, least=SMALLEST)
    count = table_count(len(entries), target)
    rows = [list(entries[at : at + count]) for at in range(0, len(entries), count)]
    tables: list[list[int]] = [[] for _table in range(count)]
    for number, row in enumerate(rows):
        order = range(count) if number % 2 == 0 else range(count - 1, -1, -1)
        for table, entry in zip(order, row, strict=False):
            tables[table].append(entry)
    places = tuple(
        tuple(shuffle(table, seed=seed, name=f"seats/{number}"))
        for number, table in enumerate(tables)
    )
    return Pairing(places, (), _report(seed, range(count), len(entries)))


def table_count(players: int, target: int) -> int:
    """Return the number of tables; it is one, the final, if all players fit at one table."""
    return 1 if players <= LARGEST else len(sizes(players, target=target))


def rounds(players: int, *, goes_on: int, target: int) -> int:
    """Return the number of rounds of tables needed to find a winner.

    :raises CannotDraw: for fewer than five, or if too many players advance from each table for the
        knock-out to end.
    """
    check(range(players), least=SMALLEST)
    number = 1
    while (tables := table_count(players, target)) > 1:
        rest = max(tables * goes_on, SMALLEST)
        if rest >= players:
            raise CannotDraw("As many go on as there are.")
        players, number = rest, number + 1
    return number


def _report(seed: str, groups: Iterable[int], count: int) -> DrawReport:
    """Return the report of a round with the groups of its tables, then of its byes, in order."""
    keys = tuple(groups)
    return DrawReport(
        algorithm=ALGORITHM, version=VERSION, seed=seed, groups=keys,
        notes=(DrawNote("left_in", {"count": count}),),
    )  # fmt: skip
