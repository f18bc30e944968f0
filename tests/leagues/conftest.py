"""The owner of leagues in tests."""

import pytest

from tests.conftest import account


@pytest.fixture
def owner(db):
    """Olga owns the league."""
    return account("Olga")
