"""Run slow jobs (mail, webhooks) in background threads, so that none holds up a match."""

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread

from django.db import connection

log = logging.getLogger(__name__)

#: Seconds to wait after a job failed, so that a mail server that is down isn't called all the time.
REST = 60.0

_rests_until: dict[str, float] = {}
_working: dict[str, Lock] = {}


def run(name: str, work: Callable[[], object]) -> None:
    """Run `work()` in a thread of its own, unless the last thread of that name still works.

    The thread may be killed at any point, so the work to do must stand in rows. Inside a
    transaction (as in tests) it runs at once: another thread could not see the rows.
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
        log.exception("The work on %s stumbled; trying again later", name)
        _rests_until[name] = time.monotonic() + REST
    finally:
        connection.close()
        lock.release()


def forget() -> None:
    """Forget when jobs were done, as a new process does."""
    _rests_until.clear()
    _working.clear()
