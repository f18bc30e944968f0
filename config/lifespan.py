"""What begins and ends with the server: the embedded referee, and notes that pages are served."""

import asyncio
import contextlib
import logging
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import timezone

from games.matches import referee

log = logging.getLogger(__name__)


class Lifespan:
    """Answer the server's start and stop (ASGI lifespan)."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Note between start and stop that pages are served; referee where this process does."""
        await receive()
        tasks = [asyncio.create_task(_notes())]
        if settings.REFEREE_EMBEDDED:
            tasks.append(asyncio.create_task(_referee()))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await send({"type": "lifespan.shutdown.complete"})


async def _referee() -> None:
    """Look for due work again and again, in a thread, so that bots never stop the sockets."""
    work = database_sync_to_async(referee.work, thread_sensitive=False)
    while True:
        try:
            await work()
        except Exception:
            log.exception("The referee stumbled; trying again")
        await asyncio.sleep(referee.rest())


async def _notes() -> None:
    """Note again and again that pages are served, for clocks stand still where none are."""
    note = database_sync_to_async(referee.note_open, thread_sensitive=False)
    while True:
        try:
            await note(timezone.now())
        except Exception:
            log.exception("Could not note that pages are served; trying again")
        await asyncio.sleep(referee.PULSE)
