"""Fixtures for tests of history: people, and their finished matches."""

import pytest
from django.test import Client

from games.matches.models import Match
from tests.conftest import forget_everything
from tests.history.play import finished, people
from tests.matches.seating import browser


@pytest.fixture(scope="module")
def kept_five(kept):
    """Return the five users shared by a module's tests, as created."""
    return people("ada", "ben", "chiyo", "dario", "elif")


@pytest.fixture
def five(kept_five, db):
    """Return five people with accounts."""
    return [type(user).objects.get(pk=user.pk) for user in kept_five]


@pytest.fixture(scope="module")
def kept_over(kept_five):
    """Return the finished match shared by a module's tests, as played."""
    forget_everything()  # an earlier test may have had a match of the same key
    return finished("secret-hitler", kept_five, seed=3)


@pytest.fixture
def over(kept_over, five):
    """Return a public match of Secret Hitler that the five have played to its end."""
    return Match.objects.get(pk=kept_over.pk)


@pytest.fixture
def stranger(db):
    """Return the browser of somebody without an account."""
    return Client()


@pytest.fixture
def browser_of():
    """Return a function from a user to a browser that is logged in."""
    return browser
