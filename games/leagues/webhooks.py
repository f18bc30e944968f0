"""What the organisers' own bots are told: written down with the change that it tells of."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from games.leagues.models import Delivery, League


def tell(league: League, event: str, payload: Mapping[str, Any]) -> None:
    """Note a message for each active webhook of `league`; it is posted soon after the commit.

    To be called in the transaction of the change itself, so that the one never stands without
    the other. `event` is a name like "round.published" (docs/webhooks.md lists them all); the
    `payload` is JSON, and holds nothing that a visitor of the league's pages may not see.
    """
    now = timezone.now()
    Delivery.objects.bulk_create(
        Delivery(webhook=webhook, event=event, payload=dict(payload), due_at=now)
        for webhook in league.webhooks.filter(is_active=True)
    )
