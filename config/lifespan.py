"""What runs while the server runs: the embedded referee, and notes that pages are served."""

import asyncio
import contextlib
import gc
import logging
import os
import signal
from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.urls import get_resolver
from django.utils import timezone

from games.matches.live import attendance, presence
from games.matches.play import referee
from games.matches.play.stumbles import GaveUp, Stumbles

log = logging.getLogger(__name__)

#: After how many new objects Python looks for unreachable ones, and how many such looks go before
#: one at older objects. By default it looks fifteen times as often.
NEW_OBJECTS, LOOKS = 10_000, (20, 50)


class Lifespan:
    """Answers the server's start and stop (ASGI lifespan)."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the jobs between start and stop; the referee only where this process has one."""
        await receive()
        tasks = [
            asyncio.create_task(_notes()),
            asyncio.create_task(_attendance()),
            asyncio.create_task(_presence()),
        ]
        if settings.REFEREE_EMBEDDED:
            tasks.append(asyncio.create_task(_referee()))
        shorten_pauses()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await send({"type": "lifespan.shutdown.complete"})


def shorten_pauses() -> None:
    """Let garbage collection pass over what a server keeps for as long as it runs.

    Collecting stops every table of the process at once: for 0.1 to 0.5 seconds with a hundred
    tables, if it goes through all modules, settings and addresses each time.
    """
    get_resolver().url_patterns  # noqa: B018 - imports what the first request would
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *LOOKS)


async def _referee() -> None:
    """Look for due work again and again, in a thread, so that bots never block the sockets."""
    await _repeat("The referee", referee.work, referee.rest)


async def _notes() -> None:
    """Note regularly that pages are served, because clocks stop while none are."""
    await _repeat("The note that pages are served", _note, lambda: referee.PULSE)


async def _attendance() -> None:
    """Look regularly who attends the open tables, after a pause for people to come back."""
    await asyncio.sleep(attendance.EVERY)
    await _repeat("The look at open tables", attendance.look, lambda: attendance.EVERY)


async def _presence() -> None:
    """Look regularly who is present at the matches without a clock."""
    await _repeat("The look at who is there", presence.look, lambda: presence.EVERY)


def _note() -> None:
    referee.note_open(timezone.now())


async def _repeat(name: str, work: Callable[[], None], rest: Callable[[], float]) -> None:
    """Run `work()` in a thread again and again; stop the server after too many errors in a row."""
    in_thread = database_sync_to_async(work, thread_sensitive=False)
    failed = Stumbles(name)
    while True:
        try:
            await in_thread()
            failed.forget()
        except Exception:
            try:
                await asyncio.sleep(failed.note())
            except GaveUp:
                log.critical("%s keeps failing; the server stops, to be started anew", name)
                stop_server()
                return
        await asyncio.sleep(rest())


def stop_server() -> None:
    """Stop this process as a signal would: open requests are answered."""
    os.kill(os.getpid(), signal.SIGTERM)
