"""Restore a backup."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from accounts.models import User
from games.matches.models import Pulse
from installation import backup, health

#: A site that noted itself more lately than this is running.
RUNNING = timedelta(seconds=20)


class Command(BaseCommand):
    """Restores what `backup` wrote; the site must be stopped."""

    help = "Puts database and secret key of a backup in place. Stop the site first."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace", action="store_true", help="lose what is in the database now"
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        """Restore the backup.

        :raises CommandError: if the site runs or has users, or the file is unusable.
        """
        if is_running():
            raise CommandError("The site is running: stop it first, with every process it has.")
        if not replace and is_used():
            raise CommandError("This database holds people. --replace loses them for the backup.")
        try:
            manifest = backup.restore(file)
        except (backup.Unusable, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored as of {manifest['at']}. Now run: manage.py migrate")
        if os.environ.get("SECRET_KEY"):
            path = settings.VAR_DIR / "secret-key"
            self.stdout.write(f"SECRET_KEY is set here: unless it is what {path} says, use that.")


def is_running() -> bool:
    """Return whether a web process noted recently that it runs."""
    try:
        age = health.age_of(Pulse.WEB)
    except DatabaseError:
        return False
    return age is not None and age < RUNNING


def is_used() -> bool:
    """Return whether the site has users."""
    try:
        return User.objects.exists()
    except DatabaseError:
        return False
