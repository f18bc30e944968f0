"""The owner of leagues in tests."""

import pytest

from tests.conftest import account
from tests.remembered import remembered

olga = remembered(lambda: account("Olga"))


@pytest.fixture
def owner(db):
    """Olga owns the league."""
    return olga()
