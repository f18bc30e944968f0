"""Sockets opened as by a browser, against the whole application with its middleware."""

import asyncio
import itertools
import json
from contextlib import suppress
from typing import Any

import msgspec
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.conf import settings
from django.test import Client

from config.asgi import application
from games.matches import publish
from games.matches.live import heartbeat, pubsub
from games.matches.live.consumers import Lobby
from games.matches.live.room import MatchRoom
from games.matches.models import Match
from tests.matches.seating import browser

SECOND = 1  #: seconds after which an unreceived marker is sent again
PATIENCE = 20  #: seconds to wait for an expected message, which may come with a heartbeat


#: Texts that the site never sends to pages.
_markers = (f'{{"marker":{number}}}' for number in itertools.count())


def _is_marker(sent: dict[str, Any]) -> bool:
    return sent.get("text", "").startswith('{"marker"')


def _is_heartbeat(sent: dict[str, Any]) -> bool:
    return _is_marker(sent) or sent.get("text", "").startswith('{"at":')


def _is_frame(sent: dict[str, Any]) -> bool:
    return sent.get("text", "").startswith("<")


async def put_marker(text: str = "") -> None:
    """Send `text` to all pages after everything in transit to them; streams get a heartbeat.

    In transit are messages of other processes, session checks, and the queues of rooms.
    """
    await _hear_others()
    beating = publish.subscribers.get(publish.EVERYWHERE)
    if isinstance(beating, heartbeat.Heartbeat):
        await asyncio.gather(*beating._checks)
    for room in heartbeat.rooms():
        while not await _has_empty_line(room):
            pass
        room.beat(text.encode())
    lobby = publish.subscribers.get(publish.LOBBY)
    for page in list(lobby.sockets) if isinstance(lobby, Lobby) else []:
        page.write(text.encode())


async def _has_empty_line(room: MatchRoom) -> bool:
    """Return whether a room's queue is empty after its current jobs."""
    reached = asyncio.get_running_loop().create_future()

    async def look() -> None:
        reached.set_result(room._line.empty())

    room._line.put_nowait(look)
    return await reached


class _Ear:
    """A subscriber that learns when the process has received earlier messages."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.has_heard = asyncio.Event()

    def deliver(self, _message: dict[str, Any], _move: Any) -> None:
        self.has_heard.set()

    def beat(self, _text: bytes) -> None:
        pass


async def _hear_others() -> None:
    layer, ear = publish.shared_layer(), _Ear()
    if layer is None or ear.loop not in pubsub._listeners:
        return
    publish.subscribers["ear"] = ear
    while not ear.has_heard.is_set():  # the process may not listen yet
        await layer.group_send(publish.EVERYBODY, {"type": "marker", "place": "ear"})
        with suppress(TimeoutError):
            await asyncio.wait_for(ear.has_heard.wait(), SECOND)
    publish.forget(ear)


#: Pages that were opened and are not closed yet.
opened: list["Page"] = []


class Page:
    """A page of a match in one browser tab: its socket, and the frames it has received."""

    def __init__(self, path: str, client: Client, *, origin: str = "http://testserver") -> None:
        cookie = f"{settings.SESSION_COOKIE_NAME}={_key(client)}"
        headers = [(b"host", b"testserver"), (b"cookie", cookie.encode())]
        if origin:
            headers.append((b"origin", origin.encode()))
        self.client = client
        self.has_heard = False  #: whether anything was received; the whole position comes first
        path, _mark, query = path.partition("?")
        scope = {"type": "websocket", "path": path, "query_string": query.encode()}
        self.socket = ApplicationCommunicator(
            application, {**scope, "headers": headers, "subprotocols": []}
        )
        self._is_closed = False
        self._heard: list[dict[str, Any]] = []  #: frames that ended a silence, still to be read

    async def connect(self) -> bool:
        """Open the socket; return whether the site accepted it."""
        await self.socket.send_input({"type": "websocket.connect"})
        answer = await self.socket.receive_output(PATIENCE)
        is_accepted = answer["type"] == "websocket.accept"
        if is_accepted:
            opened.append(self)
        return is_accepted

    async def send(self, **data: Any) -> None:
        """Send `text` or `bytes` through the socket."""
        await self.socket.send_input({"type": "websocket.receive", **data})

    async def frame(self) -> str:
        """Return the next frame of fragments; skip heartbeats."""
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
        """Send a decision through the socket; return its answer, and skip frames before it."""
        act = action if isinstance(action, str) else msgspec.json.encode(action).decode()
        await self.send(text=json.dumps({"id": number, "prompt": prompt, "act": act}))
        return await self.answer()

    async def answer(self) -> dict[str, Any]:
        """Return the next answer to a message of this page."""
        while (text := await self.message()).startswith("<") or '"at"' in text:
            pass
        return json.loads(text)

    async def shows(self, words: str) -> str:
        """Read frames until one contains `words`, and return it.

        :raises TimeoutError: if none does, whatever other frames arrive.
        """
        async with asyncio.timeout(PATIENCE):
            while words not in (html := await self.frame()):
                pass
        return html

    async def settle(self) -> list[str]:
        """Return all frames in transit, or all until the socket is closed."""
        frames: list[str] = [] if self.has_heard else [await self.frame()]
        frames += [one["text"] for one in await self._until_marker() if _is_frame(one)]
        return frames

    async def is_quiet(self) -> bool:
        """Return whether no frame is in transit; others remain to be read."""
        self._heard = [one for one in await self._until_marker() if not _is_heartbeat(one)]
        return not self._heard

    async def _until_marker(self) -> list[dict[str, Any]]:
        """Return the messages before a marker, or before the socket is closed."""
        marker = next(_markers)
        await put_marker(marker)
        sent: list[dict[str, Any]] = []
        while not self._is_closed or not self.socket.output_queue.empty():
            if not self._heard and await self.socket.receive_nothing(SECOND):
                await put_marker(marker)  # the page had not joined its room yet
                continue
            sent.append(await self._receive())
            if sent[-1].get("text") == marker:
                return sent[:-1]
        return sent

    async def _next(self) -> dict[str, Any]:
        while _is_marker(sent := await self._receive()):
            pass
        return sent

    async def _receive(self) -> dict[str, Any]:
        if self._heard:
            return self._heard.pop(0)
        sent = await self.socket.receive_output(PATIENCE)
        self._is_closed |= sent["type"] == "websocket.close"
        return sent

    async def close_code(self) -> int:
        """Return the site's close code; skip frames before it."""
        while True:
            sent = await self._next()
            if sent["type"] == "websocket.close":
                return sent["code"]

    async def leave(self) -> None:
        """Close the tab."""
        if self in opened:
            opened.remove(self)
        await self.socket.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.socket.wait(PATIENCE)


async def leave_all() -> None:
    """Close the tabs that are still open."""
    while opened:
        page = opened[-1]
        if page._is_closed:
            opened.remove(page)
        else:
            await page.leave()


async def settle(*pages: Page) -> list[list[str]]:
    """Return the frames in transit to each page."""
    return [await page.settle() for page in pages]


async def are_quiet(*pages: Page) -> bool:
    """Return whether no frame is in transit to any page."""
    return all([await page.is_quiet() for page in pages])


def _key(client: Client) -> str:
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    return cookie.value if cookie else ""


async def visit(match: Match, user: Any = None, *, language: str = "en", **options: Any) -> Page:
    """Open the page of `match` as `user`, in a new session."""
    client = await database_sync_to_async(browser)(user)
    return await revisit(match, client, language=language, **options)


async def revisit(match: Match, client: Client, *, language: str = "en", **options: Any) -> Page:
    """Open one more tab of a browser on the page of `match`."""
    page = Page(f"/ws/match/{match.code}/?language={language}", client, **options)
    assert await page.connect()
    return page


def stored(function: Any) -> Any:
    """Return an awaitable version of `function`, which uses the database."""
    return database_sync_to_async(function, thread_sensitive=False)
