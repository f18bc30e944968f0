"""A division's standings as shown on pages, with names, marks, and the deciding tie-breaks."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec
from django.db.models import Prefetch, prefetch_related_objects
from django.utils.formats import number_format
from django.utils.translation import pgettext

from accounts.models import User
from accounts.requests import Visitor
from games.contests.standings import NAMES, reliability, standings
from games.contests.standings.contest import Contest, Standing
from games.contests.standings.teams import TeamStanding, team_table
from games.leagues.models import Division, Entry, Season
from games.leagues.seasons import standings_input, teams
from games.matches.public import DELETED, shown_name

#: The minimum rank correlations with skill of somewhat reliable and very reliable standings.
SAYS_SOMETHING, SAYS_MUCH = 0.45, 0.85


class TableReliability(msgspec.Struct, frozen=True):
    """Standings, and the expected rank correlation of such standings with skill."""

    rows: tuple[Standing, ...]
    reliability: float


@dataclass(frozen=True)
class Metric:
    """A tie-break of a line; `decides` is true if it separates the line from the one above."""

    code: str
    value: float | None
    decides: bool


@dataclass(frozen=True)
class StandingsRow:
    """A line of the standings: `zone` is up, down or empty; `above` is the line above it."""

    row: Standing
    entry: Entry
    name: str
    zone: str
    metrics: tuple[Metric, ...]
    is_own: bool
    above: "StandingsRow | None" = None

    @property
    def is_tied(self) -> bool:
        """Return whether a tie-break, rather than points, separates the line from the one above."""
        return self.row.decided_by not in ("", "points")

    def value(self, code: str) -> float | None:
        """Return the line's value of a tie-break, if the season uses it."""
        return next((metric.value for metric in self.metrics if metric.code == code), None)


@dataclass(frozen=True)
class StandingsTable:
    """The context of a page with a division's standings."""

    lines: tuple[StandingsRow, ...]
    codes: tuple[str, ...]
    #: How many of each player's nights count; 0 for all.
    nights: int
    reliability: float | None
    #: The year of FIDE's rules for unplayed rounds; empty if all pairings are drawn in advance.
    rules: str = ""

    @cached_property
    def has_results(self) -> bool:
        """Return whether any player has a result; without one, ranks are meaningless."""
        return any(line.row.form for line in self.lines)

    @cached_property
    def least(self) -> int:
        """Return the median number of games of the players."""
        games = sorted(line.row.games for line in self.lines if not line.row.is_out)
        return games[len(games) // 2] if games else 0

    @property
    def surety(self) -> str:
        """Return the reliability of the standings: little, something or much; empty if unknown."""
        if self.reliability is None or not self.least:
            return ""
        if self.reliability < SAYS_SOMETHING:
            return "little"
        return "something" if self.reliability < SAYS_MUCH else "much"

    @cached_property
    def has_bands(self) -> bool:
        """Return whether any line has a band of several possible ranks."""
        return any(line.row.band for line in self.lines) and bool(self.least)


def figure(value: float) -> str:
    """Return a number with up to two decimals, in the reader's format."""
    return number_format(f"{value:.2f}".rstrip("0").rstrip("."))


def name_of(entry: Entry) -> str:
    """Return the name of a player; all deleted accounts have the same name."""
    return shown_name(entry.name if entry.user_id else DELETED)


def division_name(division: Division) -> str:
    """Return the name of a division, or its number if it has none."""
    if division.name:
        return division.name
    return pgettext("league", "Division %(tier)d") % {"tier": division.tier}


def reliability_of(contest: Contest) -> TableReliability:
    """Return the standings of a contest, and their reliability."""

    def compute(one: Contest) -> TableReliability:
        return TableReliability(standings(one), reliability(one))

    return standings_input.computed(contest, "reliability", compute, TableReliability)


def final_of(division: Division) -> tuple[Standing, ...]:
    """Return the stored final standings."""
    return msgspec.json.decode(division.final, type=tuple[Standing, ...])


def rows_of(division: Division) -> tuple[Standing, ...]:
    """Return the standings: stored ones for a closed season, else computed."""
    return rows_of_each([division])[division.pk]


def rows_of_each(divisions: Collection[Division]) -> dict[int, tuple[Standing, ...]]:
    """Return the standings by division key, with a constant number of queries."""
    running = [one for one in divisions if not one.final]
    contestants = Entry.objects.only("division", *standings_input.CONTESTANT)
    prefetch_related_objects(running, Prefetch("entries", contestants))
    contests = standings_input.contests_of(running) if running else []
    rows = {one.pk: reliability_of(it).rows for one, it in zip(running, contests, strict=True)}
    return rows | {one.pk: final_of(one) for one in divisions if one.final}


@dataclass(frozen=True)
class TeamRow:
    """A line of the teams' standings, with the players whose points count."""

    line: TeamStanding
    counted: tuple[Entry, ...]


def teams_of(season: Season) -> list[TeamRow]:
    """Return the team standings of a season over all its divisions; empty without teams."""
    if not season.team_counts:
        return []
    by_name = teams.teams_of(season)
    divisions = list(season.divisions.all())
    for division in divisions:
        division.season = season
    rows = [row for own in rows_of_each(divisions).values() for row in own]
    entries = {entry.pk: entry for own in by_name.values() for entry in own}
    keys = {name: [entry.pk for entry in own] for name, own in by_name.items()}
    table = team_table(rows, keys, counts=season.team_counts)
    return [TeamRow(line, tuple(entries[key] for key in line.counted)) for line in table]


def table_of(division: Division, user: Visitor, *, tiers: int) -> StandingsTable:
    """Return the standings of `division`, one of `tiers` divisions, as shown to `user`."""
    scoring = standings_input.scoring_of(division.season)
    prefetch_related_objects([division], "entries")
    if division.final:
        rows, sure = final_of(division), None
    else:
        reliability = reliability_of(standings_input.contest_of(division))
        rows, sure = reliability.rows, reliability.reliability
    codes = tuple(code for code in scoring.tiebreaks if code in NAMES)
    entries = {entry.pk: entry for entry in division.entries.all()}
    lines = tuple(_lines(division, rows, entries, codes, user, tiers))
    rules = str(scoring.rules) if division.season.format == Season.Format.SWISS else ""
    return StandingsTable(lines, codes, scoring.nights, sure, rules)


def with_people(lines: Sequence[StandingsRow]) -> None:
    """Fetch the accounts of the players in these lines, for their portraits on the page."""
    people = User.objects.only(*User.SHOWN)
    read = (Prefetch(name, people) for name in ("user", "former"))
    prefetch_related_objects([line.entry for line in lines], *read)


def _lines(
    division: Division,
    rows: Sequence[Standing],
    entries: dict[int, Entry],
    codes: Sequence[str],
    user: Visitor,
    tiers: int,
) -> Iterator[StandingsRow]:
    zones = zones_of(division, rows, tiers) if any(row.form for row in rows) else {}
    above: StandingsRow | None = None
    for row in rows:
        entry = entries.get(row.entry) or Entry(pk=row.entry, name=DELETED)
        values = dict(row.metrics)
        above = StandingsRow(
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
    """Return a player's movement at the close of the season: up, down, or empty."""
    return "" if entry.movement == Entry.Movement.STAYS else entry.movement


def zones_of(division: Division, rows: Sequence[Standing], tiers: int) -> dict[int, str]:
    """Return the entries that would go up or down if the season ended now, going by rank only.

    Players who have left count towards those going down, as when the season is closed.
    """
    if division.final:
        return {}
    there = [row.entry for row in rows if not row.is_out]
    up = there[: division.promotes] if division.tier > 1 else []
    down: list[int] = []
    if division.tier < tiers:
        end = len(rows) - len(there)
        down = there[len(there) - max(division.relegates - end, 0) :]
    return {**dict.fromkeys(up, "up"), **dict.fromkeys(down, "down")}
