"""Bodies of requests: limits their size, and refuses those that can't be read.

Django reads a whole body before it checks it, and fails on encodings that aren't for text. A body
that announces no length, or a wrong one, is counted while it is read.
"""

import asyncio
import codecs
from contextlib import suppress
from io import BytesIO
from typing import Any

from csp.middleware import CSPMiddleware
from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.http.multipartparser import MultiPartParser
from django.middleware.security import SecurityMiddleware
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.http import parse_header_parameters
from django.utils.translation import gettext_lazy as _

from games.api import answers, errors, limits
from games.matches.errors import Refused

#: Bytes: a file of records, and the other fields of its form.
LARGEST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
#: What is read and dropped after a refusal, in bytes and seconds: a sender does not listen before.
DROPPED = 64 * 1024 * 1024
LINGER = 5


class BodyLimit:
    """Passes requests on to an application, with limited bodies.

    Refuses long ones (413) and unreadable ones (400).
    """

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the request on; if its body is too long, the application sees a disconnect."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        body = Body(receive, limits.BODY if _is_api(scope) else LARGEST)
        if body.is_announced_too_long(scope):
            await _refuse(scope, body, send, errors.TooLarge())
        elif not is_readable(scope):
            await _refuse(scope, body, send, errors.Malformed(_("This request can't be read")))
        else:
            await self._application(scope, body.receive, send)
            if body.is_too_long:
                await _refuse(scope, body, send, errors.TooLarge())


class Body:
    """A body that is counted as it is read."""

    def __init__(self, receive: Any, most: int) -> None:
        self._receive = receive
        self._left = most
        self._has_more = True
        self.is_too_long = False

    def is_announced_too_long(self, scope: Any) -> bool:
        """Return whether the header announces too much."""
        length = dict(scope["headers"]).get(b"content-length", b"")
        self.is_too_long = length.isdigit() and int(length) > self._left
        return self.is_too_long

    async def receive(self) -> Any:
        """Return the next message; a disconnect if the body is too long."""
        message = await self._next()
        self.is_too_long = self.is_too_long or self._left < 0
        return {"type": "http.disconnect"} if self.is_too_long else message

    async def drop(self) -> None:
        """Read and drop the rest, up to a limit."""
        self._left = DROPPED
        while self._has_more and self._left > 0:
            await self._next()

    async def _next(self) -> Any:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        self._has_more = message.get("more_body", False)
        return message


def is_readable(scope: Any) -> bool:
    """Return whether the body is in UTF-8, and a form's parts have a boundary."""
    raw = dict(scope["headers"]).get(b"content-type", b"").decode("latin-1")
    try:
        kind, options = parse_header_parameters(raw)
        boundary = MultiPartParser.boundary_re.fullmatch(options.get("boundary", ""))
        if kind == "multipart/form-data" and not boundary:
            return False
        return codecs.lookup(options.get("charset", "utf-8")).name in {"utf-8", "ascii"}
    except (LookupError, ValueError):
        return False


async def _refuse(scope: Any, body: Body, send: Any, refusal: Refused) -> None:
    """Answer before hanging up: closing while data comes in may lose the answer."""
    response = _answer(scope, refusal)
    headers = {**response.headers, "Content-Length": str(len(response.content))}
    headers |= {"Connection": "close"}
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": raw})
    await send({"type": "http.response.body", "body": response.content, "more_body": True})
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            await body.drop()
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _answer(scope: Any, refusal: Refused) -> HttpResponse:
    """Return the answer in the reader's language, with the headers that all pages carry.

    Programs are answered in the API's form.
    """
    headers = [(name, text) for name, text in scope["headers"] if name != b"content-type"]
    bodiless = ASGIRequest({**scope, "headers": headers}, BytesIO())
    language = translation.get_language_from_request(bodiless)
    with translation.override(language):
        response = _words(scope, refusal)
    for middleware in (CSPMiddleware, SecurityMiddleware):
        middleware(lambda _request: response).process_response(bodiless, response)
    return response


def _words(scope: Any, refusal: Refused) -> HttpResponse:
    if _is_api(scope):
        return answers.problem(refusal)
    if isinstance(refusal, errors.TooLarge):
        return HttpResponse(render_to_string("413.html"), status=refusal.status)
    text = "text/plain; charset=utf-8"  # no browser sends what can't be read
    return HttpResponse(str(refusal), status=refusal.status, content_type=text)


def _is_api(scope: Any) -> bool:
    return str(scope["path"]).startswith("/api/")
