"""The people: pages that are open, and moves that are posted, as a browser would."""

import asyncio
import re
import time
from collections.abc import Sequence
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect

from bench.plan import Plan, Step

#: Django compares the cookie with the header; any 32 letters do.
TOKEN = "b" * 32
#: Seconds that a move may take to reach everybody; longer means that something is broken.
PATIENCE = 60


class Page:
    """An open page: a socket, and how much it has been sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.frames = self.octets = 0
        self._news = asyncio.Event()
        self._socket = socket
        self._task = asyncio.create_task(self._listen())

    @classmethod
    async def open(cls, port: int, code: str, session: str = "") -> "Page":
        """Open the page of match `code`: as somebody logged in, or as nobody."""
        host = f"127.0.0.1:{port}"
        socket = await connect(
            f"ws://{host}/ws/match/{code}/?language=en",
            origin=f"http://{host}",  # type: ignore[arg-type]
            compression=None,
            max_size=None,
            additional_headers={"Cookie": f"sessionid={session}"} if session else None,
        )
        return cls(socket)

    async def hears(self, frames: int) -> None:
        """Wait until the page has been sent so many frames."""
        async with asyncio.timeout(PATIENCE):
            while self.frames < frames:
                self._news.clear()
                await self._news.wait()

    async def close(self) -> None:
        """Close the page."""
        await self._socket.close()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _listen(self) -> None:
        async for text in self._socket:
            self.frames += 1
            self.octets += len(text)
            self._news.set()


class Poster:
    """One kept connection on which a match's moves are posted, one after another."""

    def __init__(self, port: int, plan: Plan) -> None:
        self._port = port
        self._plan = plan

    async def connect(self) -> None:
        """Open the connection."""
        self._in, self._out = await asyncio.open_connection("127.0.0.1", self._port)

    async def post(self, step: Step) -> None:
        """Post one move and read the whole answer.

        :raises RuntimeError: if it was refused.
        """
        body = urlencode({"action": step.action, "prompt": step.prompt}).encode()
        session = self._plan.sessions[step.seat]
        self._out.write(
            f"POST /match/{self._plan.code}/act/ HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{self._port}\r\n"
            f"Cookie: sessionid={session}; csrftoken={TOKEN}\r\n"
            f"X-CSRFToken: {TOKEN}\r\nHX-Request: true\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await self._in.readuntil(b"\r\n\r\n")).decode("latin1").lower()
        length = re.search(r"content-length: (\d+)", head)
        answer = await self._in.readexactly(int(length[1]) if length else 0)
        if " 200 " not in head.partition("\r\n")[0]:
            raise RuntimeError(f"refused: {head} {answer[:300]!r}")


async def open_pages(port: int, plan: Plan, spectators: int = 0) -> list[Page]:
    """Open a page for every seat and for `spectators`; wait until all show the start."""
    pages = [await Page.open(port, plan.code, session) for session in plan.sessions]
    pages += [await Page.open(port, plan.code) for _spectator in range(spectators)]
    await asyncio.gather(*(page.hears(1) for page in pages))
    return pages


async def play(port: int, plan: Plan, pages: Sequence[Page], seconds: float) -> int:
    """Play the match for so long, or to its end, and return the number of moves.

    Each is posted once every page that learns something of the last has been sent it.
    """
    poster = Poster(port, plan)
    await poster.connect()
    seats, ends, played = len(plan.sessions), time.monotonic() + seconds, 0
    for step in plan.steps:
        if time.monotonic() > ends:
            break
        learning = [page for number, page in enumerate(pages) if step.told[min(number, seats)]]
        due = [page.frames + 1 for page in learning]
        await poster.post(step)
        for page, frames in zip(learning, due, strict=True):
            await page.hears(frames)
        played += 1
    return played
