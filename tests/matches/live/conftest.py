"""Closes the pages of a test at its end."""

import pytest

from tests.matches import sockets


@pytest.fixture
async def _leaving(_django_db_helper):
    """Leave the pages that a test has opened, even if it fails, before its rows are deleted."""
    sockets.opened.clear()  # tests elsewhere leave theirs in their own loops
    yield
    await sockets.leave_all()
