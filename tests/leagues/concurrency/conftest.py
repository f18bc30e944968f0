"""Another organiser for these tests."""

import pytest

from tests.conftest import account


@pytest.fixture
def other(db):
    """Somebody else who runs the league, too."""
    return account("Otto")
