"""Fixtures for tests of league pages: a season of tables, a season of duels, and visitors."""

import pytest
from django.test import Client

from tests.leagues.public import making
from tests.remembered import remembered


def visitor(user=None) -> Client:
    """Return the browser of `user`, or of an anonymous visitor."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def nights(db):
    """Return a division of 14 after two of three nights with two tables each."""
    return table_nights()


@remembered
def table_nights():
    users = making.people(14)
    club = making.league(users[0], users, timezone="Asia/Tokyo")
    division = making.season(club, users, format="tables", rounds_planned=3)
    making.table_nights(division, 3)
    return division


@pytest.fixture
def duels(db):
    """Return a division of five duellists after three of five rounds."""
    return five_duellists()


@remembered
def five_duellists():
    users = making.people(5, "d")
    club = making.league(users[0], users, slug="duellists", name="Duellists", game="noir")
    division = making.season(club, users, format="round_robin", rounds_planned=5)
    making.duels(division, 3)
    return division


@pytest.fixture
def stranger():
    """Return the browser of an anonymous visitor."""
    return visitor()


@pytest.fixture
def organiser(nights):
    """Return the browser of the organiser of `nights`."""
    return visitor(nights.season.league.founder)
