"""League fixtures for scheduling tests: published by services, and moved in time through rows."""

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.leagues.fixtures import fixtures, opening
from games.leagues.models import Fixture, League, Member, Round, Season
from games.leagues.seasons import services as seasons
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.conftest import account
from tests.leagues.league_play import drawn, found, play_fixture, season_of
from tests.remembered import remembered

SEVEN = ("Ada", "Ben", "Chiyo", "Dario", "Elif", "Femi", "Gwen")


@remembered
def duel(owner: Any, *players: Any, **fields: Any) -> Fixture:
    """Return a duel of a published round, by default between Ada and Ben."""
    return _first(owner, players or [account("Ada"), account("Ben")], "noir", fields)


@remembered
def played_duel(owner: Any) -> Fixture:
    """Return a played duel of Ada and Ben."""
    return play_fixture(duel(owner))


@remembered
def table(owner: Any, count: int = 7, **fields: Any) -> Fixture:
    """Return a table of `count` players in a published round."""
    return _first(owner, [account(name) for name in SEVEN[:count]], "secret-hitler", fields)


def _first(owner: Any, players: Any, game: str, fields: dict[str, Any]) -> Fixture:
    season = season_of(found(owner, game), owner, list(players), **fields)
    seasons.begin(season, owner)
    published = drawn(Season.objects.get(pk=season.pk), owner)
    return published.fixtures.get(number=1)


def fresh(fixture: Fixture) -> Fixture:
    """Return the fixture as stored now."""
    return Fixture.objects.select_related(fixtures.DEEP).get(pk=fixture.pk)


def league_of(fixture: Fixture) -> League:
    """Return the league of the fixture."""
    return fresh(fixture).round.division.season.league


def users_of(fixture: Fixture) -> list[Any]:
    """Return the players by seat."""
    return opening.people_of(fresh(fixture), 1)


def member_of(fixture: Fixture, user: Any) -> Member:
    """Return the membership of a player."""
    return Member.objects.get(league=league_of(fixture), user=user)


def give(fixture: Fixture, user: Any, hours: Any, zone: str = "UTC") -> None:
    """Store a player's available hours in a time zone."""
    Member.objects.filter(league=league_of(fixture), user=user).update(
        hours=sorted(hours), timezone=zone
    )


def move(fixture: Fixture, **by: Any) -> Fixture:
    """Set the fixture's start time relative to now, directly in its row."""
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now() + timedelta(**by))
    return fresh(fixture)


def end_round(fixture: Fixture, **ago: Any) -> None:
    """End the fixture's round some time in the past."""
    ended = timezone.now() - timedelta(**ago)
    Round.objects.filter(pk=fixture.round_id).update(closes_at=ended)


def opened(fixture: Fixture, **ago: Any) -> Match:
    """Return the table of the fixture, opened some time ago."""
    opening.open_due()
    match = fresh(fixture).games.order_by("-ordinal").first().match
    Match.objects.filter(pk=match.pk).update(opened_at=timezone.now() - timedelta(**ago))
    return Match.objects.get(pk=match.pk)


def sit(match: Match, *users: Any) -> None:
    """Seat users at the table."""
    for user in users:
        lobby.sit(match.pk, user, f"entropy of {user.name}")


def soon(**by: Any) -> datetime:
    """Return a moment in the future, rounded to a full minute."""
    return (timezone.now() + timedelta(**by)).replace(second=0, microsecond=0)
