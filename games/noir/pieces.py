"""The contents of the box: the suspects, the counts, and the geometry of the grid."""

from collections.abc import Iterable, Iterator
from typing import Literal

from games.engine.seats import Seat
from games.engine.text import pgettext_noop

Grid = tuple[tuple[str, ...], ...]  #: rows, top first, of suspects, left to right
Side = Literal["killer", "inspector"]
LineKind = Literal["row", "column"]
Direction = Literal["left", "right", "up", "down"]
Removal = Literal["row-each", "column-each"]
#: Phases that only pages show, for a moment: an action without its result, then the answer.
HeldPhase = Literal["question", "confirmed", "refuted"]
HELD_PHASES = ("question", "confirmed", "refuted")

KILLER = Seat(0)
INSPECTOR = Seat(1)
SIDES: tuple[Side, Side] = ("killer", "inspector")

GRID_SIDE = 5
CARDS = GRID_SIDE * GRID_SIDE
FIRST_CARDS = 4  #: cards that the inspector draws after the set-up murder (1.5)
HAND_SIZE = 3
LAST_MURDER = 10

SUSPECTS = tuple(
    term.text
    for term in (
        pgettext_noop("suspect", "Anouk"),
        pgettext_noop("suspect", "Baltasar"),
        pgettext_noop("suspect", "Chiyo"),
        pgettext_noop("suspect", "Dragan"),
        pgettext_noop("suspect", "Eszter"),
        pgettext_noop("suspect", "Farouk"),
        pgettext_noop("suspect", "Gudrun"),
        pgettext_noop("suspect", "Hamish"),
        pgettext_noop("suspect", "Ifeoma"),
        pgettext_noop("suspect", "Joaquim"),
        pgettext_noop("suspect", "Kalinda"),
        pgettext_noop("suspect", "Lorcan"),
        pgettext_noop("suspect", "Mireille"),
        pgettext_noop("suspect", "Nikhil"),
        pgettext_noop("suspect", "Oksana"),
        pgettext_noop("suspect", "Pavel"),
        pgettext_noop("suspect", "Qamar"),
        pgettext_noop("suspect", "Rurik"),
        pgettext_noop("suspect", "Sunniva"),
        pgettext_noop("suspect", "Tendai"),
        pgettext_noop("suspect", "Urszula"),
        pgettext_noop("suspect", "Vesa"),
        pgettext_noop("suspect", "Wanjiru"),
        pgettext_noop("suspect", "Xolani"),
        pgettext_noop("suspect", "Yasemin"),
    )
)

BACK: dict[Direction, Direction] = {"left": "right", "right": "left", "up": "down", "down": "up"}


def rows_of(suspects: Iterable[str]) -> Grid:
    """Return 25 suspects, given row by row, as a grid."""
    flat = tuple(suspects)
    return tuple(flat[start : start + GRID_SIDE] for start in range(0, CARDS, GRID_SIDE))


def everyone(grid: Grid) -> tuple[str, ...]:
    """Return all suspects of `grid`, row by row."""
    return tuple(suspect for row in grid for suspect in row)


def transpose(grid: Grid) -> Grid:
    """Return `grid` with rows and columns exchanged."""
    return tuple(zip(*grid, strict=True))


def neighbours(grid: Grid, suspect: str) -> frozenset[str]:
    """Return the neighbours of a suspect, diagonals included.

    Empty if it is not on `grid` (2.1).
    """
    for row, line in enumerate(grid):
        if suspect in line:
            return frozenset(_around(grid, row, line.index(suspect))) - {suspect}
    return frozenset()


def _around(grid: Grid, row: int, column: int) -> Iterator[str]:
    """Yield the suspects around a cell; edges do not wrap."""
    for line in grid[max(row - 1, 0) : row + 2]:
        yield from line[max(column - 1, 0) : column + 2]


def shift_line(grid: Grid, line: LineKind, index: int, direction: Direction) -> Grid:
    """Return `grid` with one line moved by one; its end reappears at the other end (3.1)."""
    if line == "column":
        across: Direction = "left" if direction == "up" else "right"
        return transpose(shift_line(transpose(grid), "row", index, across))
    row = grid[index]
    ring = row[1:] + row[:1] if direction == "left" else row[-1:] + row[:-1]
    return (*grid[:index], ring, *grid[index + 1 :])


def collapse_grid(grid: Grid, remove: Removal, suspects: tuple[str, ...]) -> Grid:
    """Return `grid` without one suspect of each line, with the gaps closed (3.3)."""
    if remove == "column-each":
        return transpose(collapse_grid(transpose(grid), "row-each", suspects))
    return tuple(
        tuple(suspect for suspect in row if suspect != is_gone)
        for row, is_gone in zip(grid, suspects, strict=True)
    )
