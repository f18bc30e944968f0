"""What a person's page shows of the matches they played."""

from typing import Any

from accounts.models import User

SHOWN = 10


def matches_of(person: User, viewer: Any) -> dict[str, Any]:
    """Return the latest matches of `person` that `viewer` may see."""
    return {"person": person, "viewer": viewer}


def numbers_of(person: User, viewer: Any) -> dict[str, Any]:
    """Return how `person` fared in each role."""
    return {"person": person, "viewer": viewer}
