"""A division's table as pages show it: line by line, with names, marks and what decided."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.core.cache import cache
from django.db.models import Prefetch, prefetch_related_objects
from django.utils.formats import number_format

from games.leagues import contests
from games.leagues.models import Division, Entry
from games.leagues.standings import NAMES, reliability, standings
from games.leagues.standings.contest import Contest, Row
from games.matches.personal import DELETED, called

KEPT = 24 * 3600  #: seconds
#: Rank correlations with skill from which on a table says something, and much.
SAYS_SOMETHING, SAYS_MUCH = 0.45, 0.85


class Sight(msgspec.Struct, frozen=True):
    """A table, and the rank correlation with skill that such a table has on average."""

    rows: tuple[Row, ...]
    reliability: float


@dataclass(frozen=True)
class Metric:
    """One tie-break of a line; `decides` says that it put the line below the one above."""

    code: str
    value: float | None
    decides: bool


@dataclass(frozen=True)
class Line:
    """One line of a table: `zone` is up, down or empty; `above` is the line just above."""

    row: Row
    entry: Entry
    name: str
    zone: str
    metrics: tuple[Metric, ...]
    is_own: bool
    above: "Line | None" = None

    @property
    def band_width(self) -> int:
        """Return over how many ranks the band reaches."""
        low, high = self.row.band or (self.row.rank, self.row.rank)
        return high - low + 1

    @property
    def is_tied(self) -> bool:
        """Return whether something else than points put it below the line above."""
        return self.row.decided_by not in ("", "points", "mean")

    def value(self, code: str) -> float | None:
        """Return what the line has in a tie-break, if that was asked."""
        return next((metric.value for metric in self.metrics if metric.code == code), None)


@dataclass(frozen=True)
class Table:
    """What a page shows of a division's table."""

    lines: tuple[Line, ...]
    codes: tuple[str, ...]
    by_mean: bool
    reliability: float | None

    @property
    def least(self) -> int:
        """Return how many games somebody who takes part has played in the middle: the median."""
        games = sorted(line.row.games for line in self.lines if not line.row.is_out)
        return games[len(games) // 2] if games else 0

    @property
    def surety(self) -> str:
        """Return how far to trust the table: little, something or much; empty if unknown."""
        if self.reliability is None or not self.least:
            return ""
        if self.reliability < SAYS_SOMETHING:
            return "little"
        return "something" if self.reliability < SAYS_MUCH else "much"

    @property
    def has_bands(self) -> bool:
        """Return whether there is anything to draw of where ranks may truly lie."""
        return any(line.row.band for line in self.lines) and bool(self.least)

    @property
    def tied(self) -> list[Line]:
        """Return the lines that something else than points put below another."""
        return [line for line in self.lines if line.is_tied]


def figure(value: float) -> str:
    """Return a number with as many decimals as it needs, two at most, as readers write it."""
    return number_format(f"{value:.2f}".rstrip("0").rstrip("."))


def name_of(entry: Entry) -> str:
    """Return what somebody is called; whoever deleted their account is nobody in particular."""
    return called(entry.name if entry.user_id else DELETED)


def sight_of(contest: Contest) -> Sight:
    """Return what a contest's results say; the same results are counted once."""
    key = f"sight/{hashlib.sha256(msgspec.json.encode(contest)).hexdigest()}"
    known = cache.get(key)
    if known is None:
        known = msgspec.json.encode(Sight(standings(contest), reliability(contest)))
        cache.set(key, known, KEPT)
    return msgspec.json.decode(known, type=Sight)


def final_of(division: Division) -> tuple[Row, ...]:
    """Return the final table as it was stored."""
    return msgspec.json.decode(division.final, type=tuple[Row, ...])


def rows_of(division: Division) -> tuple[Row, ...]:
    """Return the table: as stored once the season is over, else as it stands."""
    if division.final:
        return final_of(division)
    return sight_of(contests.contest_of(division)).rows


def table_of(division: Division, user: Any, *, tiers: int) -> Table:
    """Return the table of `division`, one of `tiers`, for `user` to look at."""
    scoring = contests.scoring_of(division.season)
    people = Prefetch("entries", Entry.objects.select_related("user"))
    prefetch_related_objects([division], people)
    if division.final:
        rows, sure = final_of(division), None
    else:
        sight = sight_of(contests.contest_of(division))
        rows, sure = sight.rows, sight.reliability
    codes = tuple(code for code in scoring.tiebreaks if code in NAMES)
    entries = {entry.pk: entry for entry in division.entries.all()}
    lines = tuple(_lines(division, rows, entries, codes, user, tiers))
    return Table(lines, codes, scoring.by_mean, sure)


def _lines(
    division: Division,
    rows: Sequence[Row],
    entries: dict[int, Entry],
    codes: Sequence[str],
    user: Any,
    tiers: int,
) -> Iterator[Line]:
    zones = zones_of(division, rows, tiers)
    above: Line | None = None
    for row in rows:
        entry = entries.get(row.entry) or Entry(pk=row.entry, name=DELETED)
        values = dict(row.metrics)
        above = Line(
            row=row,
            entry=entry,
            name=name_of(entry),
            zone=entry_zone(entry) or zones.get(row.entry, ""),
            metrics=tuple(Metric(code, values.get(code), code == row.decided_by) for code in codes),
            is_own=user.is_authenticated and entry.user_id == user.pk,
            above=above,
        )
        yield above


def entry_zone(entry: Entry) -> str:
    """Return where somebody goes after a closed season: up, down, or nowhere (empty)."""
    return "" if entry.movement == Entry.Movement.STAYS else entry.movement


def zones_of(division: Division, rows: Sequence[Row], tiers: int) -> dict[int, str]:
    """Return who would go up or down if the season ended now: by place alone.

    Whoever left is counted among those who go down, as when the season is closed.
    """
    if division.final:
        return {}
    there = [row.entry for row in rows if not row.is_out]
    up = there[: division.promotes] if division.tier > 1 else []
    down: list[int] = []
    if division.tier < tiers:
        left = len(rows) - len(there)
        down = there[len(there) - max(division.relegates - left, 0) :]
    return {**dict.fromkeys(up, "up"), **dict.fromkeys(down, "down")}
