"""Pages that are left once a test is over."""

import pytest

from tests.matches import sockets


@pytest.fixture
async def _leaving(_django_db_helper):
    """Leave the pages that a test has opened, also one that fails, before its rows are gone."""
    sockets.opened.clear()  # tests elsewhere leave theirs in their own loops
    yield
    await sockets.leave_all()
