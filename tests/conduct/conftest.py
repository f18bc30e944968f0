"""A league with one of each standing, for the decisions of its organisers."""

from tests.leagues.conftest import owner
from tests.leagues.organiser.conftest import crowd, season

__all__ = ["crowd", "owner", "season"]
