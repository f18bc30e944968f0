"""Balanced seasons without rounds: all meet equally often, and sit on every seat once.

A difference set of size k modulo v holds every difference but 0 equally often, λ times. Shifting it
v times gives v tables. Everybody sits at k of them and meets everybody λ times. The place in the
set is the seat, so everybody sits on each seat once (Colbourn and Dinitz, Handbook of Combinatorial
Designs, VI.18: Difference Sets).
"""

from collections.abc import Iterable, Mapping

from games.leagues.pairing.draw import CannotDraw, DrawNote, DrawReport, Pairing, check
from games.leagues.pairing.lots import shuffle

ALGORITHM, VERSION = "design", 1

SIZES = range(5, 11)


class NoSuchDesign(CannotDraw):
    """There is no balanced design for so many players at tables of that size."""


def complement(count: int, base: Iterable[int]) -> tuple[int, ...]:
    """Return the residues modulo `count` that are not in `base`: again a difference set."""
    return tuple(sorted(set(range(count)) - set(base)))


def squares(prime: int) -> tuple[int, ...]:
    """Return the quadratic residues: a difference set for a prime of the form 4n + 3 (Paley)."""
    return tuple(sorted({n * n % prime for n in range(1, prime)}))


_FIFTEEN = (0, 1, 2, 4, 5, 8, 10)

#: The difference set by number of players and size of tables.
DESIGNS: Mapping[tuple[int, int], tuple[int, ...]] = {
    **{(size + 1, size): tuple(range(size)) for size in SIZES},
    (11, 5): squares(11),
    (11, 6): complement(11, squares(11)),
    (13, 9): complement(13, (0, 1, 3, 9)),
    (15, 7): _FIFTEEN,
    (15, 8): complement(15, _FIFTEEN),
    (19, 9): squares(19),
    (19, 10): complement(19, squares(19)),
    (21, 5): (3, 6, 7, 12, 14),
    (31, 6): (1, 5, 11, 24, 25, 27),
    (37, 9): (1, 7, 9, 10, 12, 16, 26, 33, 34),
    (57, 8): (1, 6, 7, 9, 19, 38, 42, 49),
}


def designs_for(count: int) -> tuple[tuple[int, int, int], ...]:
    """Return the designs for `count` players: players, seats of a table, meetings of each pair."""
    sizes = sorted(size for players, size in DESIGNS if players == count)
    return tuple((count, size, meetings(count, size)) for size in sizes)


def meetings(players: int, size: int) -> int:
    """Return how often each pair meets: everybody sits at `size` tables with `size` - 1 others."""
    return size * (size - 1) // (players - 1)


def games(entries: Iterable[int], *, size: int, seed: str) -> Pairing:
    """Draw a whole season at tables of `size`: as many tables as there are entries.

    Each entry sits at `size` of the tables, so these are no round. Lots from `seed` give each entry
    its number in the design.

    :raises TooFewContenders: without entries.
    :raises ContenderTwice: if an entry is there twice.
    :raises NoSuchDesign: if there is none for so many entries at tables of `size`.
    """
    people = list(entries)
    check(people, least=1)
    count = len(people)
    base = DESIGNS.get((count, size))
    if base is None:
        raise NoSuchDesign(f"No balanced design seats {count} players at tables of {size}.")
    line = shuffle(people, seed=seed, name="design")
    tables = tuple(tuple(line[(place + shift) % count] for place in base) for shift in range(count))
    often = meetings(count, size)
    report = DrawReport(
        algorithm=ALGORITHM,
        version=VERSION,
        seed=seed,
        most_meetings=often,
        spreads=(0.0,) * count,
        notes=(
            DrawNote("lots_drawn", {"count": count}),
            DrawNote("design", {"players": count, "size": size, "meetings": often}),
        ),
    )
    return Pairing(tables=tables, byes=(), report=report)
