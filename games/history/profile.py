"""The matches and statistics on a person's page."""

from typing import Any

from accounts.models import User
from accounts.requests import Visitor
from games.history import queries
from games.history.statistics.shares import charts_of_person

SHOWN = 5


def matches_of(person: User, viewer: Visitor) -> dict[str, Any]:
    """Return the latest matches of `person` that `viewer` may see."""
    page = queries.page_of(viewer, queries.Filters(), person=person, size=SHOWN)
    return {"person": person, "matches": page.matches}


def numbers_of(person: User, viewer: Visitor) -> dict[str, Any]:
    """Return the statistics of `person` on each side."""
    del viewer  # readers who may see the matches may count them
    return {"person": person, "charts": charts_of_person(person)}
