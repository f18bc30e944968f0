"""Background jobs of the server: the embedded referee, heartbeats, and garbage collection."""

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

from django.conf import settings
from django.db import connections
from django.urls import get_resolver

from games.matches.live import pubsub
from games.matches.lobby import attendance
from games.matches.play import presence, referee
from games.matches.play.stumbles import GaveUp, repeat
from installation import health

log = logging.getLogger(__name__)

#: The number of new objects after which Python looks for unreachable ones among them. By default it
#: does so fifteen times as often, and among older objects, too.
NEW_OBJECTS = 10_000
#: The number of such collections after which their survivors are searched, too. A request and its
#: page are a cycle: if it is being answered during a collection, only this one can free it.
SURVIVORS = 5
#: Seconds between two collections of all objects.
WHOLE_COLLECTION = 300.0
#: Seconds for which a thread runs while others wait.
SHIFT = 0.0005
#: More collections than a process ever makes.
NEVER = 1_000_000


class Lifespan:
    """Answers the server's start and stop (ASGI lifespan)."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the jobs between start and stop, with the referee only if this process has one."""
        await receive()
        stopped = Event()
        loops = [*LOOPS, referee.run] if settings.REFEREE_EMBEDDED else LOOPS
        with ThreadPoolExecutor(len(loops)) as threads:
            running = [threads.submit(keep_running, loop, stopped) for loop in loops]
            try:
                shorten_pauses()
                pubsub.listen()  # asks other processes for their users before a socket opens here
                await send({"type": "lifespan.startup.complete"})
                await receive()
            finally:
                stopped.set()
            await asyncio.gather(*map(asyncio.wrap_future, running))
        await send({"type": "lifespan.shutdown.complete"})


def shorten_pauses() -> None:
    """Exclude permanent objects of the server from frequent garbage collections.

    Collecting stops all tables of the process: for 0.1 to 0.5 seconds with a hundred
    tables, if it includes all modules, settings and URLs each time. So it covers only new objects
    frequently, and everything else at fixed times, however busy or idle the process is. Threads
    that render pages give way to the loop after half a millisecond instead of five.
    """
    sys.setswitchinterval(SHIFT)
    get_resolver().url_patterns  # noqa: B018 - imports what the first request would
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, SURVIVORS, NEVER)


def keep_running(loop: Callable[[Event], None], stopped: Event) -> None:
    """Run `loop` until `stopped`; stop the server if it gives up, or ends with another error.

    It has a connection outside of the pool: requests may use all of the pool for minutes on a busy
    day, and a server that is only busy must not stop, nor be considered down.
    """
    try:
        with health.own_connection():
            loop(stopped)
    except Exception as reason:
        expected = isinstance(reason, GaveUp)
        log.critical("%s; stopping the server, to be restarted", reason, exc_info=not expected)
        stop_server()
    finally:
        connections.close_all()


def notes(stopped: Event) -> None:
    """Record regularly that pages are served, because clocks stop while none are."""
    repeat("Recording that pages are served", health.note_served, lambda: referee.PULSE, stopped)


def check_open_tables(stopped: Event) -> None:
    """Check the attendance at open tables regularly, after a pause for people to come back."""
    if not stopped.wait(attendance.EVERY):
        repeat("The check of open tables", attendance.look, lambda: attendance.EVERY, stopped)


def check_presence(stopped: Event) -> None:
    """Regularly check who is present at matches without a clock."""
    repeat("The check of presence", presence.look, lambda: presence.EVERY, stopped)


def collect_garbage(stopped: Event) -> None:
    """Collect unreachable objects among all objects regularly."""
    repeat("The garbage collection", _collect, lambda: WHOLE_COLLECTION, stopped)


#: The jobs of every process that serves pages.
LOOPS = [notes, check_open_tables, check_presence, collect_garbage]


def _collect() -> None:
    gc.collect()


def stop_server() -> None:
    """Stop this process as a signal would: open requests are answered."""
    os.kill(os.getpid(), signal.SIGTERM)
