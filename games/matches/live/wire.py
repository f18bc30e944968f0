"""The last step of sending: writes a frame to a browser's connection.

A gallery of two hundred pages is sent the same frame two hundred times. ASGI's `send` needs a task
and four calls per page, while uvicorn's connection accepts the finished bytes. With another server,
or an inaccessible connection, frames are sent with `send`.
"""

import asyncio
import logging
import socket
from functools import lru_cache
from typing import Any

from games.matches.live import tasks

log = logging.getLogger(__name__)

#: The maximum number of bytes waiting for a browser. With more it is disconnected, and gets the
#: position when it reconnects.
MOST_WAITING = 1 << 20
#: How many milliseconds a browser has to acknowledge data before the connection is closed.
DEAF_AFTER = 30_000


class Wire:
    """Sends frames to one browser, in order, and never blocks."""

    def __init__(self, send: Any) -> None:
        self._send = send
        self._server: Any = _server_of(send)
        self._waiting: list[bytes] = []
        self._task: asyncio.Task[None] | None = None
        if self._server is not None and not self._server.transport.is_closing():
            _give_up_when_deaf(self._server.transport)

    def write(self, text: bytes) -> None:
        """Send `text`, UTF-8, as one message.

        :raises ConnectionError: if the browser does not receive its data.
        """
        if self._server is not None:
            self._write_at_once(text)
            return
        self._waiting.append(text)
        if sum(map(len, self._waiting)) > MOST_WAITING:
            raise ConnectionError
        if self._task is None or self._task.done():
            self._task = tasks.begin(self._drain())

    def _write_at_once(self, text: bytes) -> None:
        transport = self._server.transport
        if self._server.close_sent or transport.is_closing():
            raise ConnectionError
        if transport.get_write_buffer_size() > MOST_WAITING:
            transport.abort()
            raise ConnectionError
        transport.write(_packed(text))

    async def _drain(self) -> None:
        while self._waiting:
            text = self._waiting.pop(0)
            try:
                await self._send({"type": "websocket.send", "text": text.decode()})
            except Exception as error:
                self._waiting.clear()
                log.info("A socket was closed: %r", error)

    async def flushed(self) -> None:
        """Wait until everything written has been passed to the server."""
        if self._task is not None:
            await self._task


def _server_of(send: Any) -> Any | None:
    """Return uvicorn's protocol object behind `send`, if frames can be written to it."""
    server: Any = getattr(send, "__self__", None)
    if type(server).__name__ != "WebSocketsSansIOProtocol":
        return None
    return None if server.conn.extensions else server


def _give_up_when_deaf(transport: Any) -> None:
    """Let the operating system close a connection if the browser no longer acknowledges data."""
    raw, option = transport.get_extra_info("socket"), getattr(socket, "TCP_USER_TIMEOUT", None)
    if raw is not None and option is not None and raw.family != socket.AF_UNIX:
        raw.setsockopt(socket.IPPROTO_TCP, option, DEAF_AFTER)


@lru_cache(maxsize=1)  # the next page in the gallery gets the same text
def _packed(text: bytes) -> bytes:
    """Return `text` encoded as one WebSocket message from a server (RFC 6455)."""
    length = len(text)
    if length < 126:
        return bytes((0x81, length)) + text
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big") + text
    return b"\x81\x7f" + length.to_bytes(8, "big") + text


class WireMiddleware:
    """Adds a socket's wire to its scope, before other middleware wraps `send`."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the socket on to the next application."""
        await self._application({**scope, "wire_send": send}, receive, send)
