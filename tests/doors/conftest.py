"""Fixtures for tests of every URL."""

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
    """Keep streams from closing the connection of the test's transaction."""
    monkeypatch.setattr("channels.db.close_old_connections", lambda: None)


@pytest.fixture
def quiet_log():
    """Keep thousands of refusals out of the log."""
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)
