"""A request has its own thread, which also serves the next request."""

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone, translation

from config.server.request_threads import RequestThreads
from games.matches import publish
from games.matches.live import heartbeat, tasks
from games.matches.live.room import MatchRoom


class Thinking:
    """An application that notes its threads, and waits in one until it is let go."""

    def __init__(self) -> None:
        self.threads: list[int] = []
        self.languages: list[str] = []
        self.zones: list[str] = []
        self.may_go = threading.Event()

    async def __call__(self, scope: dict[str, str], receive: object, send: object) -> None:
        """Think in a thread: at once at the path "/", and as long as wanted elsewhere."""
        await sync_to_async(self._think)(scope["path"])

    def _think(self, path: str) -> None:
        self.threads.append(threading.get_ident())
        self.languages.append(translation.get_language())
        self.zones.append(timezone.get_current_timezone_name())
        translation.activate("ja")
        timezone.activate("Asia/Tokyo")
        if path == "/error/":
            raise ZeroDivisionError
        if path != "/":
            assert self.may_go.wait(10)


def ask(served: RequestThreads, path: str = "/") -> asyncio.Task[None]:
    return asyncio.create_task(served({"path": path}, None, None))


async def test_consecutive_requests_are_served_by_the_same_thread():
    thinking = Thinking()
    served = RequestThreads(thinking)
    for _time in range(3):
        await ask(served)
    assert len(set(thinking.threads)) == 1


async def test_a_thread_carries_no_language_or_zone_into_the_next_request():
    thinking = Thinking()
    served = RequestThreads(thinking)
    for _time in range(2):
        await ask(served)
    assert thinking.languages == ["en", "en"]
    assert thinking.zones == ["UTC", "UTC"]


async def test_a_request_does_not_wait_for_a_slow_one():
    thinking = Thinking()
    served = RequestThreads(thinking)
    slow = ask(served, "/slow/")
    while not thinking.threads:
        await asyncio.sleep(0.01)
    await asyncio.wait_for(ask(served), 10)
    assert len(set(thinking.threads)) == 2
    thinking.may_go.set()
    await slow


@pytest.mark.parametrize("path", ["/", "/api/v1/games"])
async def test_a_request_that_the_server_gives_up_on_asks_to_look_and_try_again(path):
    begun = asyncio.Event()
    sent: list[dict[str, Any]] = []

    async def think(scope: object, receive: object, send: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "headers": []}
    asked = asyncio.create_task(RequestThreads(think)(scope, None, send))
    await begun.wait()
    asked.cancel()  # as uvicorn does
    await asked
    start, *bodies = sent
    text = b"".join(body["body"] for body in bodies).decode()
    headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    assert start["status"] == 503
    assert headers["retry-after"] == "5"
    assert "content-security-policy" in headers
    assert "Check whether your last action went through" in text
    assert ("<h1>" in text) == (path == "/")


async def test_a_started_response_is_not_started_again_when_the_server_gives_up():
    begun = asyncio.Event()
    sent: list[str] = []

    async def answer(scope: object, receive: object, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        begun.set()
        await asyncio.Event().wait()

    async def send(message: dict[str, Any]) -> None:
        sent.append(message["type"])

    asked = asyncio.create_task(RequestThreads(answer)({"path": "/"}, None, send))
    await begun.wait()
    asked.cancel()
    await asyncio.wait([asked])
    assert sent == ["http.response.start"]


async def test_the_thread_keeps_serving_after_an_error():
    thinking = Thinking()
    served = RequestThreads(thinking)
    with pytest.raises(ZeroDivisionError):
        await ask(served, "/error/")
    await ask(served)
    assert len(thinking.threads) == 2
    assert len(set(thinking.threads)) == 1


async def test_a_shared_task_started_by_a_request_outlives_it():
    begun: list[asyncio.Task[None]] = []
    is_over = asyncio.Event()
    threads: list[int] = []

    async def go_on() -> None:
        await is_over.wait()
        threads.append(await sync_to_async(threading.get_ident)())

    async def begin(scope: object, receive: object, send: object) -> None:
        begun.append(tasks.begin(go_on()))
        threads.append(await sync_to_async(threading.get_ident)())

    served = RequestThreads(begin)  # and kept: a thread that ends leaves its number to the next
    await asyncio.create_task(served({}, None, None))
    is_over.set()
    await begun[0]
    assert len(set(threads)) == 2  # not in the thread that serves the next request


async def test_the_heartbeat_outlives_the_request_that_started_it(monkeypatch, transactional_db):
    looked: list[str] = []

    class Room(MatchRoom):
        """Somebody's open page, so that the heartbeat has something to do."""

        def __init__(self) -> None:
            self.loop, self.match_id = asyncio.get_running_loop(), 1

        def beat(self, text: bytes) -> None:
            pass

        def near(self) -> frozenset[int]:
            return frozenset()

        def everybody(self) -> list[object]:
            return []

        def heal(self, stored: object, *, is_on_screen: bool) -> None:
            looked.append("healed")

    async def begin(scope: object, receive: object, send: object) -> None:
        heartbeat.start()

    monkeypatch.setattr(heartbeat, "EVERY", 0.05)
    monkeypatch.setattr(publish, "subscribers", {1: Room()})
    await asyncio.create_task(RequestThreads(begin)({}, None, None))
    async with asyncio.timeout(10):
        while len(looked) < 2:
            await asyncio.sleep(0.01)
    publish.subscribers.clear()
    await asyncio.sleep(0.1)  # it ends on its own
