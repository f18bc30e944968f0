"""Fixtures for tests of circles: three friends with a circle, and somebody outside."""

import pytest

from games.circles import membership
from games.circles.models import Circle
from tests.circles.company import circle_of
from tests.conftest import account
from tests.gathering.conftest import at  # noqa: F401 (a fixture)
from tests.remembered import remembered

friend = remembered(account)


@pytest.fixture
def alice(db):
    """Return Alice, who hosts the circle."""
    return friend("Alice")


@pytest.fixture
def bob(db):
    """Return Bob, the second of the friends."""
    return friend("Bob")


@pytest.fixture
def carol(db):
    """Return Carol, the third of the friends."""
    return friend("Carol")


@pytest.fixture
def circle(alice, bob, carol) -> Circle:
    """Return the circle of Alice, who hosts it, Bob and Carol."""
    return remembered(circle_of)(alice, bob, carol)


@pytest.fixture
def place(circle, alice):
    """Return Alice's membership of the circle."""
    return membership.place_of(alice, circle.public_id)
