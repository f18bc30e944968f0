"""Limits the size of request bodies, and refuses unreadable ones.

Django reads a whole body before checking it, and fails on encodings that are not for text. A body
without a Content-Length, or with a wrong one, is counted while it is read.
"""

import asyncio
import codecs
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.http.multipartparser import MultiPartParser
from django.utils.http import parse_header_parameters
from django.utils.translation import gettext_lazy as _

from config.server import refusals
from games.api import errors, limits
from games.matches.public import Refused

#: Bytes: a file of records, and the other fields of its form.
LARGEST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
#: After a refusal, this many bytes are read and dropped, for at most this many seconds.
DROPPED = 64 * 1024 * 1024
LINGER = 5


class BodyLimit:
    """Passes requests on to an application, with limited bodies.

    Refuses long ones (413) and unreadable ones (400).
    """

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the request on; if its body is too long, the application gets a disconnect."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        body = Body(receive, limits.BODY if refusals.is_api(scope["path"]) else LARGEST)
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
    """Respond and then close the connection: closing it during an upload may lose the response."""
    await refusals.send_beginning(send, refusals.answer_to(scope, refusal))
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER):
            await body.drop()
    await refusals.send_end(send)
