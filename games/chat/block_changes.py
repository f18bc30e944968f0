"""Makes pages reload the chat when a block is added or removed.

Blocks are managed in accounts, which must not import the chat, so this module uses signals.
"""

from datetime import timedelta
from typing import Any

from django.apps import apps
from django.db.models import Q
from django.db.models.signals import post_delete, post_save
from django.utils import timezone

from games.matches import publish

#: How long after its end a match is assumed to be open on pages.
AFTER_THE_END = timedelta(hours=1)


def listen() -> None:
    """Connect to the signals of blocks, to publish the chats that they affect."""
    for signal in (post_save, post_delete):
        signal.connect(_block_changed, sender="accounts.Block")


def _block_changed(instance: Any, **_rest: Any) -> None:
    """Publish the chats of current matches with messages or reactions by either person."""
    people = [instance.by_id, instance.user_id]
    matches = apps.get_model("matches", "Match").objects.filter(
        Q(ended_at=None) | Q(ended_at__gt=timezone.now() - AFTER_THE_END),
        Q(messages__user__in=people) | Q(messages__reactions__user__in=people),
    )
    for match_id in matches.distinct().values_list("pk", flat=True):
        publish.talk(match_id)
