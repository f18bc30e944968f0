"""Settings of a process with a movable clock, and perhaps with a planted fault (PLANT).

CLOCK names a file with the number of seconds by which the process is wrong. The machine's clock is
not changed, because only root may do so; PostgreSQL and the system use it. This module gives the
time to our code and Django; timers are not changed.
"""

import datetime
import os
import time
from pathlib import Path

from django.utils import timezone

from tests.settings import *  # noqa: F403

#: Seconds for which the content of the file is cached.
KEPT = 0.1
_offset = _read_at = 0.0


def offset(file: Path) -> float:
    """Return the number of seconds by which the clock is wrong."""
    global _offset, _read_at
    if time.monotonic() - _read_at > KEPT:
        _read_at = time.monotonic()
        _offset = float(file.read_text() or 0) if file.exists() else 0.0
    return _offset


def _install(file: Path) -> None:
    real_now, real_time = timezone.now, time.time

    def now() -> datetime.datetime:
        return real_now() + datetime.timedelta(seconds=offset(file))

    def moved_time() -> float:
        return real_time() + offset(file)

    timezone.now, time.time = now, moved_time


if "PLANT" in os.environ:
    INSTALLED_APPS += [os.environ["PLANT"]]  # noqa: F405

if "CLOCK" in os.environ:
    _install(Path(os.environ["CLOCK"]))
