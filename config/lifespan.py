"""What begins and ends with the server: the embedded referee."""

import asyncio
import contextlib
import logging
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings

from games.matches import referee

log = logging.getLogger(__name__)


class Lifespan:
    """Answer the server's start and stop (ASGI lifespan)."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the referee between start and stop, where this process has it."""
        await receive()
        task = asyncio.create_task(_referee()) if settings.REFEREE_EMBEDDED else None
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if task is not None:
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
        await asyncio.sleep(referee.POLL)
