"""Close the pages that a test opened at its end."""

import pytest

from tests.matches import sockets


@pytest.fixture
async def _leaving(_django_db_helper):
    """Close the pages that a test opened, even if it fails, before its rows are deleted."""
    sockets.opened.clear()  # other tests close their pages in their own loops
    yield
    await sockets.leave_all()
