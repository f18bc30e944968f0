"""Two connections whose transactions overlap: the second begins before the first has committed."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.db import connection, transaction

from games.matches.errors import Refused

Job = Callable[[], Any]


def overlapping(first: Job, second: Job, *rest: Job) -> tuple[Any, Any]:
    """Do `first`; before it is committed, let `second` go until it waits or is done; then commit.

    Return the results of both, or their refusals. Each must have read its rows beforehand, like a
    page, so that they are out of date when it acts. The `rest` is also done by the first
    connection, before it commits.
    """
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            one = _outcome(first)
            later = pool.submit(_apart, second)
            _wait(later)
            for job in rest:
                job()
        return one, later.result(timeout=30)


def _outcome(job: Job) -> Any:
    try:
        return job()
    except Refused as refusal:
        return refusal


def _apart(job: Job) -> Any:
    try:
        return _outcome(job)
    finally:
        connection.close()


def _wait(later: Future[Any]) -> None:
    """Wait until the other connection waits for ours, or is done."""
    until = time.monotonic() + 20
    while not later.done() and not _is_waited_for():
        assert time.monotonic() < until
        time.sleep(0.01)


def _is_waited_for() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted"
            " AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))"
        )
        return bool(cursor.fetchone()[0])
