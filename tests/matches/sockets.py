"""Sockets as browsers open them, against the whole application with its middleware."""

import asyncio
import json
import time
from typing import Any

import msgspec
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.conf import settings
from django.test import Client

from config.asgi import application
from games.matches.models import Match

PATIENCE = 20  #: seconds for something that has to come: with a heartbeat, at the latest
QUIET = 0.6  #: seconds in which something that must not come would have come


def _browser(user: Any) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


class Page:
    """A page of a match in one browser tab: its socket, and the frames it has received."""

    def __init__(self, path: str, client: Client, *, origin: str = "http://testserver") -> None:
        cookie = f"{settings.SESSION_COOKIE_NAME}={_key(client)}"
        headers = [(b"host", b"testserver"), (b"cookie", cookie.encode())]
        if origin:
            headers.append((b"origin", origin.encode()))
        self.client = client
        self.has_heard = False  #: whether anything has come: at first the whole position does
        path, _mark, query = path.partition("?")
        scope = {"type": "websocket", "path": path, "query_string": query.encode()}
        self.socket = ApplicationCommunicator(
            application, {**scope, "headers": headers, "subprotocols": []}
        )
        self._heard: list[dict[str, Any]] = []  #: what broke a silence, to be read yet

    async def connect(self) -> bool:
        """Open the socket; return whether the site accepted it."""
        await self.socket.send_input({"type": "websocket.connect"})
        answer = await self.socket.receive_output(PATIENCE)
        return answer["type"] == "websocket.accept"

    async def send(self, **data: Any) -> None:
        """Send something up the socket: `text` or `bytes`."""
        await self.socket.send_input({"type": "websocket.receive", **data})

    async def frame(self) -> str:
        """Return the next frame: fragments; heartbeats are none."""
        while not (text := await self.message()).startswith("<"):
            assert '"ack"' not in text, text
        return text

    async def message(self) -> str:
        """Return the next message of any kind."""
        sent = await self._next()
        assert sent["type"] == "websocket.send", sent
        self.has_heard = True
        return sent["text"]

    async def decide(self, action: Any, prompt: int, number: int = 1) -> dict[str, Any]:
        """Send a decision up the socket, and return its answer; frames before it are skipped."""
        act = action if isinstance(action, str) else msgspec.json.encode(action).decode()
        await self.send(text=json.dumps({"id": number, "prompt": prompt, "act": act}))
        return await self.answer()

    async def answer(self) -> dict[str, Any]:
        """Return the next answer to what this page sent."""
        while (text := await self.message()).startswith("<") or '"at"' in text:
            pass
        return json.loads(text)

    async def shows(self, words: str) -> str:
        """Read frames until one contains `words`, and return it.

        :raises TimeoutError: if none does, whatever other frames come.
        """
        async with asyncio.timeout(PATIENCE):
            while words not in (html := await self.frame()):
                pass
        return html

    async def settle(self) -> list[str]:
        """Return all frames until no more come, or it is closed."""
        frames: list[str] = [] if self.has_heard else [await self.frame()]
        while not await self.is_quiet():
            sent = await self._next()
            if sent["type"] == "websocket.close":
                break
            if sent["text"].startswith("<"):
                frames.append(sent["text"])
        return frames

    async def is_quiet(self) -> bool:
        """Return whether no frame comes for a while; heartbeats don't count."""
        until = time.monotonic() + QUIET
        while not self._heard and (left := until - time.monotonic()) > 0:
            if await self.socket.receive_nothing(left):
                break
            sent = await self.socket.receive_output(PATIENCE)
            if not sent.get("text", "").startswith('{"at":'):
                self._heard.append(sent)
        return not self._heard

    async def _next(self) -> dict[str, Any]:
        if self._heard:
            return self._heard.pop(0)
        return await self.socket.receive_output(PATIENCE)

    async def close_code(self) -> int:
        """Return the site's close code; skip frames before it."""
        while True:
            sent = await self._next()
            if sent["type"] == "websocket.close":
                return sent["code"]

    async def leave(self) -> None:
        """Close the tab."""
        await self.socket.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.socket.wait(PATIENCE)


async def settle(*pages: Page) -> list[list[str]]:
    """Return the frames of each page until none has more to come."""
    return await asyncio.gather(*(page.settle() for page in pages))


async def are_quiet(*pages: Page) -> bool:
    """Return whether no frame comes to any of them for a while."""
    return all(await asyncio.gather(*(page.is_quiet() for page in pages)))


def _key(client: Client) -> str:
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    return cookie.value if cookie else ""


async def visit(match: Match, user: Any = None, *, language: str = "en", **options: Any) -> Page:
    """Open the page of `match` as `user`, with a session of its own."""
    client = await database_sync_to_async(_browser)(user)
    return await revisit(match, client, language=language, **options)


async def revisit(match: Match, client: Client, *, language: str = "en", **options: Any) -> Page:
    """Open one more tab of a browser on the page of `match`."""
    page = Page(f"/ws/match/{match.code}/?language={language}", client, **options)
    assert await page.connect()
    return page


def stored(function: Any) -> Any:
    """Return `function`, which uses the database, as an awaitable one."""
    return database_sync_to_async(function, thread_sensitive=False)
