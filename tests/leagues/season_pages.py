"""Whole seasons through their pages: what organisers and players press in each of them."""

import json
from datetime import timedelta
from typing import Any

import msgspec
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.engine.required import required
from games.leagues.fixtures import absences
from games.leagues.models import Dispute, Entry, Fixture, FixtureMatch, Season
from games.leagues.standings import standings
from games.leagues.standings.contest import Contest, Standing
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import client_of
from tests.leagues.recounting import recount


def console(owner: User, season: Season) -> Browser:
    """Return a browser of the owner at the console of a season."""
    return Browser(client_of(owner)).open(f"/leagues/{season.league.slug}/{season.number}/run/")


def begun(owner: User, season: Season) -> Season:
    """Begin a season by pressing; return it as stored."""
    console(owner, season).press("Begin the season").press("Begin the season")
    return Season.objects.get(pk=season.pk)


def document(season: Season) -> dict[str, Any]:
    """Return the public export from which all tables of a season follow."""
    known: dict[str, Any] = json.loads(
        Client().get(f"{season.get_absolute_url()}contest.json").content
    )
    return known


def exported(season: Season) -> list[tuple[Standing, ...]]:
    """Return the table of each division, computed from the public export alone.

    Its points are counted a second time, by none of our code.
    """
    tables = []
    for division in document(season)["divisions"]:
        contest = division["contest"]
        rows = standings(msgspec.convert(contest, Contest))
        assert {row.entry: row.points for row in rows if not row.is_annulled} == recount(contest)
        tables.append(rows)
    return tables


def close(owner: User, season: Season) -> Season:
    """Close a season, and compare what is stored with the export."""
    console(owner, season).press("Close the season").press("Close the season")
    season = Season.objects.get(pk=season.pk)
    assert season.is_over
    for division, rows in zip(season.divisions.all(), exported(season), strict=True):
        stored = division.entries.filter(final_rank__isnull=False).order_by("final_rank")
        assert [row.entry for row in rows] == list(stored.values_list("pk", flat=True))
    return season


def loser_of(game: FixtureMatch) -> dict[str, Any]:
    """Return the placing of the first who lost a game."""
    return next(one for one in game.placings or () if one["won"] is False)


def dispute_and_decide(owner: User, game: FixtureMatch, *, loser: dict[str, Any]) -> Entry:
    """Let who lost a game dispute it, and the owner give it to them; return their entry."""
    fixture = game.fixture
    season = fixture.round.division.season
    entry = Entry.objects.get(pk=loser["entry"])
    at = Browser(client_of(entry.user)).open(fixture.get_absolute_url())
    at.press("Dispute the result").type(text="The clock jumped.").press("Dispute")
    at = console(owner, season).press("Decide the dispute")
    at.choose(**{f"game-{game.pk}": loser["side"]}).type(decision="It did.")
    at.press("Decide the dispute")
    assert Dispute.objects.get(fixture=fixture).status != "open"
    return entry


def miss(fixture: Fixture) -> Entry:
    """Have all sit down at a fixture but the last, until the grace is over; return who is absent.

    The first has the table opened; the rules note who did not come.
    """
    *there, absent = (one.entry for one in fixture.chairs.select_related("entry__user"))
    league = fixture.round.division.season.league
    address = reverse("leagues:open-table", args=[league.slug, fixture.pk])
    assert client_of(there[0].user).post(address).status_code == 302
    match = required(fixture.games.get().match)
    for entry in there:
        lobby.sit(match.pk, required(entry.user), "entropy")
    ago = timezone.now() - timedelta(hours=3)
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=ago)
    Match.objects.filter(pk=match.pk).update(opened_at=ago)
    absences.settle_due()
    assert [one.entry for one in fixture.chairs.filter(forfeited=True)] == [absent]
    return absent
