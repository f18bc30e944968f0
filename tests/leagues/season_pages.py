"""Run whole seasons through their pages, as organisers and players press buttons."""

import json
from datetime import timedelta
from typing import Any

import msgspec
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.contests.standings import standings
from games.contests.standings.contest import Contest, Standing
from games.engine.required import required
from games.leagues.fixtures import absences
from games.leagues.models import Dispute, Entry, Fixture, FixtureMatch, Round, Season
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.contests.reranking import order_of, points_of
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import client_of


def console(owner: User, season: Season) -> Browser:
    """Return the owner's browser, on a season's console."""
    return Browser(client_of(owner)).open(f"/leagues/{season.league.slug}/{season.number}/run/")


def begun(owner: User, season: Season) -> Season:
    """Begin a season through its page; return it as stored."""
    console(owner, season).press("Begin the season").press("Begin the season")
    return Season.objects.get(pk=season.pk)


def document(season: Season) -> dict[str, Any]:
    """Return the public export that determines all tables of a season."""
    known: dict[str, Any] = json.loads(
        Client().get(f"{season.get_absolute_url()}contest.json").content
    )
    return known


def exported(season: Season) -> list[tuple[Standing, ...]]:
    """Return the table of each division, computed only from the public export.

    Points, tie-breaks and order are also compared with an independent calculation.
    """
    tables = []
    for division in document(season)["divisions"]:
        contest = division["contest"]
        rows = standings(msgspec.convert(contest, Contest))
        counted = [row for row in rows if not row.is_annulled]
        assert {row.entry: row.points for row in counted} == points_of(contest)
        assert [row.entry for row in counted] == order_of(contest)
        tables.append(rows)
    return tables


def close(owner: User, season: Season) -> Season:
    """Close a season, and compare its stored standings with the export."""
    console(owner, season).press("Close the season").press("Close the season")
    season = Season.objects.get(pk=season.pk)
    assert season.is_over
    for division, rows in zip(season.divisions.all(), exported(season), strict=True):
        stored = division.entries.filter(final_rank__isnull=False).order_by("final_rank")
        assert [row.entry for row in rows] == list(stored.values_list("pk", flat=True))
    return season


def loser_of(game: FixtureMatch) -> dict[str, Any]:
    """Return the first losing placing of a game."""
    return next(one for one in game.placings or () if one["won"] is False)


def dispute_and_decide(owner: User, game: FixtureMatch, *, loser: dict[str, Any]) -> Entry:
    """Let a loser dispute a game, and the owner award it to them; return their entry."""
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


def move_deadline(owner: User, season: Season, round_: Round) -> None:
    """Move the deadline of a round by three days through its page."""
    ends = timezone.localtime(required(round_.closes_at) + timedelta(days=3))
    ends = ends.replace(second=0, microsecond=0)
    at = console(owner, season).press(f"Round {round_.number}").press("Move the deadline")
    at.type(ends_at=ends.strftime("%Y-%m-%dT%H:%M"), reason="Exams").press("Move the deadline")
    assert Round.objects.get(pk=round_.pk).closes_at == ends


def holidays(owner: User, season: Season) -> None:
    """Pause a season for two days through its page: open rounds end later."""
    played = Round.objects.filter(division__season=season, status="published").order_by("pk")
    before = list(played.values_list("closes_at", flat=True))
    console(owner, season).press("Pause the season").type(reason="Holidays").press("Pause")
    ago = timezone.now() - timedelta(days=2, hours=1)
    Season.objects.filter(pk=season.pk).update(paused_at=ago)
    # Rounds open now were open when the season was paused.
    played.filter(opens_at__lte=timezone.now()).update(opens_at=ago - timedelta(hours=1))
    console(owner, season).press("Resume the season").press("Resume the season")
    after = list(played.values_list("closes_at", flat=True))
    assert before
    assert all(required(one) < required(other) for one, other in zip(before, after, strict=True))


def leader_leaves(season: Season) -> Entry:
    """Let the leader of the first division leave through the page; return their entry."""
    leader = Entry.objects.get(pk=exported(season)[0][0].entry)
    at = Browser(client_of(leader.user)).open(f"{season.get_absolute_url()}withdraw/")
    at.press("Leave the season")
    leader.refresh_from_db()
    assert leader.status == Entry.Status.WITHDRAWN
    return leader


def miss(fixture: Fixture, absent: Entry | None = None) -> Entry:
    """Let all players but one sit down until the grace period ends; return the absent one.

    The first player present opens the table; the rules record the absence.
    """
    seated = [one.entry for one in fixture.chairs.select_related("entry__user")]
    absent = absent or seated[-1]
    there = [entry for entry in seated if entry != absent]
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
