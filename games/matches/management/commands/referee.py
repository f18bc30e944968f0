"""Run the referee as a process of its own."""

import signal
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand

from games.matches import referee


class Command(BaseCommand):
    """Act for bots and clocks, for as many web processes as there are."""

    help = "Acts for bots and clocks until interrupted; run as many as you like on PostgreSQL."

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until told to stop, by a service manager or by Ctrl+C."""
        stopped = Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, lambda *_heard: stopped.set())
        referee.run(stopped)
