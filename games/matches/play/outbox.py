"""The loop that sends messages stored in rows: e-mails to players, reminders, webhooks.

Each sort of message is a `MessageKind` (setting OUTBOX). Its rows belong to the app that writes
them, in the same transaction as the reported change. The loop claims a row in a transaction, and
sends it outside of one, so two processes never send a row simultaneously. `claim` determines the
effect of a crash. An e-mail is marked as sent: a killed process may lose one, but nobody gets two.
A webhook's message is leased: it is sent again, and the receiver can recognise its id.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from typing import Any, Generic, NamedTuple, TypeVar

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model, Q, QuerySet
from django.utils.module_loading import import_string

from games.matches.play import background_jobs

log = logging.getLogger(__name__)

#: How many seconds pass between two checks for new rows.
LOOK_AGAIN = 1.0

Row = TypeVar("Row", bound=Model)
Parcel = TypeVar("Parcel")
#: A value of the kind's `lane` field; messages in a lane are sent one after the other.
Lane = Any


class MessageKind(ABC, Generic[Row, Parcel]):
    """A sort of message: its due rows, how they are sent, and how results are handled."""

    #: its name in logs and metrics
    name: str
    #: the fields that order the rows of a lane; the first is the time when a row is due
    due_field = "due_at"
    order: Sequence[str] = ("due_at", "pk")
    #: the field that defines lanes, so that a slow receiver delays only its own messages
    lane = ""
    #: how many lanes may send simultaneously, one message each
    together = 1
    #: rows whose receiver accepted its last message; half of the slots are reserved for them
    steady = Q()

    @abstractmethod
    def due(self) -> QuerySet[Row]:
        """Return the rows to send now."""

    def session(self) -> AbstractContextManager[Any]:
        """Return a resource for sending messages, such as a connection to a mail server."""
        return nullcontext()

    @abstractmethod
    def claim(self, row: Row) -> None:
        """Mark the locked `row` as being sent."""

    @abstractmethod
    def parcel(self, row: Row, session: Any) -> Parcel | None:
        """Return the parcel to send for a claimed row; None if it is no longer wanted."""

    def has_failed(self, row: Row) -> bool:
        """Return whether the receiver refused its last message."""
        return False

    @abstractmethod
    def send(self, parcel: Parcel) -> Any:
        """Send `parcel` and return the response. This runs in a thread, without the database.

        :raises Exception: if nothing can be sent; the loop ends and tries again later.
        """

    @abstractmethod
    def note(self, parcel: Parcel, answer: Any) -> None:
        """Store the result: sent, to be retried later, or dropped."""

    def prune(self) -> None:
        """Drop messages that are too old, and delete rows that are no longer needed."""

    def turn_back(self, now: datetime, shift: timedelta) -> None:
        """Add `shift` (negative) to times after `now`, because the clock was set back to `now`."""


class Sending(NamedTuple):
    """A message that is being sent."""

    lane: Lane
    has_failed: bool
    parcel: Any


def kinds() -> tuple[MessageKind[Any, Any], ...]:
    """Return the kinds of messages of the site."""
    wiring: tuple[MessageKind[Any, Any], ...] = import_string(settings.OUTBOX)
    return wiring


def deliver(kind: MessageKind[Any, Any]) -> None:
    """Send due messages in a background thread."""
    if kind.due().exists():
        background_jobs.run(kind.name, lambda: deliver_due(kind))


def deliver_due(kind: MessageKind[Any, Any]) -> int:
    """Send all messages due now; return the number of attempts.

    :raises Exception: as raised by `session` or `send`; unclaimed rows stay due, and results of
        messages being sent are stored.
    """
    if not kind.due().exists():
        return 0
    under_way: dict[Future[Any], Sending] = {}
    lanes: list[Lane] = []
    errors: list[BaseException] = []
    with kind.session() as session, ThreadPoolExecutor(kind.together) as pool:
        while True:
            for sending in () if errors else claims(kind, session, under_way.values(), lanes):
                under_way[pool.submit(kind.send, sending.parcel)] = sending
                lanes.append(sending.lane)
            if not under_way:
                break
            for job in wait(under_way, LOOK_AGAIN, FIRST_COMPLETED).done:
                parcel, error = under_way.pop(job).parcel, job.exception()
                errors += [error] if error else []
                if error is None:
                    _note(kind, parcel, job.result())
    if errors:
        raise errors[0]
    kind.prune()
    return len(lanes)


def _note(kind: MessageKind[Any, Any], parcel: Any, answer: Any) -> None:
    """Store a result; an error for one row does not stop the others."""
    try:
        kind.note(parcel, answer)
    except Exception:
        log.exception("The result of a message of %s could not be stored", kind.name)


def claims(
    kind: MessageKind[Any, Any],
    session: Any,
    under_way: Collection[Sending],
    past: Sequence[Lane] = (),
) -> Iterator[Sending]:
    """Claim one row of each free lane, and yield its message.

    Lanes are served in the order in which they were last served; those waiting for a response are
    skipped.
    """
    places = [*under_way]
    busy = {sending.lane for sending in places}
    for lane in _in_order(_lanes_due(kind) - busy, past):
        if len(places) >= kind.together:
            return
        failing = sum(sending.has_failed for sending in places)
        sending = _next(kind, session, lane, may_fail=failing < kind.together // 2)
        if sending is not None:
            places.append(sending)
            yield sending


def _lanes_due(kind: MessageKind[Any, Any]) -> set[Lane]:
    if not kind.lane:
        return {None} if kind.due().exists() else set()
    return set(kind.due().order_by().values_list(kind.lane, flat=True).distinct())


def _in_order(lanes: Collection[Lane], past: Sequence[Lane]) -> list[Lane]:
    """Return `lanes`, with the one that has waited longest first."""
    last = {lane: turn for turn, lane in enumerate(past)}
    return sorted(lanes, key=lambda lane: (last.get(lane, -1), lane))


def _next(
    kind: MessageKind[Any, Any], session: Any, lane: Lane, *, may_fail: bool
) -> Sending | None:
    """Claim rows of a lane until one is still wanted, and return its message, or None."""
    while (row := _claim(kind, lane, may_fail=may_fail)) is not None:
        try:
            parcel = kind.parcel(row, session)
        except Exception:  # one broken row must not stop later rows
            log.exception("A row of %s could not be made into a message", kind.name)
            continue
        if parcel is not None:
            return Sending(lane, kind.has_failed(row), parcel)
    return None


def _claim(kind: MessageKind[Any, Any], lane: Lane, *, may_fail: bool) -> Any:
    """Claim and return the first due row of a lane, or None."""
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        due = kind.due().filter(Q(**{kind.lane: lane}) if kind.lane else Q())
        due = due if may_fail else due.filter(kind.steady)
        rows = due.select_for_update(skip_locked=skip, of=("self",) if skip else ())
        row = rows.order_by(*kind.order).first()
        if row is not None:
            kind.claim(row)
    return row
