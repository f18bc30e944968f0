"""Owners' services for webhooks: add, test, change the key, and remove."""

from django.conf import settings
from django.db import transaction

from accounts.models import User
from games.leagues import errors, roles
from games.leagues.audit import events
from games.leagues.audit.recorder import record
from games.leagues.models import League, Webhook
from games.leagues.models.webhooks import new_secret
from games.leagues.webhooks import signed_http
from games.matches.public import limits

#: The maximum number of webhooks per league.
MOST = 5
#: The test's event, and how many tests per hour a league and a person may send.
TEST, TESTS = "test", limits.RateLimit(5, 3600)


def add(league: League, actor: User, url: str) -> Webhook:
    """Add `url` as a webhook of `league`; the public audit does not show the URL.

    :raises Refused: NotAllowed for all but owners, BadAddress, or TooManyWebhooks.
    """
    signed_http.check_address(url)
    with record(league, actor, "add_webhook"):
        if league.webhooks.count() >= MOST:
            raise errors.TooManyWebhooks
        return Webhook.objects.create(league=league, url=url)


def remove(webhook: Webhook, actor: User) -> None:
    """Remove a webhook with its deliveries.

    :raises NotAllowed: for all but owners.
    """
    with record(webhook.league, actor, "remove_webhook"):
        webhook.delete()


def rotate(webhook: Webhook, actor: User) -> None:
    """Give a webhook a new signing key.

    :raises NotAllowed: for all but owners.
    """
    with record(webhook.league, actor, "rotate_webhook"):
        Webhook.objects.filter(pk=webhook.pk).update(secret=new_secret())


def send_test(webhook: Webhook, actor: User) -> None:
    """Send a test message to a webhook.

    :raises NotAllowed: for all but owners.
    :raises TooManyTests: if too many were sent within an hour.
    """
    roles.require(actor, webhook.league, "run")
    for who in (f"league {webhook.league_id}", f"person {actor.pk}"):
        if limits.seconds_to_wait(TESTS, "webhook tests", who) > 0:
            raise errors.TooManyTests
    url = f"{settings.SITE_URL}{webhook.league.get_absolute_url()}"
    with transaction.atomic():
        events.note(webhook, TEST, {"url": url})
