"""Shows a new portrait at its user's tables.

Portraits are chosen in accounts, which must not import matches. So this module listens.
"""

from typing import Any

from django.apps import apps
from django.db.models.signals import post_save

from games.matches import publish


def listen() -> None:
    """Publish the tables of every user who chooses a portrait, from now on."""
    post_save.connect(_saved, sender="accounts.User")


def _saved(instance: Any, update_fields: frozenset[str] | None, **_rest: Any) -> None:
    if "chosen_portrait" not in (update_fields or ()):
        return
    matches = apps.get_model("matches", "Match").objects.filter(
        players__user=instance, ended_at=None
    )
    for match_id in matches.values_list("pk", flat=True):
        publish.table(match_id)
