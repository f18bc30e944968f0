"""Back up an installation in one file."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from installation import backup


class Command(BaseCommand):
    """Back up the database and the secret key; the site may keep running."""

    help = "Writes the database and the secret key to one file; the site can keep running."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "file", nargs="?", type=Path, help="var/backups/TIME.tar.gz if not given"
        )

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        """Write the backup.

        :raises CommandError: if it cannot be written.
        """
        if file is None:
            folder = Path(settings.VAR_DIR) / "backups"
            folder.mkdir(mode=0o700, exist_ok=True)
            file = folder / f"{timezone.now():%Y%m%dT%H%M%SZ}.tar.gz"
        try:
            backup.write(file)
        except (backup.Unusable, OSError) as error:
            raise CommandError(str(error)) from error
        size = file.stat().st_size / 1_048_576
        self.stdout.write(f"{file} ({size:.1f} MiB) contains the database and the secret key.")
        self.stdout.write("Store it on another machine, where nobody else can read it.")
