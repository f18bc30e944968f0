"""Runs the referee as a separate process."""

import signal
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.matches.play import referee
from games.matches.play.stumbles import GaveUp


class Command(BaseCommand):
    """Acts for bots and clocks, for any number of web processes."""

    help = "Acts for bots and clocks until interrupted; on PostgreSQL several can run at once."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until stopped by a service manager or Ctrl+C.

        :raises CommandError: after too many consecutive failures, so that a supervisor restarts it.
        """
        stopped = Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, lambda *_heard: stopped.set())
        try:
            referee.run(stopped)
        except GaveUp as error:
            raise CommandError(str(error)) from error
