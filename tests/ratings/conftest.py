"""Five people with accounts."""

import pytest

from tests.history.play import people


@pytest.fixture
def five(db):
    """Return five people with accounts."""
    return people("ada", "ben", "chiyo", "dario", "elif")
