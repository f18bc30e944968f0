"""Accepts sockets only from our own pages: compares the whole origin, not only the host."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings


class SameOrigin:
    """Refuses a socket with an Origin other than the scheme, host and port of its URL."""

    def __init__(self, application: Any) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass the socket on, or deny it."""
        if is_same_origin(scope):
            await self._application(scope, receive, send)
        else:
            await deny(receive, send)


async def deny(receive: Any, send: Any) -> None:
    """Refuse a socket without the channel layer, which Channels' own denier waits for."""
    await receive()
    await send({"type": "websocket.close"})


def is_same_origin(scope: dict[str, Any]) -> bool:
    """Return whether one of our pages opened this socket; browsers always send Origin."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin1")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    scheme = "https" if _is_secure(scope, headers) else "http"
    return _parts(origin) == _parts(f"{scheme}://{headers.get(b'host', b'').decode('latin1')}")


def _is_secure(scope: dict[str, Any], headers: dict[bytes, bytes]) -> bool:
    if settings.SECURE_PROXY_SSL_HEADER:
        return headers.get(b"x-forwarded-proto") == b"https"
    return scope.get("scheme") in {"wss", "https"}


def _parts(origin: str) -> tuple[str, str | None, int | None] | None:
    """Return scheme, host and port, with default ports; None if it is not exactly one origin.

    Browsers send neither user nor path.
    """
    try:
        split = urlsplit(origin)
        if "@" in origin or origin != f"{split.scheme}://{split.netloc}":
            return None
        port = split.port or {"http": 80, "https": 443}.get(split.scheme)
    except ValueError:
        return None
    return (split.scheme, split.hostname, port) if split.hostname else None
