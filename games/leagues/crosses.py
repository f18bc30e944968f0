"""Everybody against everybody, as a table to look at."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.core.cache import cache
from django.utils.translation import gettext as _

from games.leagues import contests
from games.leagues.models import Division, Entry
from games.leagues.standings import crosstable as pure
from games.leagues.standings.contest import Contest
from games.leagues.watching import KEPT, name_of

HOTTEST = 5  #: shades of how often two met


@dataclass(frozen=True)
class Cell:
    """One square; `words` say for a reader what `text` shows, `look` is win, loss, heat-2 ..."""

    text: str = ""
    words: str = ""
    look: str = ""
    fixture: int = 0
    is_self: bool = False


@dataclass(frozen=True)
class Line:
    """One row: whose, and a cell for every column (several duels share one)."""

    rank: int
    entry: Entry
    name: str
    cells: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Cross:
    """A crosstable; `usual` is how often two people meet on average."""

    is_duels: bool
    lines: tuple[Line, ...]
    most: int = 0
    usual: float = 0.0

    @property
    def shades(self) -> list[tuple[int, str]]:
        """Return what the shades stand for, the lightest first."""
        return [(times, _look(times)) for times in range(min(self.most, HOTTEST) + 1)]


def cross_of(division: Division) -> Cross:
    """Return who met whom in `division`, in the order of its table."""
    contest = contests.contest_of(division)
    entries = contests.names_of(division)
    if contest.format in ("round_robin", "swiss"):
        found = _kept(contest, "duels")
        return Cross(
            is_duels=True, lines=tuple(_lines(found.entries, found.cells, entries, _duels))
        )
    met = _kept(contest, "tables")
    counts = [
        cell.nights
        for row, cells in enumerate(met.cells)
        for cell in cells[:row]
    ]  # fmt: skip
    return Cross(
        is_duels=False,
        lines=tuple(_lines(met.entries, met.cells, entries, _meetings)),
        most=max(counts, default=0),
        usual=sum(counts) / len(counts) if counts else 0.0,
    )


def _kept(contest: Contest, kind: str) -> pure.Crosstable | pure.Meetings:
    """Return the pure crosstable; the same results are counted once."""
    shape = pure.Crosstable if kind == "duels" else pure.Meetings
    count = pure.crosstable if kind == "duels" else pure.meetings
    key = f"cross/{hashlib.sha256(msgspec.json.encode(contest)).hexdigest()}"
    known = cache.get(key)
    if known is None:
        known = msgspec.json.encode(count(contest))
        cache.set(key, known, KEPT)
    return msgspec.json.decode(known, type=shape)


def _lines(
    keys: Sequence[int], cells: Any, entries: dict[int, Entry], draw: Callable[..., Any]
) -> Iterator[Line]:
    for rank, (key, row) in enumerate(zip(keys, cells, strict=True), 1):
        shown = tuple(
            (Cell(is_self=True),) if key == other else draw(cell)
            for other, cell in zip(keys, row, strict=True)
        )
        yield Line(rank, entries[key], name_of(entries[key]), shown)


def _duels(encounters: Sequence[pure.Encounter]) -> tuple[Cell, ...]:
    return tuple(_duel(one) for one in encounters)


def _duel(one: pure.Encounter) -> Cell:
    look = "draw"
    if one.scored != one.conceded:
        look = "win" if one.scored > one.conceded else "loss"
    text = f"{one.scored:g}–{one.conceded:g}"
    if one.is_forfeit:
        text = "+" if look == "win" else "−"
        words = _("won by forfeit") if look == "win" else _("forfeited")
    else:
        words = _("%(scored)g to %(conceded)g") % {"scored": one.scored, "conceded": one.conceded}
    numbered = _("round %(number)d") % {"number": one.round}
    return Cell(text, f"{words}, {numbered}", look, one.fixture)


def _meetings(met: pure.Meeting) -> tuple[Cell, ...]:
    words = _("met %(nights)d times; %(together)d games together, %(opposed)d against each other")
    told = words % {"nights": met.nights, "together": met.together, "opposed": met.opposed}
    return (Cell(str(met.nights) if met.nights else "", told, _look(met.nights)),)


def _look(times: int) -> str:
    return f"heat-{min(times, HOTTEST)}"
