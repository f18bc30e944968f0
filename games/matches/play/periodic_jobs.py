"""Periodic jobs that the referee runs every few seconds: ratings, leagues, reminders.

They are listed in the setting PERIODIC_JOBS. A job's pending work must be stored in rows. Jobs must
be idempotent, even when run by two processes simultaneously.
"""

import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from games.matches.play.stumbles import drop_connections

log = logging.getLogger(__name__)

#: The default number of seconds between runs of a job, and that of jobs for which players wait.
EVERY, SOON = 10.0, 3.0

_done_at: dict[str, float] = {}


@dataclass(frozen=True)
class Job:
    """A function called periodically in the referee's thread, with its name for the log."""

    name: str
    run: Callable[[], object]
    every: float = EVERY  #: seconds between two runs


def jobs() -> tuple[Job, ...]:
    """Return the periodic jobs of the site."""
    wiring: tuple[Job, ...] = import_string(settings.PERIODIC_JOBS)
    return wiring


def do_due() -> None:
    """Run the jobs that are due; a failing job does not stop the others."""
    now = time.monotonic()
    due = [job for job in jobs() if now - _done_at.get(job.name, -math.inf) >= job.every]
    for job in due:
        try:
            job.run()
        except Exception:
            log.exception("The job %s failed; trying again later", job.name)
            drop_connections()  # a broken connection would fail the next job, too
    _done_at.update((job.name, time.monotonic()) for job in due)


def forget() -> None:
    """Clear the times of past runs, as in a new process."""
    _done_at.clear()
