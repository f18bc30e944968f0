"""A program in tests of the API."""

import pytest

from tests.api.client import Program


@pytest.fixture
def program(bob):
    """Return Bob's program."""
    return Program(bob)
