"""Restarts endless loops after errors, with a limit.

A database outage leaves broken connections, which must be closed, or every later round would fail,
too.
"""

import logging
from collections.abc import Callable
from threading import Event

from django.db import close_old_connections, connections

log = logging.getLogger(__name__)

#: How many seconds to wait after each consecutive error; after one more, the process should end.
PAUSES = (1.0, 2.0, 4.0, 8.0, 8.0)


class GaveUp(Exception):
    """A loop failed too often in a row; its process ends, and a supervisor restarts it."""


class Stumbles:
    """Counts the consecutive failures of a loop."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._count = 0

    def forget(self) -> None:
        """Start counting from zero, after a round without an error."""
        self._count = 0

    def note(self) -> float:
        """Log the current error, and return the seconds to wait.

        :raises GaveUp: if there were too many errors in a row.
        """
        self._count += 1
        if self._count > len(PAUSES):
            raise GaveUp(f"{self.name} failed {self._count} times in a row")
        log.exception("%s failed; trying again", self.name)
        drop_connections()
        return PAUSES[self._count - 1]


def repeat(name: str, work: Callable[[], None], rest: Callable[[], float], stopped: Event) -> None:
    """Repeat `work()`, with rests in between, until `stopped` is set; finish work in progress.

    Call this in a separate thread: in the event loop, each round would have to switch to a thread,
    which takes longer than a query.

    :raises GaveUp: after several consecutive failures, because a new process may succeed.
    """
    stumbles = Stumbles(name)
    is_over = stopped.is_set()
    while not is_over:
        pause = 0.0
        try:
            work()
            stumbles.forget()
        except Exception:
            pause = stumbles.note()
        close_old_connections()
        is_over = stopped.wait(pause + rest())


def drop_connections() -> None:
    """Close this thread's database connections, broken or not; the next query opens one.

    Do nothing inside a transaction (as in tests).
    """
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
