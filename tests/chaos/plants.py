"""A fault of the site itself, which a trial must catch (`python -m tests.chaos --plant writer`)."""

import asyncio
import time
from collections.abc import Sequence

from django.apps import AppConfig

#: The delay of commits, in seconds.
LATE = 1.0


class HastyWriter(AppConfig):
    """A writer that acknowledges every move, and commits it afterwards."""

    name = "tests.chaos"

    def ready(self) -> None:
        """Put it in place of the real one."""
        from games.matches.play import moves, writer

        put, commit = writer.Writer.put, writer._commit

        def acknowledge(self: writer.Writer, move: moves.PlannedMove) -> asyncio.Future[bool]:
            put(self, move)
            told: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            told.set_result(True)
            return told

        def commit_late(batch: Sequence[moves.PlannedMove]) -> list[writer.Result]:
            time.sleep(LATE)
            return commit(batch)

        writer.Writer.put = acknowledge  # type: ignore[method-assign]
        writer._commit = commit_late
