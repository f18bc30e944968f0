"""A table before its match starts."""

import pytest

from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.matches.seating import open_table


@pytest.fixture
def table(db, alice, bob) -> Match:
    """A table with alice as host, and bob."""
    match = open_table(alice)
    lobby.sit(match.pk, bob)
    return match
