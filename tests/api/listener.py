"""Streams opened like a program's, against the whole application with its middleware."""

import asyncio
import json
from typing import Any

from asgiref.testing import ApplicationCommunicator

from config.asgi import application
from games.api.streams import HEARTBEAT
from games.matches.models import Match
from tests.api.client import Program
from tests.matches.sockets import PATIENCE, put_marker


class Listener:
    """An open stream, and the data received."""

    def __init__(self, program: Program, match: Match, **headers: str) -> None:
        sent = {"host": "testserver", "authorization": f"Bearer {program.secret}", **headers}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": f"/api/v1/matches/{match.code}/stream",
            "raw_path": b"",
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
            "client": ["127.0.0.1", 9],
            "server": ["testserver", 80],
        }
        self.http = ApplicationCommunicator(application, scope)
        self.is_over = False

    async def connect(self) -> int:
        """Send the request; return the status of the answer."""
        await self.http.send_input({"type": "http.request", "body": b"", "more_body": False})
        started = await self.http.receive_output(PATIENCE)
        self.headers = {name.decode().lower(): value.decode() for name, value in started["headers"]}
        return started["status"]

    async def chunk(self) -> str:
        """Return the next chunk."""
        sent = await self.http.receive_output(PATIENCE)
        self.is_over = not sent.get("more_body", False)
        return sent.get("body", b"").decode()

    async def event(self) -> tuple[str, dict[str, Any]]:
        """Return the next event, heartbeats skipped."""
        while True:
            text = await self.chunk()
            if text.startswith("event: "):
                name, data = text.strip().split("\n", 1)
                return name.removeprefix("event: "), json.loads(data.removeprefix("data: "))
            assert not self.is_over, "the stream has ended"

    async def position(self, **wanted: Any) -> dict[str, Any]:
        """Return the next position, or the next that has these values.

        :raises TimeoutError: if none comes that has, however many heartbeats do.
        """
        async with asyncio.timeout(PATIENCE):
            while True:
                name, data = await self.event()
                assert name == "position", data
                if all(data[key] == value for key, value in wanted.items()):
                    return data

    async def is_quiet(self) -> bool:
        """Return whether only heartbeats are in transit."""
        await put_marker()
        return await self.chunk() == HEARTBEAT.decode()

    async def ends(self) -> bool:
        """Return whether the answer is over now."""
        while not self.is_over:
            await self.chunk()
        return True

    async def leave(self) -> None:
        """Hang up."""
        await self.http.send_input({"type": "http.disconnect"})
        await self.http.wait(PATIENCE)


async def listen(program: Program, match: Match, **headers: str) -> Listener:
    """Open the stream of `match` for `program`."""
    listener = Listener(program, match, **headers)
    assert await listener.connect() == 200
    return listener
