"""What a person's page shows of the matches they played."""

from typing import Any

from accounts.models import User
from games.history import queries
from games.history.numbers import charts_of_person

SHOWN = 8


def matches_of(person: User, viewer: Any) -> dict[str, Any]:
    """Return the latest matches of `person` that `viewer` may see."""
    page = queries.page_of(viewer, queries.Filters(), person=person)
    return {"person": person, "matches": page.matches[:SHOWN]}


def numbers_of(person: User, viewer: Any) -> dict[str, Any]:
    """Return how `person` fared on each side."""
    del viewer  # whoever may see the matches may count them
    return {"person": person, "charts": charts_of_person(person)}
