"""Simulated people: open pages, and moves by socket or by form, like a browser's."""

import asyncio
import json
import random
import re
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect

from bench.live.plan import Plan, ScriptedMove

NO_CONTENT = 204
#: The beginning of the message that refuses a decision sent too early.
HELD = "One moment"
#: Django compares the cookie with the header; any 32 letters are valid.
TOKEN = "b" * 32
#: Seconds in which a move must reach all viewers.
PATIENCE = 60


class RefusedForm(Exception):
    """A form that the site refused, with its status."""

    def __init__(self, status: int, answer: bytes) -> None:
        super().__init__(f"refused with {status}: {answer[:300]!r}")
        self.status = status


class PageSocket:
    """An open page: its socket, and the data received. Heartbeats do not count as frames."""

    def __init__(self, socket: ClientConnection) -> None:
        self.frames = self.octets = 0
        self.sizes: list[int] = []
        self._answers: asyncio.Queue[str] = asyncio.Queue()
        self._news = asyncio.Event()
        self._socket = socket
        self._task = asyncio.create_task(self._listen())

    @classmethod
    async def open(cls, port: int, code: str, session: str = "") -> "PageSocket":
        """Open the page of match `code`, as a logged-in user or an anonymous visitor."""
        host = f"127.0.0.1:{port}"
        socket = await connect(
            f"ws://{host}/ws/match/{code}/?language=en",
            origin=f"http://{host}",  # type: ignore[arg-type]
            compression=None,
            max_size=None,
            ping_interval=None,  # browsers send none
            additional_headers={"Cookie": f"sessionid={session}"} if session else None,
        )
        return cls(socket)

    async def hears(self, frames: int) -> None:
        """Wait until the page has received `frames`."""
        async with asyncio.timeout(PATIENCE):
            while self.frames < frames:
                self._news.clear()
                await self._news.wait()

    async def hears_more(self, frames: int) -> None:
        """Wait for more than `frames`, but no longer than a second."""
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self.hears(frames + 1)

    async def decide(self, step: ScriptedMove) -> float:
        """Send one move by the socket, and return the time of sending once it is acknowledged.

        While the table still shows the last move, it is sent again after each frame.

        :raises RuntimeError: if it was refused.
        """
        async with asyncio.timeout(PATIENCE):
            while True:
                sent, frames = time.monotonic(), self.frames
                text = {"id": 1, "prompt": step.prompt, "act": step.action}
                await self._socket.send(json.dumps(text))
                answer = await self._answers.get()
                if "why" not in answer:
                    return sent
                if HELD not in answer:
                    raise RuntimeError(f"refused: {answer}")
                await self.hears_more(frames)

    async def close(self) -> None:
        """Close the page."""
        await self._socket.close()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        async for text in self._socket:
            if not isinstance(text, str):
                continue
            if text.startswith('{"ack"'):
                self._answers.put_nowait(text)
            elif text.startswith("<"):
                self.frames += 1
                self.octets += len(text)
                self.sizes.append(len(text))
                self._news.set()


class Connection:
    """A browser's persistent connection for pages and forms, one after another."""

    def __init__(self, port: int, session: str = "") -> None:
        self._port, self._session = port, session
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> int:
        """Read a page to its end; return the status."""
        status, _answer = await self._ask(f"GET {path}")
        return status

    async def post(self, path: str, fields: dict[str, object], session: str = "") -> None:
        """Post a form as the page does, for `session` or the connection's own.

        :raises RefusedForm: if it was refused.
        """
        form = (
            f"X-CSRFToken: {TOKEN}\r\nHX-Request: true\r\nX-Live: 1\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
        )
        body = urlencode(fields).encode()
        status, answer = await self._ask(f"POST {path}", session, form, body)
        if status != NO_CONTENT:
            raise RefusedForm(status, answer)

    async def close(self) -> None:
        """Close the connection, if it is open."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _ask(
        self, what: str, session: str = "", headers: str = "", body: bytes = b""
    ) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        received, sent = self._streams
        cookie = f"sessionid={session or self._session}; csrftoken={TOKEN}"
        head = (
            f"{what} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {cookie}\r\n{headers}"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        sent.write(head.encode() + body)
        answer = (await received.readuntil(b"\r\n\r\n")).decode("latin1").lower()
        length = re.search(r"content-length: (\d+)", answer)
        text = await received.readexactly(int(length[1]) if length else 0)
        if "connection: close" in answer:
            await self.close()
        return int(answer.split(" ", 2)[1]), text


async def open_pages(port: int, plan: Plan, spectators: int = 0) -> list[PageSocket]:
    """Open a page for every seat and for `spectators`; wait until all show the start."""
    pages = [await PageSocket.open(port, plan.code, session) for session in plan.sessions]
    pages += [await PageSocket.open(port, plan.code) for _spectator in range(spectators)]
    await asyncio.gather(*(page.hears(1) for page in pages))
    return pages


async def moves(
    plan: Plan, pages: Sequence[PageSocket], poster: Connection | None = None, pause: float = 0
) -> AsyncIterator[float]:
    """Play the match to its end, by sockets or by forms of `poster`; yield the time of each move.

    It is the time from the click until all viewers with news have received them; the next click
    follows, or comes after a mean `pause`.
    """
    seats = len(plan.sessions)
    for step in plan.steps:
        if pause:
            await asyncio.sleep(random.expovariate(1 / pause))
        learning = [page for number, page in enumerate(pages) if step.told[min(number, seats)]]
        due = [page.frames + 1 for page in learning]
        before = time.monotonic()
        if poster is None:
            before = await pages[step.seat].decide(step)
        else:
            before = await _post(poster, pages[step.seat], plan, step)
        for page, frames in zip(learning, due, strict=True):
            await page.hears(frames)
        yield time.monotonic() - before


async def _post(poster: Connection, page: PageSocket, plan: Plan, step: ScriptedMove) -> float:
    """Post one move, and return the time of posting once it is accepted.

    While the table still shows the last move, it is posted again after each frame.

    :raises RefusedForm: if it was refused.
    """
    fields = {"action": step.action, "prompt": step.prompt}
    async with asyncio.timeout(PATIENCE):
        while True:
            posted, frames = time.monotonic(), page.frames
            try:
                await poster.post(f"/match/{plan.code}/act/", fields, plan.sessions[step.seat])
            except RefusedForm as refusal:
                if HELD not in str(refusal):
                    raise
                await page.hears_more(frames)
            else:
                return posted


async def play(
    port: int,
    plan: Plan,
    pages: Sequence[PageSocket],
    seconds: float,
    *,
    by_post: bool,
    pause: float = 0,
) -> list[float]:
    """Play the match for some time, or to its end; return the times of its moves."""
    ends, times = time.monotonic() + seconds, []
    async for took in moves(plan, pages, Connection(port) if by_post else None, pause):
        times.append(took)
        if time.monotonic() > ends:
            break
    return times
