"""What other apps want done now and then, by whoever referees: rating, leagues, reminders.

The apps register in their `AppConfig.ready()`. What is to be done must stand in rows, and doing
it twice, or in two processes at once, must change nothing.
"""

import logging
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

#: Seconds between two rounds.
EVERY = 3.0

_chores: dict[str, Callable[[], object]] = {}
_done_at = 0.0


def register(name: str, chore: Callable[[], object]) -> None:
    """Have `chore()` called every few seconds, from the referee's thread."""
    _chores[name] = chore


def do_due() -> None:
    """Do all chores, unless that was done just now."""
    global _done_at
    if time.monotonic() - _done_at >= EVERY:
        do_all()
        _done_at = time.monotonic()


def do_all() -> None:
    """Do all chores; one that stumbles keeps no other from being done."""
    for name, chore in _chores.items():
        try:
            chore()
        except Exception:
            log.exception("The chore %s stumbled; trying again later", name)
