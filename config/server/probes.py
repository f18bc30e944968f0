"""URLs for supervisors and monitors, answered before Django: without host name, HTTPS or session.

`/healthz` reports whether the process is alive, `/readyz` whether it can serve pages and store
moves. `/metrics` has metrics for requests with the token.
"""

import asyncio
import contextlib
import hmac
import json
import time
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import Error

from games.matches.live import latency
from installation import health, metrics

#: Seconds that one check may take, and for which its result is reused.
TIMEOUT, KEPT = 5.0, 1.0
_JSON, _TEXT = b"application/json", b"text/plain; version=0.0.4; charset=utf-8"

Answer = tuple[int, bytes, bytes]
#: The result for a database that does not answer.
NO_DATABASE = [health.HealthCheck("database", is_well=False, is_vital=True)]


class Probes:
    """Answers the three URLs; counts all other requests and passes them on."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self._lock = asyncio.Lock()
        self._ready: tuple[float, Answer] | None = None
        self._look: asyncio.Future[list[health.HealthCheck]] | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a probe, or count the request and pass it on."""
        answer = await self._answer(scope) if scope["type"] == "http" else None
        if answer is not None:
            await _send(send, answer, is_head=scope["method"] == "HEAD")
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self._application(scope, receive, send)

    async def _answer(self, scope: Any) -> Answer | None:
        if scope["method"] not in {"GET", "HEAD"}:
            return None
        if scope["path"] == "/healthz":
            return 200, _TEXT, b"alive\n"
        if scope["path"] == "/readyz":
            return await self._readiness()
        if scope["path"] == "/metrics" and _may_look(scope):
            return await _figures()
        return None

    async def _readiness(self) -> Answer:
        """Check at most once per second, whatever the number of requests."""
        async with self._lock:
            now = time.monotonic()
            if self._ready is None or now - self._ready[0] > KEPT:
                self._ready = now, await self._checked()
            return self._ready[1]

    async def _checked(self) -> Answer:
        """Run the checks, or wait for those that are still running."""
        if self._look is None or self._look.done():
            look = database_sync_to_async(health.check_all, thread_sensitive=False)
            self._look = asyncio.ensure_future(look())
        try:
            async with asyncio.timeout(TIMEOUT):
                return _readiness_by(await asyncio.shield(self._look))
        except TimeoutError:
            return _busy() if health.has_stored_recently() else _readiness_by(NO_DATABASE)

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        metrics.TRAFFIC.sockets += 1
        try:
            await self._application(scope, receive, send)
        finally:
            metrics.TRAFFIC.sockets -= 1

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        began, traffic = time.monotonic(), metrics.TRAFFIC

        async def counted(message: Any) -> None:
            if message["type"] == "http.response.start":
                traffic.requests[message["status"] // 100] += 1
                if _is_move(scope):
                    latency.LANES["form"].note(time.monotonic() - began)
            await send(message)

        traffic.requests_open += 1
        try:
            await self._application(scope, receive, counted)
        finally:
            traffic.requests_open -= 1


def _readiness_by(checks: list[health.HealthCheck]) -> Answer:
    lacks = [check for check in checks if not check.is_well]
    is_ready = not any(check.is_vital for check in lacks)
    status = ("degraded" if lacks else "ready") if is_ready else "not ready"
    words = {check.name: "ok" if check.is_well else "failing" for check in checks}
    return _json(200 if is_ready else 503, status, words)


def _busy() -> Answer:
    """Answer that the site is slow: without this process, the others would have even more work."""
    return _json(200, "busy", {"database": "slow"})


def _json(code: int, status: str, checks: dict[str, str]) -> Answer:
    says = {"status": status, "checks": checks}
    return code, _JSON, json.dumps(says).encode() + b"\n"


async def _figures() -> Answer:
    """Answer with the available metrics: without the database, those of this process."""
    figures: list[metrics.Figure] | None = None
    with contextlib.suppress(TimeoutError, Error):
        async with asyncio.timeout(TIMEOUT):
            figures = await database_sync_to_async(metrics.stored_figures, thread_sensitive=False)()
    return 200, _TEXT, metrics.text(figures).encode()


def _may_look(scope: Any) -> bool:
    """Return whether the request has the token; always False without a token in the settings."""
    header = dict(scope["headers"]).get(b"authorization", b"")
    token = settings.METRICS_TOKEN
    return bool(token) and hmac.compare_digest(header, f"Bearer {token}".encode())


def _is_move(scope: Any) -> bool:
    return bool(scope["method"] == "POST") and str(scope["path"]).endswith(("/act/", "/action"))


async def _send(send: Any, answer: Answer, *, is_head: bool) -> None:
    status, kind, body = answer
    headers = [
        (b"content-type", kind),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if is_head else body})
