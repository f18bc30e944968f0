"""Serves each request entirely in one thread, which keeps its connection for the next one."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _

from config.server import refusals
from games.api import errors

#: The number of idle threads kept, each with a connection to SQLite.
KEPT = 64
#: The methods of requests that store nothing.
READING = ("GET", "HEAD")
#: The numbers of pages, and of other requests, that are processed at the same time.
PAGES, FORMS = 4, 10
#: The most seconds that a request waits for its turn; the same as for a database connection.
PATIENCE = 15.0
#: The view continues in its thread, so it is unknown whether it will store something.
STOPPED = _(
    "The site was restarted before it could answer. Check whether your last action went "
    "through, and try again in a few seconds."
)


class PageHandler(ASGIHandler):
    """Django's handler, with middleware and view in one thread.

    By default Django switches between the loop and a thread wherever synchronous middleware meets
    asynchronous; nearly everything here waits for a database, so all of it runs in a thread.

    Requests take turns, and are refused if they would wait too long. So the loop has time for the
    moves that come by socket, however many pages are requested. Forms take turns separately,
    because they may wait for a lock, and pages would wait with them.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pages, self._forms = asyncio.Semaphore(PAGES), asyncio.Semaphore(FORMS)

    def load_middleware(self, is_async: bool = False) -> None:
        """Prepare the middleware, all of it synchronous."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response, made in the request's thread when it is its turn."""
        turns = self._pages if request.method in READING else self._forms
        try:
            async with asyncio.timeout(PATIENCE):
                await turns.acquire()
        except TimeoutError:
            scope = cast(ASGIRequest, request).scope
            return await sync_to_async(refusals.answer_to)(scope, errors.SiteBusy())
        try:
            return await sync_to_async(self.get_response)(request)
        finally:
            turns.release()


class RequestThreads:
    """Runs each request of an ASGI application in a separate thread.

    Django itself starts a thread for every request and opens SQLite's file in it again, which takes
    longer than most pages. A request never waits for a busy thread: if all are busy, another is
    started.
    """

    def __init__(self, application: Any) -> None:
        self._application = application
        self._idle: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one request; if the server stops before the end, say so in the response."""
        answer = _Answer(send)
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(max_workers=1)
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self._application(scope, receive, answer.send)
        except asyncio.CancelledError:
            if not answer.has_begun:
                await answer.cut_short(scope)
        finally:
            if len(self._idle) < KEPT:
                self._idle.append(thread)
            else:
                thread.shutdown(wait=False)


class _Answer:
    """The response to one request."""

    def __init__(self, send: Any) -> None:
        self._send = send
        self._is_over = False
        self.has_begun = False

    async def send(self, message: Any) -> None:
        """Send `message`, unless the response was cut short: the view may still be running."""
        self.has_begun = True
        if not self._is_over:
            await self._send(message)

    async def cut_short(self, scope: Any) -> None:
        """Respond that the server stopped before the request was completed."""
        self._is_over = True
        response = refusals.answer_to(scope, errors.SiteBusy(STOPPED))
        await refusals.send_beginning(self._send, response)
        await refusals.send_end(self._send)
