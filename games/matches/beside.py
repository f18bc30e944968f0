"""Slow work beside the referee: a mail server that takes its time must not hold up a match."""

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread

from django.db import connection

log = logging.getLogger(__name__)

#: Seconds of rest after work that stumbled: a mail server that is away is not asked all the time.
REST = 60.0

_rests_until: dict[str, float] = {}
_working: dict[str, Lock] = {}


def run(name: str, work: Callable[[], object]) -> None:
    """Do `work()` in a thread of its own, unless the one of that name is still at it.

    The thread may be killed at any point: what is to be done stands in rows. In a transaction,
    which is a test's, it is done at once: another thread would see nothing of it.
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
