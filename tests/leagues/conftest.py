"""Who runs a league in these tests."""

import pytest

from tests.conftest import account


@pytest.fixture
def owner(db):
    """Olga owns the league."""
    return account("Olga")
