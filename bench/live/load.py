"""Simulated people: open pages, and moves by socket or by form, like a browser's."""

import asyncio
import json
import random
import re
import time
from collections.abc import Sequence
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect

from bench.live.plan import Plan, ScriptedMove

#: Django compares the cookie with the header; any 32 letters will do.
TOKEN = "b" * 32
#: Seconds in which a move must reach all viewers.
PATIENCE = 60


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
        """Open the page of match `code`: as a logged-in user, or as an anonymous one."""
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

    async def decide(self, step: ScriptedMove) -> None:
        """Send one move by the socket and wait for its acknowledgement.

        :raises RuntimeError: if it was refused.
        """
        await self._socket.send(json.dumps({"id": 1, "prompt": step.prompt, "act": step.action}))
        async with asyncio.timeout(PATIENCE):
            answer = await self._answers.get()
        if "why" in answer:
            raise RuntimeError(f"refused: {answer}")

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


class Poster:
    """A persistent connection for posting a match's moves, one after another."""

    def __init__(self, port: int, plan: Plan) -> None:
        self._port = port
        self._plan = plan

    async def connect(self) -> None:
        """Open the connection."""
        self._in, self._out = await asyncio.open_connection("127.0.0.1", self._port)

    async def post(self, step: ScriptedMove) -> None:
        """Post one move and read the whole answer.

        :raises RuntimeError: if it was refused.
        """
        body = urlencode({"action": step.action, "prompt": step.prompt}).encode()
        session = self._plan.sessions[step.seat]
        self._out.write(
            f"POST /match/{self._plan.code}/act/ HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{self._port}\r\n"
            f"Cookie: sessionid={session}; csrftoken={TOKEN}\r\n"
            f"X-CSRFToken: {TOKEN}\r\nHX-Request: true\r\nX-Live: 1\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await self._in.readuntil(b"\r\n\r\n")).decode("latin1").lower()
        length = re.search(r"content-length: (\d+)", head)
        answer = await self._in.readexactly(int(length[1]) if length else 0)
        if " 204 " not in head.partition("\r\n")[0]:
            raise RuntimeError(f"refused: {head} {answer[:300]!r}")


async def open_pages(port: int, plan: Plan, spectators: int = 0) -> list[PageSocket]:
    """Open a page for every seat and for `spectators`; wait until all show the start."""
    pages = [await PageSocket.open(port, plan.code, session) for session in plan.sessions]
    pages += [await PageSocket.open(port, plan.code) for _spectator in range(spectators)]
    await asyncio.gather(*(page.hears(1) for page in pages))
    return pages


async def play(
    port: int,
    plan: Plan,
    pages: Sequence[PageSocket],
    seconds: float,
    *,
    by_post: bool,
    pause: float = 0,
) -> list[float]:
    """Play the match for some time, or to its end; return the time of each move.

    It is the time from the click until all viewers with news have received them; the next click
    follows, or comes after a mean `pause`.
    """
    poster = Poster(port, plan)
    if by_post:
        await poster.connect()
    seats, ends = len(plan.sessions), time.monotonic() + seconds
    times: list[float] = []
    for step in plan.steps:
        if pause:
            await asyncio.sleep(random.expovariate(1 / pause))
        if time.monotonic() > ends:
            break
        learning = [page for number, page in enumerate(pages) if step.told[min(number, seats)]]
        due = [page.frames + 1 for page in learning]
        before = time.monotonic()
        await (poster.post(step) if by_post else pages[step.seat].decide(step))
        for page, frames in zip(learning, due, strict=True):
            await page.hears(frames)
        times.append(time.monotonic() - before)
    return times
