"""What runs while the server runs: the embedded referee, and notes that pages are served."""

import asyncio
import gc
import logging
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

from django.conf import settings
from django.db import connections
from django.urls import get_resolver

from games.matches.live import attendance, presence, pubsub
from games.matches.play import referee
from games.matches.play.stumbles import GaveUp, repeat
from installation import health

log = logging.getLogger(__name__)

#: After how many new objects Python looks for unreachable ones among them. By default it looks
#: fifteen times as often, and at older objects too.
NEW_OBJECTS = 10_000
#: Seconds between two looks at all objects.
WHOLE_LOOK = 300.0
#: More looks than a process ever takes.
NEVER = 1_000_000


class Lifespan:
    """Answers the server's start and stop (ASGI lifespan)."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the jobs between start and stop; the referee only where this process has one."""
        await receive()
        stopped = Event()
        loops = [*LOOPS, run_referee] if settings.REFEREE_EMBEDDED else LOOPS
        with ThreadPoolExecutor(len(loops)) as threads:
            running = [threads.submit(keep_running, loop, stopped) for loop in loops]
            try:
                shorten_pauses()
                pubsub.listen()  # who is where is asked before the first socket is opened here
                await send({"type": "lifespan.startup.complete"})
                await receive()
            finally:
                stopped.set()
            await asyncio.gather(*map(asyncio.wrap_future, running))
        await send({"type": "lifespan.shutdown.complete"})


def shorten_pauses() -> None:
    """Let garbage collection pass over what a server keeps for as long as it runs.

    Collecting stops every table of the process at once: for 0.1 to 0.5 seconds with a hundred
    tables, if it goes through all modules, settings and addresses each time. So it does not; it
    goes through new objects now and then, and through everything else at fixed times, however busy
    or idle the process is.
    """
    get_resolver().url_patterns  # noqa: B018 - imports what the first request would
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, NEVER)


def keep_running(loop: Callable[[Event], None], stopped: Event) -> None:
    """Run `loop` until `stopped`; stop the server if it gives up, or ends by any other error.

    It has a connection beside the pool: requests may have all of that for minutes on a busy day,
    and a server that is only busy must not stop, nor be taken for one that serves nobody.
    """
    try:
        with health.own_connection():
            loop(stopped)
    except Exception as reason:
        expected = isinstance(reason, GaveUp)
        log.critical("%s; the server stops, to be started anew", reason, exc_info=not expected)
        stop_server()
    finally:
        connections.close_all()


def run_referee(stopped: Event) -> None:
    """Look for due work again and again."""
    referee.run(stopped)


def notes(stopped: Event) -> None:
    """Note regularly that pages are served, because clocks stop while none are."""
    repeat("The note that pages are served", health.note_served, lambda: referee.PULSE, stopped)


def look_at_open_tables(stopped: Event) -> None:
    """Look regularly who attends the open tables, after a pause for people to come back."""
    if not stopped.wait(attendance.EVERY):
        repeat("The look at open tables", attendance.look, lambda: attendance.EVERY, stopped)


def look_who_is_there(stopped: Event) -> None:
    """Look regularly who is present at the matches without a clock."""
    repeat("The look at who is there", presence.look, lambda: presence.EVERY, stopped)


def collect_garbage(stopped: Event) -> None:
    """Look regularly through all objects for unreachable ones."""
    repeat("The look for garbage", _collect, lambda: WHOLE_LOOK, stopped)


#: What every process that serves pages does beside them.
LOOPS = [notes, look_at_open_tables, look_who_is_there, collect_garbage]


def _collect() -> None:
    gc.collect()


def stop_server() -> None:
    """Stop this process as a signal would: open requests are answered."""
    os.kill(os.getpid(), signal.SIGTERM)
