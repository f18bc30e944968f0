"""Pages and forms take turns: a crowd of readers is refused, and holds up nobody who plays."""

import asyncio
import threading

from django.http import HttpRequest, HttpResponse

from config.server.request_threads import FORMS, PAGES, WAITING, PageHandler, RequestThreads

PATIENCE = 20


class SlowHandler(PageHandler):
    """A site whose pages below /slow/ take as long as wanted."""

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


async def until_begun(handler: SlowHandler, count: int, waiting: int = 0) -> None:
    async with asyncio.timeout(PATIENCE):
        while handler.begun < count or handler._waiting < waiting:
            await asyncio.sleep(0.01)


async def test_a_page_too_many_is_refused_at_once_and_all_before_it_are_served():
    handler = SlowHandler()
    site = RequestThreads(handler)
    readers = crowd(site, "GET", PAGES + WAITING)
    await until_begun(handler, PAGES, WAITING)
    status, headers = await asyncio.wait_for(ask(site, "GET", "/"), PATIENCE)
    assert (status, headers[b"Retry-After"]) == (503, b"5")
    assert handler.begun == PAGES
    handler.may_go.set()
    assert {status for status, _headers in await asyncio.gather(*readers)} == {200}


async def test_a_player_without_script_does_not_wait_for_readers():
    handler = SlowHandler()
    site = RequestThreads(handler)
    readers = crowd(site, "GET", PAGES + WAITING)
    await until_begun(handler, PAGES, WAITING)
    assert (await asyncio.wait_for(ask(site, "POST", "/"), PATIENCE))[0] == 200
    handler.may_go.set()
    await asyncio.gather(*readers)


async def test_readers_do_not_wait_for_forms_that_wait_for_a_lock():
    handler = SlowHandler()
    site = RequestThreads(handler)
    forms = crowd(site, "POST", FORMS + 1)
    await until_begun(handler, FORMS)
    assert (await asyncio.wait_for(ask(site, "GET", "/"), PATIENCE))[0] == 200
    assert handler.begun == FORMS
    handler.may_go.set()
    assert {status for status, _headers in await asyncio.gather(*forms)} == {200}
