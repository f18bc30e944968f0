"""Metrics in Prometheus's text format.

The metrics of the database are the same in every process. Those of the process (sockets, requests,
the latency of moves) differ, and Prometheus adds them up.
"""

import os
import resource
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.core.cache import cache
from django.db import connection
from django.db.models import Count, Min
from django.utils import timezone

from games.matches.live import latency
from games.matches.models import Match, Pulse
from games.matches.play import outbox
from installation import health

#: A clock not handled for this long after it ran out is late.
LATE = timedelta(seconds=5)
STARTED = time.time()


class Figure(NamedTuple):
    """A metric with its description, and its values by label."""

    name: str
    kind: str
    help: str
    values: Iterable[tuple[str, float]]  #: each with its labels, as {status="open"}


class Traffic:
    """The counts of this process."""

    def __init__(self) -> None:
        self.sockets = 0
        self.requests_open = 0
        self.requests: Counter[int] = Counter()

    def figures(self) -> Iterator[Figure]:
        """Yield the counts."""
        yield _gauge("sockets", "Open WebSockets of this process.", self.sockets)
        yield _gauge("requests_open", "Requests waiting for a response.", self.requests_open)
        by_class = [(f'{{status="{status}xx"}}', n) for status, n in sorted(self.requests.items())]
        yield Figure("requests_total", "counter", "Requests answered, by class.", by_class)


TRAFFIC = Traffic()


def text(of_database: Iterable[Figure] | None) -> str:
    """Return all metrics as text; `of_database` is None if the database does not answer."""
    lines: list[str] = []
    is_there = _gauge("database_up", "Whether the database answers.", int(of_database is not None))
    for figure in (is_there, *(of_database or ()), *own(), *TRAFFIC.figures()):
        lines.append(f"# HELP cabinet_noir_{figure.name} {figure.help}")
        lines.append(f"# TYPE cabinet_noir_{figure.name} {figure.kind}")
        lines += [f"cabinet_noir_{figure.name}{labels} {_number(n)}" for labels, n in figure.values]
    return "\n".join([*lines, *_moves(), ""])


def _moves() -> Iterator[str]:
    """Yield the histogram of the latency of moves for each lane."""
    name = "cabinet_noir_move_seconds"
    yield f"# HELP {name} From a move's arrival to its acknowledgement."
    yield f"# TYPE {name} histogram"
    for lane, times in latency.LANES.items():
        for end, count in times.up_to():
            yield f'{name}_bucket{{lane="{lane}",le="{_number(end)}"}} {count}'
        yield f'{name}_sum{{lane="{lane}"}} {times.seconds:.6f}'
        yield f'{name}_count{{lane="{lane}"}} {len(times)}'


@health.own_connection()
def stored_figures() -> list[Figure]:
    """Return the metrics of the database."""
    return list(_read_figures())


def _read_figures() -> Iterator[Figure]:
    now = timezone.now()
    counts = dict.fromkeys((Match.Status.OPEN.value, Match.Status.RUNNING.value), 0)
    matches = Match.objects.filter(status__in=counts).order_by().values_list("status")
    counts |= dict(matches.annotate(Count("pk")))
    tables = [(f'{{status="{status}"}}', number) for status, number in counts.items()]
    yield Figure("tables", "gauge", "Tables that are open or being played at.", tables)
    due = Match.objects.filter(status=Match.Status.RUNNING, due_at__lte=now)
    late, oldest = due.filter(due_at__lt=now - LATE).count(), due.aggregate(Min("due_at"))
    yield _gauge("clocks_late", "Matches for which a referee is more than 5 seconds late.", late)
    yield _gauge(
        "oldest_due_seconds", "How long the oldest has been due.", _age(oldest["due_at__min"], now)
    )
    ages_of = (
        ("referee", Pulse.REFEREE, "Seconds since a referee's last heartbeat."),
        ("web", Pulse.WEB, "Seconds since a web process's last heartbeat."),
        ("referee_failure", Pulse.FAILED, "Seconds since a referee failed at a table."),
    )
    for name, pulse, meaning in ages_of:
        age = health.age_of(pulse)
        seconds = float("inf") if age is None else age.total_seconds()
        yield _gauge(f"{name}_age_seconds", meaning, seconds)
    waiting = _outbox(now)
    yield Figure("outbox", "gauge", "Messages that are due.", [(a, n) for a, n, _s in waiting])
    ages = [(labels, seconds) for labels, _number, seconds in waiting]
    yield Figure("outbox_age_seconds", "gauge", "How long the oldest has been due.", ages)


def _outbox(now: datetime) -> list[tuple[str, int, float]]:
    """Return the number of due messages of each kind, and the time of the oldest."""
    waiting = []
    for kind in outbox.kinds():
        rows = kind.due().select_related(None).order_by()
        due = rows.aggregate(number=Count("pk"), first=Min(kind.due_field))
        waiting.append((f'{{queue="{kind.name}"}}', due["number"], _age(due["first"], now)))
    return waiting


def own() -> Iterator[Figure]:
    """Yield the metrics of this process."""
    memory = _resident()
    yield _gauge("resident_bytes", "Memory of this process.", memory)
    yield _gauge("files_open", "Open files and sockets of this process.", _files())
    yield _gauge("started_seconds", "When this process began, since 1970.", round(STARTED, 3))
    yield _gauge("cache_up", "Whether the cache answers.", int(not getattr(cache, "is_away", 0)))
    yield Figure("database_pool", "gauge", "Connections of this process's pool.", _pool())


def _pool() -> list[tuple[str, float]]:
    pool = getattr(connection, "pool", None)
    if pool is None:
        return []
    stats = pool.get_stats()
    kinds = {"size": "pool_size", "free": "pool_available", "waiting": "requests_waiting"}
    return [(f'{{what="{kind}"}}', stats.get(key, 0)) for kind, key in kinds.items()]


def _resident() -> int:
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _files() -> int:
    files = Path("/proc/self/fd")
    return len(list(files.iterdir())) if files.exists() else -1


def _number(value: float) -> str:
    return "+Inf" if value == float("inf") else str(value)


def _gauge(name: str, says: str, value: float) -> Figure:
    return Figure(name, "gauge", says, [("", value)])


def _age(at: datetime | None, now: datetime) -> float:
    return 0.0 if at is None else max(0.0, (now - at).total_seconds())
