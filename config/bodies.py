"""Bodies of requests: no more is read than any page needs. Django reads a body whole, then looks.

What announces no length, or a wrong one, is counted as it comes.
"""

import asyncio
from contextlib import suppress
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.utils import translation

from games.api import answers, limits, refusals
from games.history import importing

#: Bytes: a file of records, and the other fields of its form.
LARGEST = importing.MOST_BYTES + settings.DATA_UPLOAD_MAX_MEMORY_SIZE
#: What is dropped after the answer, in bytes and seconds: whoever still sends does not listen yet.
DROPPED = 64 * 1024 * 1024
LINGER = 5


class BodyLimit:
    """Pass requests on to an application that reads their bodies first; refuse long ones (413)."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the request on; if its body turns out too long, the application sees it end."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        body = Body(receive, limits.BODY if _is_api(scope) else LARGEST)
        if not body.is_announced_too_long(scope):
            await self._application(scope, body.receive, send)
        if body.is_too_long:
            await _refuse(scope, body, send)


class Body:
    """A body that is counted as it is read."""

    def __init__(self, receive: Any, most: int) -> None:
        self._receive = receive
        self._left = most
        self._has_more = True
        self.is_too_long = False

    def is_announced_too_long(self, scope: Any) -> bool:
        """Return whether its own header says that it is too long."""
        length = dict(scope["headers"]).get(b"content-length", b"")
        self.is_too_long = length.isdigit() and int(length) > self._left
        return self.is_too_long

    async def receive(self) -> Any:
        """Return what comes next; the sender seems to hang up where it is too much."""
        message = await self._next()
        self.is_too_long = self.is_too_long or self._left < 0
        return {"type": "http.disconnect"} if self.is_too_long else message

    async def drop(self) -> None:
        """Read what still comes and keep nothing of it, up to a point."""
        self._left = DROPPED
        while self._has_more and self._left > 0:
            await self._next()

    async def _next(self) -> Any:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        self._has_more = message.get("more_body", False)
        return message


async def _refuse(scope: Any, body: Body, send: Any) -> None:
    """Answer, and hang up only then: a line that is cut while data comes may lose the answer."""
    response = _answer(scope)
    headers = {**response.headers, "Content-Length": str(len(response.content))}
    headers |= {"Connection": "close", "X-Content-Type-Options": "nosniff"}
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": raw})
    await send({"type": "http.response.body", "body": response.content, "more_body": True})
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            await body.drop()
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _answer(scope: Any) -> HttpResponse:
    """Return the answer in the reader's language, to programs in the words of the API."""
    refusal = refusals.TooLarge()
    language = translation.get_language_from_request(ASGIRequest(scope, BytesIO()))
    with translation.override(language):
        if _is_api(scope):
            return answers.problem(refusal)
        text = "text/plain; charset=utf-8"
        return HttpResponse(str(refusal), status=refusal.status, content_type=text)


def _is_api(scope: Any) -> bool:
    return scope["path"].startswith("/api/")
