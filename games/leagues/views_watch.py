"""League pages for everybody: lists, standings, rounds, fixtures, players, and the audit."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.leagues import contests, players, queries, reasons, watching
from games.leagues.acts import acts
from games.leagues.cards import card_of
from games.leagues.crosses import cross_of
from games.leagues.models import Division, Entry, Round, Season
from games.leagues.views_when import when_of
from games.leagues.visits import Visit, divisions_of, season_of, visit

Context = dict[str, Any]
#: What a page's function gets beside the visit comes from the address.
Show = Callable[..., HttpResponse]

SEARCH_LENGTH = 60
TOP = 5  #: lines of a table on the league's front


def page(show: Show) -> Show:
    """Let `show(request, here, ...)` answer for a league that the user may visit, in their zone."""

    @require_safe
    @never_cache
    @wraps(show)
    def answer(request: HttpRequest, slug: str, **address: Any) -> HttpResponse:
        here = visit(request.user, slug)
        with timezone.override(here.zone):
            return show(request, here, **address)

    return answer


@require_safe
@never_cache
def leagues(request: HttpRequest) -> HttpResponse:
    """List the leagues, one's own first."""
    # No database holds a NUL, and PostgreSQL refuses to look for one.
    search = request.GET.get("search", "").replace("\0", "").strip()[:SEARCH_LENGTH]
    found = queries.leagues(request.user, search, request.GET.get("page", "1"))
    return render(request, "leagues/leagues.html", {"page": found, "search": search})


@page
def league(request: HttpRequest, here: Visit) -> HttpResponse:
    """Show a league's front: what it is, who runs it, and what is played now."""
    season = queries.current_season(here)
    context = _frame(here, "front") | {
        "season": season,
        "organisers": queries.organisers(here.league),
        "people": here.league.members.filter(status="active").count(),
        "archive": queries.archive(here)[:TOP],
    }
    if season:
        context |= _season_now(here, season)
    return render(request, "leagues/league.html", context)


def _frame(here: Visit, tab: str, season: Season | None = None) -> Context:
    """Return what every page of a league needs."""
    return {"here": here, "league": here.league, "tab": tab, "season": season, "zone": here.zone}


def _season_now(here: Visit, season: Season) -> Context:
    """Return what a league's front says of the season that matters now."""
    divisions, division = divisions_of(season, "")
    found: Context = {"divisions": divisions, "division": division}
    if season.status == Season.Status.REGISTRATION:
        found["entered"] = season.entries.exclude(status=Entry.Status.WAITING).count()
    elif division is not None:
        table = watching.table_of(division, here.user, tiers=len(divisions))
        found |= {"table": table, "lines": table.lines[:TOP]}
        found["progress"] = queries.progress_of(division)
    if season.is_running:
        due = queries.fixtures_due(season, here.user)
        found["due"] = [card_of(one, here.league, here.user) for one in due]
    return found


def _season(here: Visit, number: int, tab: str, tier: str = "") -> tuple[Context, Division | None]:
    """Return the frame of a season's page, and the division that it shows."""
    season = season_of(here, number)
    divisions, division = divisions_of(season, tier)
    context = _frame(here, tab, season)
    return context | {"divisions": divisions, "division": division}, division


@page
def season(request: HttpRequest, here: Visit, number: int) -> HttpResponse:
    """Show the standings of a division, or who has entered while the season has not begun."""
    context, division = _season(here, number, "standings", request.GET.get("division", ""))
    known = context["season"]
    if known.status in (Season.Status.DRAFT, Season.Status.REGISTRATION):
        context["entries"] = players.entered(known)
        context["has_entered"] = context["entries"].includes(here.user)
        closes = known.registration_closes_at
        context["is_late"] = closes is not None and closes < timezone.now()
    elif division is not None:
        context |= players.standings_of(here, division, len(context["divisions"]))
    return render(request, "leagues/season.html", context)


@page
def rounds(request: HttpRequest, here: Visit, number: int) -> HttpResponse:
    """Show every round of a division, with its fixtures and the reason for its draw."""
    context, division = _season(here, number, "rounds", request.GET.get("division", ""))
    if division is not None:
        names = contests.names_of(division)
        found = queries.rounds_of(division, here)
        context["rounds"] = [_round(one, here, names) for one in found]
    return render(request, "leagues/rounds.html", context)


def _round(drawn: Round, here: Visit, names: dict[int, Entry]) -> Context:
    def called(entry: int) -> str:
        return watching.name_of(names[entry]) if entry in names else "–"

    return {
        "round": drawn,
        "cards": [card_of(one, here.league, here.user) for one in drawn.known_fixtures],
        "byes": [(bye.entry, watching.name_of(bye.entry)) for bye in drawn.byes.all()],
        "reason": reasons.reason_of(drawn.report, drawn.seed, called),
        "settled": sum(one.is_settled for one in drawn.known_fixtures),
        "total": len(drawn.known_fixtures),
    }


@page
def crosstable(request: HttpRequest, here: Visit, number: int) -> HttpResponse:
    """Show everybody against everybody: scores of duels, or who sat with whom."""
    context, division = _season(here, number, "crosstable", request.GET.get("division", ""))
    if division is not None:
        context["cross"] = cross_of(division)
    return render(request, "leagues/crosstable.html", context)


@page
def fixture(request: HttpRequest, here: Visit, number: int, key: int) -> HttpResponse:
    """Show a fixture: who plays where and when, each of its games, and what was decided."""
    context, _division = _season(here, number, "rounds")
    found = queries.fixture_of(context["season"], key, here)
    if found is None:
        raise Http404
    card = card_of(found, here.league, here.user)
    context |= {
        "when": when_of(found, here.user),
        "fixture": found,
        "division": found.round.division,
        "card": card,
        "disputes": found.disputes.all(),
        "reads_disputes": card.is_own or here.arbitrates,
        "dispute_form": card.is_own and found.status in ("finished", "forfeited", "disputed"),
    }
    return render(request, "leagues/fixture.html", context)


@page
def player(request: HttpRequest, here: Visit, number: int, key: int) -> HttpResponse:
    """Show what somebody played in a season, whom they met, and what is still to come."""
    context, _division = _season(here, number, "standings")
    entry = get_object_or_404(context["season"].entries.select_related("user", "division"), pk=key)
    return render(request, "leagues/player.html", context | players.page_of(here, entry))


@page
def archive(request: HttpRequest, here: Visit) -> HttpResponse:
    """Show the seasons that are over, with their champions and final tables."""
    context = _frame(here, "archive") | {"archive": queries.with_finals(queries.archive(here))}
    context["others"] = here.seasons().exclude(status=Season.Status.CLOSED)
    return render(request, "leagues/archive.html", context)


@page
def members(request: HttpRequest, here: Visit) -> HttpResponse:
    """Show who belongs to a league."""
    found = queries.members(here, request.GET.get("page", "1"))
    return render(request, "leagues/members.html", _frame(here, "members") | {"page": found})


@page
def audit(request: HttpRequest, here: Visit) -> HttpResponse:
    """Show everything that organisers did, newest first."""
    before = request.GET.get("before", "")
    is_number = before.isascii() and before.isdecimal() and len(before) < 18
    trail = queries.audits(here, int(before) if is_number else 0)
    context = _frame(here, "audit") | {
        "acts": acts(trail.audits, here),
        "older": trail.next,
        "is_first": not is_number,
        "address": reverse("leagues:audit", args=[here.league.slug]),
    }
    return render(request, "leagues/audit.html", context)
