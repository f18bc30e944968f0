"""Health checks for monitoring: whether this process can serve pages, and which parts fail."""

import logging
import math
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple

from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from games.matches.models import Pulse
from games.matches.play import referee

log = logging.getLogger(__name__)

#: The time without a heartbeat after which a referee is reported missing.
MISSED = timedelta(seconds=referee.PULSE * 6)

_is_migrated = False
_stored_at = -math.inf


class HealthCheck(NamedTuple):
    """The result of one check."""

    name: str
    is_well: bool
    is_vital: bool  #: whether no page can be served without it


@contextmanager
def own_connection() -> Iterator[None]:
    """Let this thread use a connection outside of the pool, which requests may use up."""
    pooled = connections[DEFAULT_DB_ALIAS]
    if not pooled.settings_dict["OPTIONS"].get("pool"):
        yield
        return
    own = pooled.copy()
    del own.settings_dict["OPTIONS"]["pool"]
    own.settings_dict["CONN_MAX_AGE"] = 60  # for repeated checks
    connections[DEFAULT_DB_ALIAS] = own
    try:
        yield
    finally:
        own.close()
        connections[DEFAULT_DB_ALIAS] = pooled


@own_connection()
def check_all() -> list[HealthCheck]:
    """Run all checks; a check with an error is not well."""
    checks: tuple[tuple[str, Callable[[], bool], bool], ...] = (
        ("database", is_database_there, True),
        ("migrations", is_migrated, True),
        ("storing", is_storing, True),
        ("cache", is_cache_there, False),
        ("referee", is_referee_at_work, False),
    )
    return [HealthCheck(name, _succeeds(look), is_vital) for name, look, is_vital in checks]


def _succeeds(look: Callable[[], bool]) -> bool:
    try:
        return look()
    except Exception as error:
        log.warning("%s failed: %s", look.__name__, error)
        return False


def is_database_there() -> bool:
    """Return whether the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def is_migrated() -> bool:
    """Return whether the database has every migration of this release; more are allowed."""
    global _is_migrated
    _is_migrated = _is_migrated or not missing_migrations()
    return _is_migrated


def is_storing() -> bool:
    """Return whether this process can store data: the disk may be full, or the database read-only.

    It records a heartbeat every few seconds. Storing is tried here only if that failed, or
    is overdue.
    """
    if not has_stored_recently():
        note_served()
    return True


def has_stored_recently() -> bool:
    """Return whether the last heartbeat of this process was stored, and is recent."""
    return time.monotonic() - _stored_at < MISSED.total_seconds()


def note_served() -> None:
    """Record that pages are served, because clocks stop while none are, and that it was stored."""
    global _stored_at
    try:
        referee.note_open(timezone.now())
    except Exception:
        _stored_at = -math.inf
        raise
    _stored_at = time.monotonic()


def missing_migrations() -> list[str]:
    """Return the names of migrations missing in the database."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def is_cache_there() -> bool:
    """Return whether the shared cache stores values."""
    key = f"health-{secrets.token_hex(8)}"  # for this check only: processes check concurrently
    cache.set(key, key, 60)
    is_kept = cache.get(key) == key
    cache.delete(key)
    return is_kept and not getattr(cache, "is_away", False)


def is_referee_at_work() -> bool:
    """Return whether a referee recorded a recent heartbeat."""
    age = age_of(Pulse.REFEREE)
    return age is not None and age < MISSED


def age_of(pulse: int) -> timedelta | None:
    """Return the age of a heartbeat; None without one.

    For a heartbeat in the future, from before the clock was set back, it is the distance.
    """
    at = Pulse.objects.filter(pk=pulse).values_list("at", flat=True).first()
    return None if at is None else abs(timezone.now() - at)


def forget() -> None:
    """Clear the results of checks and heartbeats, as in a new process."""
    global _is_migrated, _stored_at
    _is_migrated, _stored_at = False, -math.inf
