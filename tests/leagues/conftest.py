"""The owner of leagues in tests, and a duel."""

import pytest

from tests.conftest import account
from tests.leagues.scheduling.arranging import duel, users_of
from tests.remembered import remembered

olga = remembered(lambda: account("Olga"))


@pytest.fixture
def owner(db):
    """Olga owns the league."""
    return olga()


@pytest.fixture
def fixture(owner):
    """Return a duel of a published round."""
    return duel(owner)


@pytest.fixture
def ada(fixture):
    """Return the player on the first seat of the duel."""
    return users_of(fixture)[0]


@pytest.fixture
def ben(fixture):
    """Return the player on the second seat of the duel."""
    return users_of(fixture)[1]
