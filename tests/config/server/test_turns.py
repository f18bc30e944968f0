"""Pages and forms take turns: a crowd of readers is refused, and does not delay players."""

import asyncio
import threading

import pytest
from django.http import HttpRequest, HttpResponse

from config.server import request_threads
from config.server.request_threads import FORMS, PAGES, PageHandler, RequestThreads

PATIENCE = 20


class SlowHandler(PageHandler):
    """A site whose pages below /slow/ take as long as the test wants."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = 0
        self.may_go = threading.Event()

    def get_response(self, request: HttpRequest) -> HttpResponse:
        """Wait below /slow/, and answer."""
        if request.path.startswith("/slow/"):
            self.begun += 1
            assert self.may_go.wait(PATIENCE)
        return HttpResponse("done")


async def ask(site: RequestThreads, method: str, path: str) -> tuple[int, dict[bytes, bytes]]:
    """Return the status and the headers of an answer."""
    begun = asyncio.get_running_loop().create_future()
    requests = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive():
        return requests.pop() if requests else await asyncio.Future()

    async def send(message):
        if message["type"] == "http.response.start":
            begun.set_result((message["status"], dict(message["headers"])))

    scope = {
        "type": "http", "http_version": "1.1", "scheme": "http", "method": method, "path": path,
        "query_string": b"", "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 5000),
    }  # fmt: skip
    await site(scope, receive, send)
    return await begun


def crowd(site: RequestThreads, method: str, count: int) -> list[asyncio.Task]:
    return [asyncio.create_task(ask(site, method, "/slow/")) for _one in range(count)]


async def until_begun(handler: SlowHandler, count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while handler.begun < count:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize(("method", "turns"), [("GET", PAGES), ("POST", FORMS)])
async def test_a_request_that_waits_too_long_is_refused_and_others_are_served(
    monkeypatch, method, turns
):
    handler = SlowHandler()
    site = RequestThreads(handler)
    early = crowd(site, method, turns)
    await until_begun(handler, turns)
    monkeypatch.setattr(request_threads, "PATIENCE", 0.1)
    status, headers = await asyncio.wait_for(ask(site, method, "/"), PATIENCE)
    assert (status, headers[b"Retry-After"]) == (503, b"5")
    assert handler.begun == turns
    handler.may_go.set()
    assert {status for status, _headers in await asyncio.gather(*early)} == {200}
    assert (await ask(site, method, "/"))[0] == 200


@pytest.mark.parametrize(("waiting", "turns", "other"), [
    ("GET", PAGES, "POST"),  # players without script do not wait for readers
    ("POST", FORMS, "GET"),  # readers do not wait for forms that wait for a lock
])  # fmt: skip
async def test_pages_and_forms_wait_only_for_their_own_kind(waiting, turns, other):
    handler = SlowHandler()
    site = RequestThreads(handler)
    early = crowd(site, waiting, turns + 1)
    await until_begun(handler, turns)
    assert (await asyncio.wait_for(ask(site, other, "/"), PATIENCE))[0] == 200
    assert handler.begun == turns
    handler.may_go.set()
    assert {status for status, _headers in await asyncio.gather(*early)} == {200}
