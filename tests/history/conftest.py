"""What tests of history share: finished matches, and no reel outlives a test."""

from collections.abc import Iterator

import pytest
from django.test import Client

from games.history import moments
from tests.history.play import finished, people


@pytest.fixture(autouse=True)
def _no_reel_outlives_a_test() -> Iterator[None]:
    moments.forget()
    yield
    moments.forget()


@pytest.fixture
def five(db):
    """Return five people with accounts."""
    return people("ada", "ben", "chiyo", "dario", "elif")


@pytest.fixture
def over(five):
    """Return a public match of Secret Hitler that the five have played to its end."""
    return finished("secret-hitler", five, seed=3)


@pytest.fixture
def stranger(db):
    """Return the browser of somebody without an account."""
    return Client()


@pytest.fixture
def browser_of():
    """Return a function from a user to a browser that is logged in."""

    def logged_in(user):
        client = Client()
        client.force_login(user)
        return client

    return logged_in
