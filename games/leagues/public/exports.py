"""Exports of standings and results, as CSV and JSON; docs/league-exports.md describes them.

Columns are never removed, and new ones are added at the end. Exports contain only data that is
shown on pages.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from games.leagues.confirmation import page
from games.leagues.context import LeagueContext, divisions_of, season_of
from games.leagues.models import Division, Season
from games.leagues.public import queries, standings_table
from games.leagues.public.fixture_card import FixtureCard, card_of

Line = dict[str, Any]
#: Where spreadsheets may recognise a formula: at the start of a cell, and after a semicolon or
#: quote, which separate cells in many countries. Japanese versions accept full-width signs.
_FORMULA = re.compile(r"^(?=[\t\r\n])|(?:^|(?<=[;\"]))(?=[=+\-@\uff1d\uff0b\uff0d\uff20])")

#: The columns of standings that are attributes of a row with the same name.
OF_ROW = ("points", "played", "won", "drawn", "lost", "forfeits", "byes", "games")
STANDINGS = (
    "division", "rank", "entry", "name", *OF_ROW, "band_best", "band_worst", "status", "movement",
    "decided_by",
)  # fmt: skip
RESULTS = (
    "division", "round", "table", "fixture", "status", "starts_at", "finished_at", "game",
    "match", "counted", "corrected", "seat", "entry", "name", "side", "result", "substitute",
    "forfeited",
)  # fmt: skip

ENTRIES = ("entry", "name", "status", "division", "entered_at")


@page()
def download(
    request: HttpRequest, context: LeagueContext, number: int, name: str, form: str
) -> HttpResponse:
    """Send the standings or results of a season, or to organisers its entries, as a file.

    :raises Http404: for another name or form.
    """
    if name not in EXPORTS or form not in ("csv", "json"):
        raise Http404
    season = season_of(context, number)
    columns, _lines = EXPORTS[name]
    rows = rows_of(context, season, name)
    if form == "json":
        return _json(context, season, name, rows)
    return _csv(context, season, name, columns, rows)


def head_of(context: LeagueContext, season: Season) -> dict[str, Any]:
    """Return the header fields of every JSON document about a season."""
    return {
        "league": context.league.slug,
        "season": season.number,
        "name": season.name,
        "game": context.league.game,
        "status": season.status,
    }


def rows_of(context: LeagueContext, season: Season, name: str) -> list[Line]:
    """Return the lines of an export of a season."""
    _columns, lines = EXPORTS[name]
    with timezone.override("UTC"):
        return list(lines(season, context))


def _json(context: LeagueContext, season: Season, name: str, lines: list[Line]) -> HttpResponse:
    document = {**head_of(context, season), name: lines}
    return JsonResponse(document, json_dumps_params={"ensure_ascii": False, "indent": 1})


def _csv(
    context: LeagueContext, season: Season, name: str, columns: Iterable[str], lines: list[Line]
) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    file = f"{context.league.slug}-{season.number}-{name}.csv"
    response["Content-Disposition"] = f'attachment; filename="{file}"'
    writer = csv.writer(response)
    headings = [*columns, *_more(lines, columns)]
    writer.writerow(headings)
    writer.writerows([cell(line.get(key)) for key in headings] for line in lines)
    return response


def _more(lines: list[Line], columns: Iterable[str]) -> list[str]:
    """Return the additional columns: the tie-breaks that this season uses."""
    names = set(columns)
    return list(dict.fromkeys(key for line in lines for key in line if key not in names))


def cell(value: Any) -> Any:
    """Return a value that is safe in a spreadsheet: text that looks like a formula is escaped."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _FORMULA.sub("'", value) if isinstance(value, str) else value


def standings(season: Season, context: LeagueContext) -> Iterator[Line]:
    """Yield a line for each player of each division, best first."""
    divisions, _first = divisions_of(season, "")
    for division in divisions:
        yield from _standings(division, context, len(divisions))


def _standings(division: Division, context: LeagueContext, tiers: int) -> Iterator[Line]:
    table = standings_table.table_of(division, context.user, tiers=tiers)
    for one in table.lines:
        row, entry = one.row, one.entry
        best, worst = row.band or (None, None)
        yield {
            "division": division.name or division.tier,
            "rank": row.rank,
            "entry": row.entry,
            "name": one.name,
            **{name: getattr(row, name) for name in OF_ROW},
            "band_best": best,
            "band_worst": worst,
            "status": entry.status,
            "movement": entry.movement,
            "decided_by": row.decided_by,
            **{metric.code: metric.value for metric in one.metrics},
        }


def entries(season: Season, context: LeagueContext) -> Iterator[Line]:
    """Yield a line for each entry, including applicants, with their answers; only for organisers.

    :raises Http404: for everybody else.
    """
    if not context.arbitrates:
        raise Http404
    for entry in season.entries.select_related("user", "division"):
        yield {
            "entry": entry.pk,
            "name": standings_table.name_of(entry),
            "status": entry.status,
            "division": entry.division and (entry.division.name or entry.division.tier),
            "entered_at": _time(entry.entered_at),
            **{f"answer: {question}": answer for question, answer in entry.answers},
        }


def results(season: Season, context: LeagueContext) -> Iterator[Line]:
    """Yield a line for each player in each game, or for each chair in fixtures without games."""
    divisions, _first = divisions_of(season, "")
    for division in divisions:
        yield from _results(division, context)


def _results(division: Division, context: LeagueContext) -> Iterator[Line]:
    for round_ in queries.rounds_of(division, context):
        if round_.is_draft:
            continue
        for fixture in round_.known_fixtures:
            card = card_of(fixture, context.league, context.user)
            common = _common(division, card)
            yield from _game_lines(common, card)


def _common(division: Division, card: FixtureCard) -> Line:
    fixture = card.fixture
    return {
        "division": division.name or division.tier,
        "round": fixture.round.number,
        "table": fixture.number,
        "fixture": fixture.pk,
        "status": fixture.status,
        "starts_at": _time(fixture.starts_at),
        "finished_at": _time(fixture.finished_at),
    }


def _game_lines(common: Line, card: FixtureCard) -> Iterator[Line]:
    absent = {place.chair.entry_id: place.chair.forfeited for place in card.places}
    for game in card.games:
        for part in game.parts:
            yield common | {
                "game": game.game.ordinal,
                "match": game.match.code if game.address and game.match else None,
                "counted": card.counts(game),
                "corrected": game.game.corrected is not None,
                "seat": part.seat,
                "entry": part.entry,
                "name": part.name,
                "side": part.side,
                "result": part.result,
                "substitute": part.is_substitute,
                "forfeited": absent[part.entry],
            }
    if not any(game.parts for game in card.games):
        for place in card.places:
            chair = place.chair
            yield common | {
                "game": None, "match": None, "counted": None, "corrected": None,
                "seat": chair.seat, "entry": chair.entry_id, "name": place.name, "side": None,
                "result": None, "substitute": None, "forfeited": chair.forfeited,
            }  # fmt: skip


def _time(at: Any) -> str | None:
    return at.isoformat() if at else None


Lines = Callable[[Season, LeagueContext], Iterator[Line]]
EXPORTS: dict[str, tuple[tuple[str, ...], Lines]] = {
    "standings": (STANDINGS, standings),
    "results": (RESULTS, results),
    "entries": (ENTRIES, entries),
}
