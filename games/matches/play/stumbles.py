"""How a loop that never ends goes on after an error, and when it gives up.

A database that is down leaves broken connections. They must be closed, or every later round fails
too.
"""

import logging
from collections.abc import Callable
from threading import Event

from django.db import close_old_connections, connections

log = logging.getLogger(__name__)

#: Seconds to wait after each error in a row. After one more error the process should end.
PAUSES = (1.0, 2.0, 4.0, 8.0, 8.0)


class GaveUp(Exception):
    """A loop failed too often in a row; its process ends and a supervisor starts another."""


class Stumbles:
    """Counts how often a loop failed in a row."""

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
        log.exception("%s stumbled; trying again", self.name)
        drop_connections()
        return PAUSES[self._count - 1]


def repeat(name: str, work: Callable[[], None], rest: Callable[[], float], stopped: Event) -> None:
    """Do `work()` again and again, with a rest between, until `stopped`; finish what was begun.

    Call it in a thread of its own: a loop of the event loop would hand over to a thread each time,
    which takes longer than a look at the database.

    :raises GaveUp: if it failed several times in a row: a new process may do better.
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

    Does nothing inside a transaction (as in tests).
    """
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
