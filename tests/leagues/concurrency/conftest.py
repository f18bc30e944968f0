"""A second organiser for the tests of this folder."""

import pytest

from tests.conftest import account
from tests.remembered import remembered

otto = remembered(lambda: account("Otto"))


@pytest.fixture
def other(db):
    """A second owner of the league."""
    return otto()
