"""Run the referee as a process of its own."""

from typing import Any

from django.core.management.base import BaseCommand

from games.matches import referee


class Command(BaseCommand):
    """Act for bots, for as many web processes as there are."""

    help = "Acts for bots and clocks until interrupted; run as many as you like on PostgreSQL."

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until interrupted."""
        referee.run()
