"""A league with one of each standing."""

import pytest
from django.test import Client

from games.leagues.models import Season
from games.leagues.seasons import services as seasons
from tests.conftest import account
from tests.leagues.league_play import found, people, season_of
from tests.leagues.organiser.visitors import Crowd, admit, client_of


@pytest.fixture
def crowd(owner, db):
    """A public league of Noir: Olga owns it, Arno decides, Svea draws, Mia plays, Otto looks on."""
    league = found(owner)
    clients = {"stranger": Client(), "owner": client_of(owner)}
    members = {"owner": league.members.get(user=owner)}
    for who, name, role in (
        ("arbiter", "Arno", "arbiter"),
        ("scheduler", "Svea", "scheduler"),
        ("member", "Mia", "member"),
    ):
        user = account(name)
        members[who] = admit(league, user, role)
        clients[who] = client_of(user)
    clients["outsider"] = client_of(account("Otto"))
    return Crowd(league, clients, members)


@pytest.fixture
def season(crowd, owner):
    """A Swiss season of five that has begun; nothing is drawn."""
    season = season_of(crowd.league, owner, people(5))
    seasons.begin(season, owner)
    return Season.objects.get()
