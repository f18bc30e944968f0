"""Public league pages: lists, standings, rounds, fixtures, players, and the audit."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.writing import join_list
from games.leagues.confirmation import page
from games.leagues.context import LeagueContext, divisions_of, season_of
from games.leagues.fixtures import disputes, impartial
from games.leagues.joining.views_attendance import questions_of
from games.leagues.models import Division, Entry, Fixture, Season
from games.leagues.paging import listing, number_in, search_of
from games.leagues.public import (
    players,
    queries,
    standings_table,
)
from games.leagues.public.audit_text import acts
from games.leagues.public.fixture_card import card_of
from games.leagues.scheduling import talk
from games.leagues.scheduling.views import timing_context
from games.leagues.seasons.entries import may_ask as may_ask_to_join

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
def league(request: HttpRequest, context: LeagueContext) -> HttpResponse:
    """Show a league's front page: its description, its organisers, and its running season."""
    season = queries.current_season(context)
    values = _frame(context, "front") | {
        "season": season,
        "organisers": queries.organisers(context.league),
        "people": context.league.members.filter(status="active").count(),
        "archive": queries.archive(context)[:TOP],
    }
    if season:
        values |= _season_now(context, season)
    return render(request, "leagues/public/league.html", values)


def _frame(context: LeagueContext, tab: str, season: Season | None = None) -> Context:
    """Return the context that every page of a league needs."""
    return {
        "context": context,
        "league": context.league,
        "tab": tab,
        "season": season,
        "zone": context.zone,
    }


def _season_now(context: LeagueContext, season: Season) -> Context:
    """Return the context of the current season for a league's front page."""
    divisions, division = divisions_of(season, queries.own_tier(season, context.user))
    values: Context = {"divisions": divisions, "division": division}
    if season.status == Season.Status.REGISTRATION:
        values["entered"] = season.entries.exclude(status__in=Entry.OUTSIDE).count()
    elif division is not None:
        table = standings_table.table_of(division, context.user, tiers=len(divisions))
        own = next((place for place, line in enumerate(table.lines) if line.is_own), 0)
        values |= {"table": table, "lines": table.lines[:TOP], "has_gap": own > TOP}
        values["own_line"] = table.lines[own : own + 1] if own >= TOP else ()
        standings_table.with_people((*values["lines"], *values["own_line"]))
        values["faces_shown"] = _faces(line.entry for line in values["lines"])
        values["progress"] = queries.progress_of(division)
    if season.is_running:
        due = queries.fixtures_due(season, context.user)
        values["due"] = [card_of(one, context.league, context.user) for one in due]
    return values


def _faces(entries: Iterable[Entry]) -> str:
    """Return the portraits of the first players, for the preview image of the page's link."""
    known = (entry.user.portrait for entry in entries if entry.user)
    return " ".join(islice(known, TOP))


def season_frame(
    context: LeagueContext, number: int, tab: str, tier: str = ""
) -> tuple[Context, Division | None]:
    """Return the context of a season's page, and the division shown."""
    season = season_of(context, number)
    divisions, division = divisions_of(season, tier)
    values = _frame(context, tab, season)
    return values | {"divisions": divisions, "division": division}, division


@page()
def season(request: HttpRequest, context: LeagueContext, number: int) -> HttpResponse:
    """Show the standings of a division; before the season begins, the entries."""
    values, division = season_frame(context, number, "standings", request.GET.get("division", ""))
    current = values["season"]
    if current.status in (Season.Status.DRAFT, Season.Status.REGISTRATION):
        values["entries"] = players.entered_players(current)
        entries = current.entries.filter(user=context.user.pk)
        values["own_entry"] = entries.first() if context.member else None
        closes = current.registration_closes_at
        values["is_late"] = closes is not None and closes < timezone.now()
    elif division is not None:
        values |= players.standings_of(context, division, len(values["divisions"]))
        values["list"] = listing(
            request, values["table"].lines, size=LINES, names=lambda one: one.name,
            is_own=lambda one: one.is_own,
        )  # fmt: skip
        standings_table.with_people(values["list"].page.object_list)
        values["faces_shown"] = _faces(line.entry for line in values["list"].page)
        values["tied"] = [one for one in values["list"].page if one.is_tied]
    values["asked"] = questions_of(context, current)
    values["may_ask_to_join"] = not values["asked"] and may_ask_to_join(current, context.member)
    values["announcements"] = current.announcements.all()[:ANNOUNCED]
    return render(request, "leagues/public/season.html", values)


@page()
def fixture(request: HttpRequest, context: LeagueContext, number: int, key: int) -> HttpResponse:
    """Show a fixture: players, time, games, and decisions."""
    values, _division = season_frame(context, number, "rounds")
    fixture_shown = queries.fixture_of(values["season"], key, context)
    if fixture_shown is None:
        raise Http404
    card = card_of(fixture_shown, context.league, context.user)
    values |= {
        "timing": timing_context(fixture_shown, context),
        "talk": talk.talk_of(fixture_shown, context.user),
        "fixture": fixture_shown,
        "division": fixture_shown.round.division,
        "card": card,
        "players_shown": join_list(place.name for place in card.places),
        "faces_shown": _faces(place.chair.entry for place in card.places),
        "ruling": queries.ruling_about(fixture_shown),
        **_deciding(context, fixture_shown),
        "disputes": fixture_shown.disputes.all(),
        "reads_disputes": card.is_own or context.arbitrates,
        "dispute_form": card.is_own and disputes.may_dispute(fixture_shown, context.user),
    }
    return render(request, "leagues/public/fixture.html", values)


def _deciding(context: LeagueContext, fixture: Fixture) -> Context:
    """Return the context for rulings: whether the visitor may make them, and warnings.

    Arbiters who play in a fixture may rule on it only if nobody else can.
    """
    decides = context.arbitrates and fixture.round.division.season.is_running
    note = impartial.note(fixture, context.user) if decides else ""
    return {
        "own_note": note,
        "decides": decides and not (note and impartial.deciders(fixture).exists()),
    }


@page()
def player(request: HttpRequest, context: LeagueContext, number: int, key: int) -> HttpResponse:
    """Show a player's fixtures in a season, their opponents, and their next fixtures."""
    values, _division = season_frame(context, number, "standings")
    entries = values["season"].entries.select_related("user", "division")
    if not context.organises:
        entries = entries.exclude(status=Entry.Status.APPLIED)
    entry = get_object_or_404(entries, pk=key)
    return render(request, "leagues/public/player.html", values | players.page_of(context, entry))


@page()
def archive(request: HttpRequest, context: LeagueContext) -> HttpResponse:
    """Show all seasons: current ones, closed ones with champions and tables, cancelled ones."""
    values = _frame(context, "archive") | {"archive": queries.with_finals(queries.archive(context))}
    past = (Season.Status.CLOSED, Season.Status.CANCELLED)
    seasons = context.visible_seasons
    values["others"] = [one for one in seasons if one.status not in past]
    values["cancelled"] = [one for one in seasons if one.status == Season.Status.CANCELLED]
    return render(request, "leagues/public/archive.html", values)


@page()
def members(request: HttpRequest, context: LeagueContext) -> HttpResponse:
    """Show the members of a league."""
    page = queries.members(context, request.GET.get("page", "1"))
    return render(
        request, "leagues/public/members.html", _frame(context, "members") | {"page": page}
    )


@page()
def audit(request: HttpRequest, context: LeagueContext) -> HttpResponse:
    """Show all acts of organisers, newest first."""
    before = number_in(request.GET.get("before", ""))
    trail = queries.audits(context, before)
    values = _frame(context, "audit") | {
        "acts": acts(trail.audits, context),
        "older": trail.next,
        "is_first": not before,
        "address": reverse("leagues:audit", args=[context.league.slug]),
    }
    return render(request, "leagues/public/audit.html", values)
