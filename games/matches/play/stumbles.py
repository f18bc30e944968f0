"""How a loop that never ends goes on after an error, and when it gives up.

A database that is down leaves broken connections. They must be closed, or every later round fails
too.
"""

import logging

from django.db import connections

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


def drop_connections() -> None:
    """Close this thread's database connections, broken or not; the next query opens one.

    Does nothing inside a transaction (as in tests).
    """
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
