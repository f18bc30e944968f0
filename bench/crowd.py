"""Measures the front page, presence and the queue with 10,000 people, compared with 10.

    python -m bench.crowd

prints, as JSON, the cost per person as a multiple of the cost per person among 10, and also
the milliseconds and statements.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

from bench import pages  # isort: skip  # sets up Django

import msgspec
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from accounts.models import User
from bench.live.prepare import log_in
from games.gathering import lobby, queue
from games.matches.management.commands import demo
from games.matches.models import Match
from games.matches.queries import LISTED
from tests.gathering.crowd import gather, set_tables

FEW, MANY = 10, 10_000
#: Runs of each measurement; the fastest counts.
TIMES = 5


def main() -> None:
    """Measure few people and many, and print the multiples."""
    settings.ROOT_URLCONF = pages.__name__
    BaseDatabaseWrapper.make_cursor = lambda self, cursor: pages.Counted(cursor, self)  # type: ignore[method-assign]
    call_command("migrate", verbosity=0)
    set_tables([()] * 2 * LISTED)  # as many tables on the page for few people as for many
    few, many = measure(FEW), measure(MANY)
    figures = {f"crowd_{key}": round(many[key][0] / few[key][0], 2) for key in many}
    more = max(many[key][1] - few[key][1] for key in ("home", "presence"))
    print(msgspec.json.encode(figures | {"crowd_statements": more}).decode())


def measure(count: int) -> dict[str, tuple[float, int]]:
    """Return the seconds and statements for the page, and for counting and seating each person."""
    reader = demo.person(demo.PEOPLE[0])
    waiting = min(gather(f"crowd-{count}", count), queue.MOST)
    cookie = f"{settings.SESSION_COOKIE_NAME}={log_in(reader)}"
    found = {
        "home": pages.cost("/", cookie)[:2],
        "presence": _fastest(lobby._count, count),
        "queue": _fastest(queue.seat_due, waiting),
    }
    for key, (seconds, statements) in found.items():
        line = f"  {key:9} of {count:6} people: {1000 * seconds:8.3f} ms, {statements} statements\n"
        sys.stderr.write(line)
    Match.objects.filter(host__username__startswith="crowd-").delete()
    User.objects.filter(username__startswith="crowd-").delete()
    return found


def _fastest(act: Callable[[], Any], people: int) -> tuple[float, int]:
    """Return the lowest seconds per person, and the statements; roll back all changes."""
    seconds, statements = [], 0
    for _time in range(TIMES):
        with transaction.atomic():
            before, began = pages.Counted.count, time.perf_counter()
            act()
            seconds.append(time.perf_counter() - began)
            statements = pages.Counted.count - before
            transaction.set_rollback(True)
    return min(seconds) / people, statements


if __name__ == "__main__":
    main()
