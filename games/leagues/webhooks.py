"""What the organisers' own bots are told: written down with the change that it tells of."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.leagues import posting, refusals_when, roles
from games.leagues.ledger import recorded
from games.leagues.models import Delivery, Fixture, League, Webhook
from games.leagues.models.webhooks import new_secret

#: Webhooks that a league may have.
MOST = 5
#: What a test sends.
TEST = "test"


def tell(league: League, event: str, payload: Mapping[str, Any]) -> None:
    """Note a message for each active webhook of `league`; it is posted soon after the commit.

    To be called in the transaction of the change itself, so that the one never stands without
    the other. `event` is a name like "round.published" (docs/webhooks.md lists them all); the
    `payload` is JSON, and holds nothing that a visitor of the league's pages may not see.
    """
    for webhook in league.webhooks.filter(is_active=True):
        _note(webhook, event, payload)


def _note(webhook: Webhook, event: str, payload: Mapping[str, Any]) -> None:
    Delivery.objects.create(
        webhook=webhook, event=event, payload=dict(payload), due_at=timezone.now()
    )


def about(fixture: Fixture) -> dict[str, Any]:
    """Return what every message about `fixture` says: which, who, when and where to look."""
    season = fixture.round.division.season
    chairs = fixture.chairs.select_related("entry", "substitute").order_by("seat")
    return {
        "season": season.number,
        "division": fixture.round.division.tier,
        "round": fixture.round.number,
        "fixture": fixture.pk,
        "table": fixture.number,
        "status": fixture.status,
        "starts_at": fixture.starts_at,
        "address": fixture.get_absolute_url(),
        "players": [
            {
                "entry": chair.entry_id,
                "name": chair.entry.name,
                "seat": chair.seat,
                "substitute": chair.substitute.name if chair.substitute else None,
                "forfeited": chair.forfeited,
            }
            for chair in chairs
        ],
    }


def add(league: League, actor: Any, url: str) -> Webhook:
    """Have `url` told what happens in `league`. The public audit does not name the address.

    :raises Refused: NotAllowed for all but owners, BadAddress, or TooManyWebhooks.
    """
    roles.require(actor, league, "run")
    posting.check_address(url)
    with recorded(league, actor, "add_webhook"):
        if league.webhooks.count() >= MOST:
            raise refusals_when.TooManyWebhooks
        return Webhook.objects.create(league=league, url=url)


def remove(webhook: Webhook, actor: Any) -> None:
    """Tell this address nothing any more, and forget what it was told.

    :raises NotAllowed: for all but owners.
    """
    roles.require(actor, webhook.league, "run")
    with recorded(webhook.league, actor, "remove_webhook"):
        webhook.delete()


def rotate(webhook: Webhook, actor: Any) -> None:
    """Sign with another key from now on.

    :raises NotAllowed: for all but owners.
    """
    roles.require(actor, webhook.league, "run")
    with recorded(webhook.league, actor, "rotate_webhook"):
        Webhook.objects.filter(pk=webhook.pk).update(secret=new_secret())


def send_test(webhook: Webhook, actor: Any) -> None:
    """Send a message that says only that messages arrive.

    :raises NotAllowed: for all but owners.
    """
    roles.require(actor, webhook.league, "run")
    with transaction.atomic():
        _note(webhook, TEST, {"url": f"{settings.SITE_URL}{webhook.league.get_absolute_url()}"})
