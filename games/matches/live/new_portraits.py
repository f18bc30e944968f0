"""Shows a user's new portrait at their tables.

Portraits are managed in accounts, which must not import matches, so this module uses signals.
"""

from typing import Any

from django.apps import apps
from django.db.models.signals import post_save

from games.matches import publish


def listen() -> None:
    """Connect to the signal of a chosen portrait, to publish the user's tables."""
    post_save.connect(_saved, sender="accounts.User")


def _saved(instance: Any, update_fields: frozenset[str] | None, **_rest: Any) -> None:
    if "chosen_portrait" not in (update_fields or ()):
        return
    matches = apps.get_model("matches", "Match").objects.filter(
        players__user=instance, ended_at=None
    )
    for match_id in matches.values_list("pk", flat=True):
        publish.table(match_id)
