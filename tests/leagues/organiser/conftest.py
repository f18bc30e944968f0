"""A league with a member of each role."""

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.leagues.models import League, Member, Season
from games.leagues.seasons import services as seasons
from tests.conftest import account
from tests.leagues.league_play import found, people, season_of
from tests.leagues.organiser.visitors import Crowd, admit, client_of
from tests.remembered import remembered

COOKIE = settings.SESSION_COOKIE_NAME


@pytest.fixture
def crowd(owner, db):
    """A league of Noir: owner Olga, arbiter Arno, scheduler Svea, member Mia, outsider Otto."""
    league, members, sessions = gathered(owner)
    clients = {"stranger": Client(), "owner": client_of(owner)}
    for who, session in sessions.items():
        clients[who] = Client()
        clients[who].cookies[COOKIE] = session
    return Crowd(league, clients, members)


@remembered
def gathered(owner: User) -> tuple[League, dict[str, Member], dict[str, str]]:
    """Return the league, its members, and clients of all but the owner."""
    league = found(owner)
    users = {who: account(name) for who, name in (
        ("arbiter", "Arno"), ("scheduler", "Svea"), ("member", "Mia"), ("outsider", "Otto"),
    )}  # fmt: skip
    members = {who: admit(league, users[who], who) for who in ("arbiter", "scheduler", "member")}
    members["owner"] = league.members.get(user=owner)
    sessions = {who: client_of(user).cookies[COOKIE].value for who, user in users.items()}
    return league, members, sessions


@pytest.fixture
def season(crowd, owner):
    """A Swiss season of five that has begun, without any draw."""
    return begun(crowd.league, owner, 5)


@remembered
def begun(league: League, owner: User, count: int) -> Season:
    """Return a season of a league that has begun."""
    season = season_of(league, owner, people(count))
    seasons.begin(season, owner)
    return Season.objects.get(pk=season.pk)
