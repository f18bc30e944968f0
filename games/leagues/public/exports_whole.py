"""Exports for computing standings elsewhere: their complete input, and FIDE's TRF."""

from collections.abc import Callable, Iterator
from typing import Any
from unicodedata import combining, normalize

import msgspec
from django.http import Http404, HttpRequest, HttpResponse

from games.contests.standings.contest import ByeResult, Contest, Contestant, FixtureResult
from games.contests.standings.scores import scores_of
from games.leagues.confirmation import page
from games.leagues.context import LeagueContext, divisions_of, season_of
from games.leagues.models import Division, Season
from games.leagues.public import standings_table
from games.leagues.public.exports import head_of
from games.leagues.seasons import standings_input, teams

TYPES = {"swiss": "Swiss", "knockout": "Knock-out"}
#: Latin letters that Unicode cannot decompose into a letter and an accent.
LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L"}
)
#: The TRF's result code for each share of a fixture.
RESULTS = {1.0: "1", 0.5: "=", 0.0: "0"}


@page()
def contest(request: HttpRequest, context: LeagueContext, number: int) -> HttpResponse:
    """Send everything that determines a season's standings: results, byes, granted points, lots."""
    body = msgspec.json.format(
        msgspec.json.encode(document_of(context, season_of(context, number))), indent=1
    )
    return HttpResponse(body, content_type="application/json")


def document_of(context: LeagueContext, season: Season) -> dict[str, Any]:
    """Return the document that `contest` sends."""
    divisions, _first = divisions_of(season, "")
    return {
        **head_of(context, season),
        "teams": {name: [one.pk for one in own] for name, own in teams.teams_of(season).items()},
        "team_counts": season.team_counts,
        "divisions": [_division(one) for one in divisions],
    }


def _division(division: Division) -> dict[str, Any]:
    names = standings_input.names_of(division)
    return {
        "tier": division.tier,
        "name": division.name,
        "players": {str(key): standings_table.name_of(one) for key, one in names.items()},
        "contest": standings_input.contest_of(division),
    }


@page()
def trf(request: HttpRequest, context: LeagueContext, number: int) -> HttpResponse:
    """Send a division of duels as a FIDE tournament report (TRF16).

    :raises Http404: for tables, and if the division does not exist.
    """
    season = season_of(context, number)
    _divisions, division = divisions_of(season, request.GET.get("division", ""))
    if division is None or not context.league.plays_duels:
        raise Http404
    spell = in_ascii if request.GET.get("ascii") == "1" else str
    title = spell(f"{context.league.name}: {season.name}")
    text = "\n".join(report_of(division, title, spell)) + "\n"
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    file = f"{context.league.slug}-{season.number}-{division.tier}.trf"
    answer["Content-Disposition"] = f'attachment; filename="{file}"'
    return answer


def in_ascii(text: str) -> str:
    """Return a text in ASCII, for programs with columns of bytes: "é" as "e", others as "?"."""
    plain = normalize("NFKD", text.translate(LETTERS))
    return "".join(one if one.isascii() else "?" for one in plain if not combining(one))


def report_of(division: Division, title: str, spell: Callable[[str], str] = str) -> Iterator[str]:
    """Yield the lines of a tournament report; a fixture counts 1, half or 0, like FIDE's games."""
    contest = standings_input.contest_of(division)
    entries = standings_input.names_of(division)
    rows = standings_table.rows_of(division)
    order = sorted(contest.contestants, key=lambda one: (one.seed, one.entry))
    places = {one.entry: place for place, one in enumerate(order, 1)}
    win = contest.scoring.win or 1.0
    yield f"012 {title}"
    yield f"062 {len(order)}"
    yield f"092 {TYPES.get(contest.format, 'Round robin')}"
    yield f"XXR {contest.rounds_planned}"
    ranks = {row.entry: (row.rank, row.points) for row in rows}
    rounds = range(1, max([contest.rounds_planned, *(one.round for one in contest.results)]) + 1)
    for one in order:
        rank, points = ranks.get(one.entry, (0, 0.0))
        cells = "".join(_cell(contest, one, number, places) for number in rounds)
        name, rating = standings_table.name_of(entries[one.entry]), entries[one.entry].seed_rating
        yield _player(places[one.entry], spell(name)[:33], rating, points / win, rank) + cells


def _player(place: int, name: str, rating: float | None, points: float, rank: int) -> str:
    """Return the fixed columns of a player's line, 91 characters."""
    rating = round(rating or 0)
    return f"001 {place:4d}      {name:<33} {rating:4d}{'':28}{points:4.1f} {rank:4d}  "


def _cell(contest: Contest, one: Contestant, number: int, places: dict[int, int]) -> str:
    """Return the ten characters for a player's round: opponent, side and result.

    Points granted for joining late are reported as byes in the rounds before.
    """
    entry, win = one.entry, contest.scoring.win
    if number < one.joined_round:
        left = one.late_points / (win or 1.0) - (number - 1)
        return f"0000 - {'F' if left >= 1 else 'H' if left >= 0.5 else 'Z'}  "
    for result in contest.results:
        if result.round == number and entry in result.entries:
            return _opponents(contest, result, entry, places)
    for bye in contest.byes:
        if bye.round == number and bye.entry == entry:
            return f"0000 - {_bye(bye, win)}  "
    return " " * 10


def _opponents(contest: Contest, result: FixtureResult, entry: int, places: dict[int, int]) -> str:
    other = next(one for one in result.entries if one != entry)
    side = "w" if result.entries[0] == entry else "b"
    score = dict(scores_of(result, contest.scoring)).get(entry)
    mark = RESULTS[score.share] if score else " "
    if result.forfeited:
        mark = "-" if entry in result.forfeited else "+"
    return f"{places.get(other, 0):4d} {side} {mark}  "


def _bye(bye: ByeResult, win: float) -> str:
    """Return the TRF's code for a bye: assigned, requested with half a point, or without points."""
    if not bye.was_asked:
        return "U" if bye.points else "Z"
    return "H" if 0 < bye.points < win else "F" if bye.points else "Z"
