"""Posting what webhooks are to be told, again and again until it was heard or given up.

A row is claimed by moving its time on, and posted outside of any transaction. Whoever is killed
in between leaves a row that falls due again: at least once, and the id lets receivers tell.
"""

import json
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.utils import timezone

from games.leagues import posting
from games.leagues.models import Delivery
from games.matches import beside

#: What is waited after each attempt that failed; after the last it is given up.
PAUSES = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=8),
    timedelta(hours=24),
)
#: How long a claimed row is left to its claimer: longer than any post may take.
LEASE = timedelta(seconds=60)
#: Rows claimed together, each posted by a thread of its own: one slow server holds up no other.
TOGETHER = 8
#: How long old deliveries are kept to look at, and rows of them swept out at once.
KEPT, SWEPT = timedelta(days=30), 500
FORBIDDEN = 300  #: the first status that is no success: redirects are not followed


class Letter(NamedTuple):
    """A delivery as it is posted."""

    delivery: int
    attempt: int
    url: str
    body: bytes
    headers: Mapping[str, str]


def deliver() -> None:
    """Post what is due, beside whoever asks."""
    if _due().exists():
        beside.run("webhooks", deliver_due)


def deliver_due() -> int:
    """Post everything that is due now; return how many were tried."""
    tried = 0
    with ThreadPoolExecutor(TOGETHER) as pool:
        while letters := _claim():
            statuses = list(pool.map(_post, letters))
            for letter, status in zip(letters, statuses, strict=True):
                _note(letter, status)
            tried += len(letters)
    if tried:
        _sweep()
    return tried


def _due() -> Any:
    return Delivery.objects.filter(due_at__lte=timezone.now())


def _claim() -> Sequence[Letter]:
    """Take rows that are due for a while, and return them ready to be posted."""
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        due = _due().select_for_update(skip_locked=skip, of=("self",) if skip else ())
        rows = list(due.select_related("webhook__league").order_by("due_at", "pk")[:TOGETHER])
        for row in rows:
            row.attempts, row.due_at = row.attempts + 1, timezone.now() + LEASE
        Delivery.objects.bulk_update(rows, ["attempts", "due_at"])
    return [_letter(row) for row in rows]


def _letter(row: Delivery) -> Letter:
    body = body_of(row)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Cabinet-Noir",
        "X-Cabinet-Noir-Delivery": str(row.pk),
        "X-Cabinet-Noir-Event": row.event,
        "X-Cabinet-Noir-Signature": posting.signature(row.webhook.secret, body, int(time.time())),
    }
    return Letter(row.pk, row.attempts, row.webhook.url, body, headers)


def body_of(row: Delivery) -> bytes:
    """Return what is posted for a delivery: the same bytes at every attempt."""
    message = {
        "id": row.pk,
        "event": row.event,
        "league": row.webhook.league.slug,
        "at": row.made_at,
        "data": row.payload,
    }
    return json.dumps(message, cls=DjangoJSONEncoder, separators=(",", ":")).encode()


def _post(letter: Letter) -> int | None:
    return posting.post(letter.url, letter.body, letter.headers)


def _note(letter: Letter, status: int | None) -> None:
    """Write down what became of an attempt, unless another has been made since."""
    row = Delivery.objects.filter(pk=letter.delivery, attempts=letter.attempt)
    now = timezone.now()
    if status is not None and 200 <= status < FORBIDDEN:
        row.update(status_code=status, delivered_at=now, due_at=None)
        return
    pause = PAUSES[letter.attempt - 1] if letter.attempt <= len(PAUSES) else None
    row.update(status_code=status, due_at=pause and now + pause)


def _sweep() -> None:
    """Forget old deliveries, a few at a time."""
    over = Delivery.objects.filter(due_at=None, made_at__lt=timezone.now() - KEPT)
    Delivery.objects.filter(pk__in=list(over.values_list("pk", flat=True)[:SWEPT])).delete()
