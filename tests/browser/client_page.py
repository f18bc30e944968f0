"""Pages of Django's own client in a browser, with our scripts and styles, without a network."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import MappingProxyType

from django.contrib.staticfiles import finders
from django.test import Client
from playwright.sync_api import Page

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class ClientPage:
    """A browser's page that shows the responses to a client of the test's database.

    The browser caches sheets and scripts, which saves most of the time.
    """

    def __init__(self, page: Page, origin: str) -> None:
        self._page = page
        self._origin = origin
        #: Pages with their policies, and scripts of tests, by URL.
        self.sent: dict[str, tuple[str, str]] = {}
        self.scripts: dict[str, str] = {}

    def show(self, client: Client, address: str, language: str = "en") -> bool:
        """Show the response to `client`; return whether it is a page."""
        answer = client.get(address, headers={"accept-language": language})
        kind = answer.headers.get("Content-Type", "")
        if answer.status_code >= 300 or not kind.startswith("text/html"):
            return False
        text = b"".join(answer).decode()
        if "<!doctype html" not in text[:100].lower():
            return False  # a fragment
        self.put(text, address)
        return True

    def put(self, text: str, address: str = "/", policy: str = "") -> None:
        """Show a page, under a Content-Security-Policy if one is given."""
        self.sent.clear()
        self.sent[address] = (text, policy)
        self._page.goto(self._origin + address, wait_until="load")

    def run(self, address: str, script: str) -> None:
        """Run a long script of a test from the URL `address`: it is sent and compiled once."""
        self.scripts[address] = script
        self._page.add_script_tag(url=self._origin + address)


@contextmanager
def client_page_on(page: Page) -> Iterator[ClientPage]:
    """Serve pages and static files to `page`; other responses are empty."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if self.path in shown.sent:
                text, policy = shown.sent[self.path]
                more = {"Content-Security-Policy": policy} if policy else {}
                self._answer(text.encode(), "text/html; charset=utf-8", "no-store", more)
            elif path.startswith("/static/") and (found := _static(path)):
                kind = TYPES.get(found.suffix, "application/octet-stream")
                self._answer(found.read_bytes(), kind, "max-age=3600")
            elif path in shown.scripts:
                self._answer(shown.scripts[path].encode(), TYPES[".js"], "max-age=3600")
            else:
                self._answer(b"", "text/plain", "no-store")

        def _answer(
            self, body: bytes, kind: str, cache: str, more: Mapping[str, str] = MappingProxyType({})
        ) -> None:
            self.send_response(200)
            own = {"Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": cache}
            for name, value in (own | {**more}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_words: object) -> None:
            """Write nothing."""

    page.route_web_socket("**", lambda _socket: None)
    page.emulate_media(reduced_motion="reduce")
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        shown = ClientPage(page, f"http://127.0.0.1:{server.server_port}")
        yield shown
        server.shutdown()


def _static(path: str) -> Path | None:
    found = finders.find(path.removeprefix("/static/"))
    return Path(found) if found else None
