"""Restore a backup."""

import os
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import timezone

from accounts.models import User
from games.matches.models import Pulse
from games.matches.play import referee
from installation import backup

#: The time without a heartbeat after which a process has stopped.
STOPPED = timedelta(seconds=3 * referee.PULSE)


class Command(BaseCommand):
    """Restores a backup; the site must be stopped."""

    help = "Restores the database and the secret key from a backup. Stop the site first."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace",
            action="store_true",
            help="replace the current database, losing its contents",
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        """Restore the backup.

        :raises CommandError: if the site runs or has users, or the file is unusable.
        """
        self.stdout.write("Checking that the site has stopped (up to 15 seconds) ...")
        if is_running():
            raise CommandError("The site is running: stop all its processes first.")
        if not replace and is_used():
            raise CommandError(
                "This database contains accounts. Use --replace to overwrite them with the backup."
            )
        try:
            manifest = backup.restore(file)
        except (backup.Unusable, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored as of {manifest['at']}. Now run: manage.py migrate")
        if os.environ.get("SECRET_KEY"):
            path = settings.VAR_DIR / "secret-key"
            self.stdout.write(
                f"SECRET_KEY is set in the environment: make sure that it equals the key in {path}."
            )


def is_running() -> bool:
    """Return whether a web process or referee records another heartbeat.

    It waits for the next one if the last heartbeat is so recent that it may be from a process that
    has just been stopped.
    """
    try:
        return any(map(_is_noted_again, (Pulse.WEB, Pulse.REFEREE)))
    except DatabaseError:
        return False


def _is_noted_again(pulse: int) -> bool:
    first = _noted_at(pulse)
    while (last := _noted_at(pulse)) is not None and abs(timezone.now() - last) < STOPPED:
        if last != first:
            return True
        time.sleep(0.5)
    return False


def _noted_at(pulse: int) -> datetime | None:
    return Pulse.objects.filter(pk=pulse).values_list("at", flat=True).first()


def is_used() -> bool:
    """Return whether the site has users."""
    try:
        return User.objects.exists()
    except DatabaseError:
        return False
