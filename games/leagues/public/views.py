"""Public league pages: lists, standings, rounds, fixtures, players, and the audit."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.leagues.confirmation import page
from games.leagues.context import LeagueContext, divisions_of, season_of
from games.leagues.fixtures import disputes, impartial
from games.leagues.joining.views_attendance import questions_of
from games.leagues.models import Division, Entry, Fixture, Season
from games.leagues.paging import listing, search_of
from games.leagues.public import (
    players,
    queries,
    standings_table,
)
from games.leagues.public.audit_text import acts
from games.leagues.public.fixture_card import card_of
from games.leagues.scheduling import talk
from games.leagues.scheduling.views import timing_context

Context = dict[str, Any]

TOP = 5  #: lines of the standings on the league's front page
ANNOUNCED = 5  #: announcements on a season's page
LINES = 40  #: lines of the standings on one page


@require_safe
@never_cache
def leagues(request: HttpRequest) -> HttpResponse:
    """List the leagues, the visitor's own first."""
    search = search_of(request)
    page = queries.leagues(request.user, search, request.GET.get("page", "1"))
    return render(request, "leagues/public/leagues.html", {"page": page, "search": search})


@page()
def league(request: HttpRequest, here: LeagueContext) -> HttpResponse:
    """Show a league's front page: its description, its organisers, and its running season."""
    season = queries.current_season(here)
    context = _frame(here, "front") | {
        "season": season,
        "organisers": queries.organisers(here.league),
        "people": here.league.members.filter(status="active").count(),
        "archive": queries.archive(here)[:TOP],
    }
    if season:
        context |= _season_now(here, season)
    return render(request, "leagues/public/league.html", context)


def _frame(here: LeagueContext, tab: str, season: Season | None = None) -> Context:
    """Return the context that every page of a league needs."""
    return {"here": here, "league": here.league, "tab": tab, "season": season, "zone": here.zone}


def _season_now(here: LeagueContext, season: Season) -> Context:
    """Return the context of the current season for a league's front page."""
    divisions, division = divisions_of(season, queries.own_tier(season, here.user))
    context: Context = {"divisions": divisions, "division": division}
    if season.status == Season.Status.REGISTRATION:
        context["entered"] = season.entries.exclude(status__in=Entry.OUTSIDE).count()
    elif division is not None:
        table = standings_table.table_of(division, here.user, tiers=len(divisions))
        own = next((place for place, line in enumerate(table.lines) if line.is_own), 0)
        context |= {"table": table, "lines": table.lines[:TOP], "has_gap": own > TOP}
        context["own_line"] = table.lines[own] if own >= TOP else None
        context["progress"] = queries.progress_of(division)
    if season.is_running:
        due = queries.fixtures_due(season, here.user)
        context["due"] = [card_of(one, here.league, here.user) for one in due]
    return context


def season_frame(
    here: LeagueContext, number: int, tab: str, tier: str = ""
) -> tuple[Context, Division | None]:
    """Return the context of a season's page, and the division shown."""
    season = season_of(here, number)
    divisions, division = divisions_of(season, tier)
    context = _frame(here, tab, season)
    return context | {"divisions": divisions, "division": division}, division


@page()
def season(request: HttpRequest, here: LeagueContext, number: int) -> HttpResponse:
    """Show the standings of a division; before the season begins, the entries."""
    context, division = season_frame(here, number, "standings", request.GET.get("division", ""))
    current = context["season"]
    if current.status in (Season.Status.DRAFT, Season.Status.REGISTRATION):
        context["entries"] = players.entered_players(current)
        context |= _entering(here, current)
        closes = current.registration_closes_at
        context["is_late"] = closes is not None and closes < timezone.now()
    elif division is not None:
        context |= players.standings_of(here, division, len(context["divisions"]))
        context["list"] = listing(
            request, context["table"].lines, size=LINES, names=lambda one: one.name,
            is_own=lambda one: one.is_own,
        )  # fmt: skip
        context["tied"] = [one for one in context["list"].page if one.is_tied]
    context["asked"] = questions_of(here, current)
    context["announcements"] = current.announcements.all()[:ANNOUNCED]
    return render(request, "leagues/public/season.html", context)


def _entering(here: LeagueContext, season: Season) -> Context:
    """Return the visitor's entry."""
    is_member = here.member is not None
    return {"own_entry": season.entries.filter(user=here.actor).first() if is_member else None}


@page()
def fixture(request: HttpRequest, here: LeagueContext, number: int, key: int) -> HttpResponse:
    """Show a fixture: players, time, games, and decisions."""
    context, _division = season_frame(here, number, "rounds")
    fixture_shown = queries.fixture_of(context["season"], key, here)
    if fixture_shown is None:
        raise Http404
    card = card_of(fixture_shown, here.league, here.user)
    context |= {
        "timing": timing_context(fixture_shown, here.user),
        "talk": talk.talk_of(fixture_shown, here.user),
        "fixture": fixture_shown,
        "division": fixture_shown.round.division,
        "card": card,
        "ruling": queries.ruling_about(fixture_shown),
        **_deciding(here, fixture_shown),
        "disputes": fixture_shown.disputes.all(),
        "reads_disputes": card.is_own or here.arbitrates,
        "dispute_form": card.is_own and disputes.may_dispute(fixture_shown, here.user),
    }
    return render(request, "leagues/public/fixture.html", context)


def _deciding(here: LeagueContext, fixture: Fixture) -> Context:
    """Return the context about decisions: whether the visitor may make them, and warnings.

    An arbiter who plays in a fixture may decide only if nobody else can.
    """
    decides = here.arbitrates and fixture.round.division.season.is_running
    note = impartial.note(fixture, here.user) if decides else ""
    return {
        "own_note": note,
        "decides": decides and not (note and impartial.deciders(fixture).exists()),
    }


@page()
def player(request: HttpRequest, here: LeagueContext, number: int, key: int) -> HttpResponse:
    """Show a player's fixtures in a season, their opponents, and their next fixtures."""
    context, _division = season_frame(here, number, "standings")
    entries = context["season"].entries.select_related("user", "division")
    if not here.organises:
        entries = entries.exclude(status=Entry.Status.APPLIED)
    entry = get_object_or_404(entries, pk=key)
    return render(request, "leagues/public/player.html", context | players.page_of(here, entry))


@page()
def archive(request: HttpRequest, here: LeagueContext) -> HttpResponse:
    """Show all seasons: current ones, closed ones with champions and tables, cancelled ones."""
    context = _frame(here, "archive") | {"archive": queries.with_finals(queries.archive(here))}
    past = (Season.Status.CLOSED, Season.Status.CANCELLED)
    context["others"] = here.seasons().exclude(status__in=past)
    context["cancelled"] = here.seasons().filter(status=Season.Status.CANCELLED)
    return render(request, "leagues/public/archive.html", context)


@page()
def members(request: HttpRequest, here: LeagueContext) -> HttpResponse:
    """Show the members of a league."""
    page = queries.members(here, request.GET.get("page", "1"))
    return render(request, "leagues/public/members.html", _frame(here, "members") | {"page": page})


@page()
def audit(request: HttpRequest, here: LeagueContext) -> HttpResponse:
    """Show all acts of organisers, newest first."""
    before = request.GET.get("before", "")
    is_number = before.isascii() and before.isdecimal() and len(before) < 18
    trail = queries.audits(here, int(before) if is_number else 0)
    context = _frame(here, "audit") | {
        "acts": acts(trail.audits, here),
        "older": trail.next,
        "is_first": not is_number,
        "address": reverse("leagues:audit", args=[here.league.slug]),
    }
    return render(request, "leagues/public/audit.html", context)
