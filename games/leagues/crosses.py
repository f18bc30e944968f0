"""Everybody against everybody, as a table to look at."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
from django.core.cache import cache
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.leagues import contests
from games.leagues.cards import halves
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
    """One row: whose, and what stands in its columns (a pair may have had several duels).

    Duels have cells. Meetings are squares, ready as markup: a hundred people have ten thousand.
    """

    rank: int
    entry: Entry
    name: str
    cells: tuple[tuple[Cell, ...], ...] = ()
    squares: str = ""


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
        return Cross(is_duels=True, lines=tuple(_lines(found, entries)))
    met = _kept(contest, "tables")
    counts = [
        cell.nights
        for row, cells in enumerate(met.cells)
        for cell in cells[:row]
    ]  # fmt: skip
    return Cross(
        is_duels=False,
        lines=tuple(_squared(met, entries)),
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


def _lines(found: pure.Crosstable, entries: dict[int, Entry]) -> Iterator[Line]:
    for rank, (key, row) in enumerate(zip(found.entries, found.cells, strict=True), 1):
        shown = tuple(
            (Cell(is_self=True),) if key == other else tuple(map(_duel, met))
            for other, met in zip(found.entries, row, strict=True)
        )
        yield Line(rank, entries[key], name_of(entries[key]), shown)


def _duel(one: pure.Encounter) -> Cell:
    look = "draw"
    if one.scored != one.conceded:
        look = "win" if one.scored > one.conceded else "loss"
    scored, conceded = halves(one.scored), halves(one.conceded)
    text = f"{scored}–{conceded}"
    if one.is_forfeit:
        text = "+" if look == "win" else "−"
        words = _("won by forfeit") if look == "win" else _("forfeited")
    else:
        words = _("%(scored)s to %(conceded)s") % {"scored": scored, "conceded": conceded}
    numbered = _("round %(number)d") % {"number": one.round}
    return Cell(text, f"{words}, {numbered}", look, one.fixture)


def _squared(found: pure.Meetings, entries: dict[int, Entry]) -> Iterator[Line]:
    """Yield the rows of who met whom; squares that say the same are made once."""
    known: dict[pure.Meeting, SafeString] = {pure.Meeting(): mark_safe("<td></td>")}
    for row in found.cells:
        for met in row:
            if met not in known:
                known[met] = _square(met)
    own = mark_safe('<td class="self"></td>')
    for rank, (key, row) in enumerate(zip(found.entries, found.cells, strict=True), 1):
        squares = [
            own if key == other else known[met]
            for other, met in zip(found.entries, row, strict=True)
        ]
        text = mark_safe("".join(squares))  # noqa: S308 - each was made by format_html
        yield Line(rank, entries[key], name_of(entries[key]), squares=text)


def _square(met: pure.Meeting) -> SafeString:
    nights = ngettext("met %(count)d time", "met %(count)d times", met.nights)
    games = ngettext(
        "%(count)d game together, %(opposed)d against each other",
        "%(count)d games together, %(opposed)d against each other",
        met.together,
    )
    told = nights % {"count": met.nights}
    told += "; " + games % {"count": met.together, "opposed": met.opposed}
    return format_html('<td class="{}" title="{}">{}</td>', _look(met.nights), told, met.nights)


def _look(times: int) -> str:
    return f"heat-{min(times, HOTTEST)}"
