"""Fixtures for tests that knock at every door."""

import logging

import pytest

from tests.doors.house import House, build
from tests.leagues.conftest import owner  # noqa: F401


@pytest.fixture
def house(owner) -> House:  # noqa: F811
    """Return a house with something behind every door."""
    return build(owner)


@pytest.fixture
def one_connection(monkeypatch):
    """Let a stream not close the connection in whose transaction all this happens."""
    monkeypatch.setattr("channels.db.close_old_connections", lambda: None)


@pytest.fixture
def quiet_log():
    """Log no thousand refusals."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)
