"""The API for leagues: with a token, programs can read the data its owner sees on the pages."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.api.errors import NoSuchAddress
from games.api.models import Scope
from games.api.operations import Operation
from games.leagues.context import LeagueContext, context_of, season_of
from games.leagues.models import League
from games.leagues.public import exports, exports_whole, queries

Query = Mapping[str, str]


class LeagueSeason(msgspec.Struct, frozen=True):
    """A season of a league."""

    number: int
    name: str
    status: str
    format: str


class LeagueInfo(msgspec.Struct, frozen=True):
    """A league, with the seasons that you may see, newest first."""

    slug: str
    name: str
    game: str
    language: str
    timezone: str
    is_archived: bool
    seasons: tuple[LeagueSeason, ...]


class LeagueList(msgspec.Struct, frozen=True):
    """A page of leagues, your own first; `next` is the next page, null on the last."""

    leagues: tuple[LeagueInfo, ...]
    next: int | None


class SeasonLines(msgspec.Struct, frozen=True):
    """The standings or results of a season: lines as in the exports (docs/league-exports.md)."""

    league: str
    season: int
    name: str
    game: str
    status: str
    lines: tuple[Mapping[str, Any], ...]


class SeasonContest(msgspec.Struct, frozen=True):
    """All input of a season's standings, as in the exports (docs/league-exports.md)."""

    league: str
    season: int
    name: str
    game: str
    status: str
    teams: Mapping[str, tuple[int, ...]]
    team_counts: int
    divisions: tuple[Mapping[str, Any], ...]


def leagues(user: User, query: Query) -> LeagueList:
    """Return a page of the leagues listed for `user`.

    :raises NoSuchAddress: if the page does not exist.
    """
    wanted = query.get("page", "1")
    page = queries.leagues(user, "", wanted)
    if wanted != str(page.number):  # the web pages show the nearest page instead
        raise NoSuchAddress
    following = page.next_page_number() if page.has_next() else None
    rows = [one.league for one in page.object_list]
    return LeagueList(tuple(_info(context_of(user, one.slug)) for one in rows), following)


def league(user: User, _query: Query, slug: str) -> LeagueInfo:
    """Return a league that `user` may see.

    :raises Http404: if it does not exist.
    """
    return _info(context_of(user, slug))


def _info(context: LeagueContext) -> LeagueInfo:
    league: League = context.league
    return LeagueInfo(
        slug=league.slug,
        name=league.name,
        game=league.game,
        language=league.language,
        timezone=league.timezone,
        is_archived=league.archived_at is not None,
        seasons=tuple(
            LeagueSeason(one.number, one.name, one.status, one.format) for one in context.seasons()
        ),
    )


def standings(user: User, _query: Query, slug: str, number: int) -> SeasonLines:
    """Return the standings of a season.

    :raises Http404: if the season does not exist, or `user` may not see it.
    """
    return _lines(context_of(user, slug), number, "standings")


def results(user: User, _query: Query, slug: str, number: int) -> SeasonLines:
    """Return the results of a season.

    :raises Http404: if the season does not exist, or `user` may not see it.
    """
    return _lines(context_of(user, slug), number, "results")


def _lines(context: LeagueContext, number: int, name: str) -> SeasonLines:
    season = season_of(context, number)
    lines = tuple(exports.rows_of(context, season, name))
    return SeasonLines(**exports.head_of(context, season), lines=lines)


def contest(user: User, _query: Query, slug: str, number: int) -> SeasonContest:
    """Return everything that determines a season's standings.

    :raises Http404: if the season does not exist, or `user` may not see it.
    """
    context = context_of(user, slug)
    document = exports_whole.document_of(context, season_of(context, number))
    return msgspec.convert(msgspec.to_builtins(document), SeasonContest)


def _reading(
    name: str, path: str, summary: Any, gives: Any, reading: Any, **more: Any
) -> Operation:
    refuses = (NoSuchAddress,)
    return Operation(
        name, "GET", path, summary, gives, refuses=refuses, scope=Scope.READ_LEAGUES, read=reading,
        **more,
    )  # fmt: skip


SEASON = "/leagues/{slug}/seasons/{number}"
READINGS = (
    _reading(
        "listLeagues", "/leagues", _("Listed leagues and your own."), LeagueList, leagues,
        query=(("page", _("page number, starting at 1")),),
    ),
    _reading("showLeague", "/leagues/{slug}", _("A league and its seasons."), LeagueInfo, league),
    _reading(
        "showStandings", f"{SEASON}/standings", _("The standings of a season."),
        SeasonLines, standings,
    ),
    _reading(
        "showResults", f"{SEASON}/results", _("The fixtures of a season and how they ended."),
        SeasonLines, results,
    ),
    _reading(
        "showContest", f"{SEASON}/contest",
        _(
            "Everything the standings of a season are computed from: results, byes, points "
            "given, lots."
        ),
        SeasonContest, contest,
    ),
)  # fmt: skip
