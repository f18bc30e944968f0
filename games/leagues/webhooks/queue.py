"""Posts messages to webhooks, retrying with growing waits until they are accepted or dropped."""

import json
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Least
from django.utils import timezone

from games.leagues import roles
from games.leagues.models import Delivery, Member, Notice, Webhook
from games.leagues.webhooks import chat_cards, signed_http
from games.leagues.webhooks.services import TEST
from games.matches.public import MessageKind

#: The waits after failed attempts; after the last wait's attempt fails, the message is dropped.
PAUSES = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=8),
    timedelta(hours=24),
)
#: How long a claimed row is leased; longer than any request takes.
LEASE = timedelta(seconds=60)
#: The number of consecutive failures before a webhook is held, and the first and longest hold.
HOLD_AFTER, HOLD, LONGEST_HOLD = 5, timedelta(minutes=10), timedelta(hours=8)
#: The age at which an unaccepted message is dropped.
GIVEN_UP = timedelta(days=3)
#: How long deliveries are kept for owners to see, and how many rows are deleted at a time.
KEPT, SWEPT = timedelta(days=30), 500
#: The statuses of permanent failures.
GONE = {401, 403, 404, 410}
REFUSED = GONE | {400, 405, 413, 415, 422}
NO_ANSWER = 0  #: the stored status of a message without a response
TOO_MANY = 429  #: the receiver may set the time of the next attempt
FORBIDDEN = 300  #: the lowest status that is a failure, because redirects are not followed


class PostedDelivery(NamedTuple):
    """A delivery, ready to be posted."""

    delivery: int
    webhook: int
    attempt: int
    url: str
    body: bytes
    headers: Mapping[str, str]


class Webhooks(MessageKind[Delivery, PostedDelivery]):
    """Messages to webhooks: delivered at least once, leagues in turn, the same bytes each time."""

    name = "webhooks"
    order = ("webhook__failures", "due_at", "pk")
    lane = "webhook__league"
    together = 8
    steady = Q(webhook__failures=0)

    def due(self) -> QuerySet[Delivery]:
        """Return the messages to post now; for webhooks on hold, only tests."""
        now = timezone.now()
        is_on_hold = Q(webhook__held_until__gt=now) & ~Q(event=TEST)
        rows = Delivery.objects.filter(due_at__lte=now).exclude(is_on_hold)
        return rows.select_related("webhook__league")

    def claim(self, row: Delivery) -> None:
        """Lease a message for longer than posting it may take."""
        row.attempts, row.due_at = row.attempts + 1, timezone.now() + LEASE
        row.save(update_fields=["attempts", "due_at"])

    def parcel(self, row: Delivery, session: None) -> PostedDelivery:
        """Return the signed request."""
        body, now, hook = body_of(row), int(time.time()), row.webhook
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Cabinet-Noir",
            **signed_http.standard_headers(hook.secret, f"msg_{row.pk}", body, now),
        }
        return PostedDelivery(row.pk, hook.pk, row.attempts, hook.url, body, headers)

    def has_failed(self, row: Delivery) -> bool:
        """Return whether the last attempt to reach the webhook failed."""
        return row.webhook.failures > 0

    def send(self, parcel: PostedDelivery) -> int | None:
        """Post the message and return the status of the response; None without a response."""
        return signed_http.post(parcel.url, parcel.body, parcel.headers)

    @transaction.atomic
    def note(self, parcel: PostedDelivery, answer: int | None) -> None:
        """Store the result of an attempt, unless a later attempt was made."""
        row = Delivery.objects.filter(pk=parcel.delivery, attempts=parcel.attempt)
        webhooks, now = Webhook.objects.filter(pk=parcel.webhook), timezone.now()
        if answer is not None and 200 <= answer < FORBIDDEN:
            if row.update(status_code=answer, delivered_at=now, due_at=None):
                webhooks.filter(failures__gt=0).update(failures=0, held_until=None)
                webhooks.filter(is_active=True).update(refused=None)
            return
        pause = PAUSES[parcel.attempt - 1] if parcel.attempt <= len(PAUSES) else None
        if answer in REFUSED:
            pause = None
        elif isinstance(answer, signed_http.HttpAnswer) and answer.retry_after:
            pause = max(pause or PAUSES[0], timedelta(seconds=answer.retry_after))
        if not row.update(status_code=answer or NO_ANSWER, due_at=pause and now + pause):
            return
        if answer == TOO_MANY:
            webhooks.update(held_until=pause and now + pause)
        elif answer in GONE:
            if webhooks.filter(is_active=True).update(is_active=False, refused=answer):
                _tell_owners(parcel.webhook, now)
        else:
            _hold(webhooks, now)
            if answer in REFUSED and webhooks.filter(refused=None).update(refused=answer):
                _tell_owners(parcel.webhook, now)

    def prune(self) -> None:
        """Drop messages that were refused for days, and delete old deliveries, some at a time."""
        now = timezone.now()
        waiting = Delivery.objects.filter(due_at__isnull=False)
        waiting.filter(made_at__lt=now - GIVEN_UP).update(due_at=None)
        over = Delivery.objects.filter(due_at=None, made_at__lt=now - KEPT)
        Delivery.objects.filter(pk__in=list(over.values_list("pk", flat=True)[:SWEPT])).delete()

    def turn_back(self, now: datetime, shift: timedelta) -> None:
        """Move the times of next attempts, and the ends of holds, by `shift`."""
        Delivery.objects.filter(due_at__gt=now).update(due_at=F("due_at") + shift)
        Webhook.objects.filter(held_until__gt=now).update(held_until=F("held_until") + shift)


KIND = Webhooks()


def body_of(row: Delivery) -> bytes:
    """Return the body of a delivery: the same bytes at every attempt."""
    if row.webhook.kind != Webhook.Kind.STANDARD:
        return json.dumps(chat_cards.body_of(row), separators=(",", ":")).encode()
    message = {
        "id": row.pk,
        "event": row.event,
        "league": row.webhook.league.slug,
        "at": row.made_at,
        "data": row.payload,
    }
    return json.dumps(message, cls=DjangoJSONEncoder, separators=(",", ":")).encode()


def _tell_owners(webhook: int, now: datetime) -> None:
    """Schedule an e-mail to the owners that messages to a webhook have begun to fail."""
    league = Webhook.objects.select_related("league").get(pk=webhook).league
    season = league.seasons.order_by("-number").first()
    owners = league.members.filter(role__in=roles.POWERS["run"], status=Member.Status.ACTIVE)
    Notice.objects.bulk_create(
        Notice(user_id=user, season=season, kind=Notice.Kind.REFUSED, due_at=now)
        for user in (owners.values_list("user", flat=True) if season else ())
    )


def _hold(webhooks: QuerySet[Webhook], now: datetime) -> None:
    """Count a failure; after several in a row, put the webhook on hold, longer each time."""
    webhooks.update(failures=Least(F("failures") + 1, 1000))
    beyond = webhooks.values_list("failures", flat=True).get() - HOLD_AFTER
    if beyond >= 0:
        webhooks.update(held_until=now + min(HOLD * 2 ** min(beyond, 10), LONGEST_HOLD))
