"""Print the link by which a user becomes the administrator."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from installation import first_administrator


class Command(BaseCommand):
    """Prints a link that works for a day, while the site has no administrator."""

    help = "Prints the link that creates the first administrator."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link.

        :raises CommandError: if the site already has an administrator.
        """
        if not first_administrator.is_wanted():
            raise CommandError("The site already has an administrator.")
        self.stdout.write(first_administrator.link())
