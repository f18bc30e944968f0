"""A duel of a published round, and its players by seat."""

import pytest

from tests.leagues.scheduling.arranging import duel, users_of


@pytest.fixture
def fixture(owner):
    """Return a duel of a published round."""
    return duel(owner)


@pytest.fixture
def ada(fixture):
    """Return who plays on its first seat."""
    return users_of(fixture)[0]


@pytest.fixture
def ben(fixture):
    """Return who plays on its second seat."""
    return users_of(fixture)[1]
