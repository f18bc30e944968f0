"""Checks an installation, with a remedy for each fault."""

import json
import shutil
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.utils import timezone

from accounts.models import User
from games.matches.models import Pulse
from installation import backup, health

#: Bytes of the disk that should be free, and the greatest age of a backup and error of a clock.
FREE, BACKUP_AGE, CLOCK = 512 * 1024**2, timedelta(days=8), timedelta(seconds=2)


class Fault(NamedTuple):
    """Something missing or wrong."""

    is_grave: bool  #: whether users will notice, or lose data
    says: str


def examine() -> list[Fault]:
    """Return all faults; a check that fails to run counts as one.

    Checks that need a database are skipped if it is down: each would wait for the pool.
    """
    away = _found_by(_database)
    elsewhere = (_cache, _disk, _folder, _backup, _mail, _addresses, _debug, _https, _static)
    inside = (_migrations, _referee, _clock, _pool, _administrators)
    looks = elsewhere if away else (*inside, *elsewhere)
    return [*away, *(fault for look in looks for fault in _found_by(look))]


def _found_by(look: Callable[[], Iterator[Fault]]) -> list[Fault]:
    try:
        return list(look())
    except Exception as error:
        name = look.__name__.removeprefix("_")
        return [_grave(f"This check failed: {name} ({error})")]


def _grave(says: str) -> Fault:
    return Fault(is_grave=True, says=says)


def _advice(says: str) -> Fault:
    return Fault(is_grave=False, says=says)


def _database() -> Iterator[Fault]:
    try:
        with health.own_connection():
            health.is_database_there()
    except DatabaseError as error:
        yield _grave(f"The database is unreachable: check DATABASE_URL. ({error})")


def _migrations() -> Iterator[Fault]:
    if lacks := health.missing_migrations():
        yield _grave(f"Unapplied migrations: {len(lacks)}. Run manage.py migrate")


def _cache() -> Iterator[Fault]:
    if not health.is_cache_there():
        yield _grave("Redis does not retain data: check REDIS_URL and Redis's memory limit.")


def _referee() -> Iterator[Fault]:
    if not health.is_referee_at_work():
        how = "start the site" if settings.REFEREE_EMBEDDED else "start manage.py referee"
        yield _grave(f"No referee is running, so bots and clocks are stopped: {how}.")


def _clock() -> Iterator[Fault]:
    """Compare the clocks of this machine, of the database, and of the last noted time."""
    now = timezone.now()
    ahead = [at - now for at in Pulse.objects.values_list("at", flat=True) if at > now + CLOCK]
    if ahead:
        yield _grave(f"This machine's clock is behind by {max(ahead)}: synchronise it (NTP).")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            apart = abs(cursor.fetchone()[0] - timezone.now())
        if apart > CLOCK:
            yield _grave(f"This clock and the database's differ by {apart}: synchronise both.")


def _disk() -> Iterator[Fault]:
    free = shutil.disk_usage(settings.VAR_DIR).free
    if free < FREE:
        yield _grave(f"Only {free // 1024**2} MiB are free on the disk of {settings.VAR_DIR}.")


def _folder() -> Iterator[Fault]:
    """Check whether other users of this machine can read the database's file."""
    can_enter = settings.VAR_DIR.stat().st_mode & stat.S_IXOTH
    files = [file.stat().st_mode & stat.S_IROTH for file in settings.VAR_DIR.glob("*.sqlite3*")]
    if can_enter and any(files):
        yield _advice(
            "Other users of this machine can read the database, with every deal and session: "
            f"chmod 700 {settings.VAR_DIR}"
        )


def _backup() -> Iterator[Fault]:
    note = settings.VAR_DIR / backup.NOTE
    if not note.exists():
        yield _grave("There is no backup of the database and the secret key: run manage.py backup")
        return
    last = json.loads(note.read_text())
    age = timezone.now() - datetime.fromisoformat(last["at"]).astimezone(UTC)
    if age > BACKUP_AGE:
        yield _grave(f"The last backup is {age.days} days old: run manage.py backup")
    if last["key"] != sha256(settings.SECRET_KEY.encode()).hexdigest():
        yield _grave("The secret key differs from the one in the backup: run manage.py backup")


def _mail() -> Iterator[Fault]:
    if settings.EMAIL_BACKEND.endswith(("console.EmailBackend", "dummy.EmailBackend")):
        yield _advice(
            "E-mail goes to the console, so nobody can reset a password: set EMAIL_BACKEND."
        )
        return
    if "localhost" in settings.DEFAULT_FROM_EMAIL:
        yield _advice("E-mail is sent from localhost: set DEFAULT_FROM_EMAIL.")
    try:
        with get_connection():  # logs in to the server, and sends nothing
            pass
    except (ImportError, OSError) as error:
        yield _grave(f"E-mail cannot be sent ({error}): check EMAIL_BACKEND and EMAIL_HOST.")


def _addresses() -> Iterator[Fault]:
    host = urlsplit(settings.SITE_URL).hostname
    if host in {None, "localhost"}:
        yield _advice("Links in e-mails point to this machine: set SITE_URL.")
    elif not {host, "*"} & set(settings.ALLOWED_HOSTS):
        yield _grave(f"SITE_URL has the host {host}, which is not in ALLOWED_HOSTS.")


def _debug() -> Iterator[Fault]:
    if settings.DEBUG:
        yield _advice(
            "DEBUG is on and can reveal secrets to anyone: use it only for trying the site out."
        )


def _https() -> Iterator[Fault]:
    if not settings.HTTPS and not settings.DEBUG:
        yield _advice("HTTPS is off: passwords and secrets are sent unencrypted.")


def _static() -> Iterator[Fault]:
    is_needed = "Manifest" in settings.STORAGES["staticfiles"]["BACKEND"]
    if is_needed and not (Path(settings.STATIC_ROOT) / "staticfiles.json").exists():
        yield _grave("Static files are not collected: run manage.py collectstatic --noinput")


def _pool() -> Iterator[Fault]:
    """Compare this process's connections with the server's limit."""
    pool = settings.DATABASES["default"].get("OPTIONS", {}).get("pool")
    if connection.vendor != "postgresql" or not pool:
        return
    with connection.cursor() as cursor:
        cursor.execute("SHOW max_connections")
        most = int(cursor.fetchone()[0])
    if pool["max_size"] * 3 > most:
        yield _advice(
            f"PostgreSQL allows {most} connections, and one process may use {pool['max_size']}: "
            "lower DATABASE_POOL, or add a connection pooler."
        )


def _administrators() -> Iterator[Fault]:
    staff = User.objects.filter(is_superuser=True, is_active=True)
    if not staff.exists():
        yield _advice("The site has no administrator: run manage.py first_administrator")
    bare = staff.exclude(pk__in=Authenticator.objects.values("user"))
    for user in bare:
        yield _advice(
            f"The administrator {user.username} has no second factor and can't log in to the admin."
        )
