"""Lends each request a thread, which keeps its connection to the database for the next request."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext

#: How many idle threads are kept, and with each a connection to SQLite.
KEPT = 64


class RequestThreads:
    """Runs each request of an ASGI application in one thread of its own.

    Django alone starts a thread for every request and opens SQLite's file in it anew, which takes
    longer than most pages. A request never waits for a busy thread: if all are busy, one more is
    started.
    """

    def __init__(self, application: Any) -> None:
        self._application = application
        self._idle: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one request."""
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(max_workers=1)
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self._application(scope, receive, send)
        finally:
            if len(self._idle) < KEPT:
                self._idle.append(thread)
            else:
                thread.shutdown(wait=False)
