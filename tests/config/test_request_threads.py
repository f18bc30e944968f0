"""A request has a thread of its own, which serves the next request as well."""

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone, translation

from config.request_threads import RequestThreads


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
        if path != "/":
            assert self.may_go.wait(10)


def ask(served: RequestThreads, path: str = "/") -> asyncio.Task[None]:
    return asyncio.create_task(served({"path": path}, None, None))


async def test_one_request_after_another_is_served_by_the_same_thread():
    thinking = Thinking()
    served = RequestThreads(thinking)
    for _time in range(3):
        await ask(served)
    assert len(set(thinking.threads)) == 1


async def test_a_thread_takes_no_language_and_no_zone_from_one_request_to_the_next():
    thinking = Thinking()
    served = RequestThreads(thinking)
    for _time in range(2):
        await ask(served)
    assert thinking.languages == ["en", "en"]
    assert thinking.zones == ["UTC", "UTC"]


async def test_a_request_does_not_wait_for_one_that_takes_long():
    thinking = Thinking()
    served = RequestThreads(thinking)
    slow = ask(served, "/slow/")
    while not thinking.threads:
        await asyncio.sleep(0.01)
    await asyncio.wait_for(ask(served), 10)
    assert len(set(thinking.threads)) == 2
    thinking.may_go.set()
    await slow


async def test_after_an_error_the_thread_serves_on():
    thinking = Thinking()
    served = RequestThreads(thinking)
    with pytest.raises(KeyError):
        await asyncio.create_task(served({}, None, None))
    await ask(served)
    assert len(thinking.threads) == 1
