"""Runs slow jobs (e-mails, webhooks) in background threads, so that matches don't wait for them."""

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread

from django.db import connection

log = logging.getLogger(__name__)

#: How many seconds to wait after a job failed, so as not to call a failed mail server constantly.
REST = 60.0

_rests_until: dict[str, float] = {}
_working: dict[str, Lock] = {}


def run(name: str, work: Callable[[], object]) -> None:
    """Run `work()` in a separate thread, unless the last thread of that name is still running.

    The thread may be killed at any point, so pending work must be stored in rows. Inside a
    transaction (as in tests), it runs in the calling thread, because others could not see the rows.
    """
    if connection.in_atomic_block:
        work()
        return
    lock = _working.setdefault(name, Lock())
    if time.monotonic() < _rests_until.get(name, 0.0):
        return
    if lock.acquire(blocking=False):
        Thread(target=_do, args=(name, work, lock), name=name, daemon=True).start()


def _do(name: str, work: Callable[[], object], lock: Lock) -> None:
    try:
        work()
    except Exception:
        log.exception("The job %s failed; trying again later", name)
        _rests_until[name] = time.monotonic() + REST
    finally:
        connection.close()
        lock.release()


def forget() -> None:
    """Clear the times of past runs, as in a new process."""
    _rests_until.clear()
    _working.clear()
