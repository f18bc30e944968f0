"""An organiser's own bot: a small server that stores messages."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


class Receiver(ThreadingHTTPServer):
    """Stores each message as (headers, body), and responds with `status`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status = 204
        self.retry_after = 0
        self.check: Callable[[Any], int] | None = None
        self.heard: list[tuple[dict[str, str], bytes]] = []

    @property
    def url(self) -> str:
        """Return the URL of the receiver."""
        return f"http://127.0.0.1:{self.server_port}/hook?room=7"

    def messages(self) -> list[dict[str, Any]]:
        """Return the messages received."""
        return [json.loads(body) for _headers, body in self.heard]


class _Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.heard.append((dict(self.headers) | {":path": self.path}, body))
        status = self.server.check(json.loads(body)) if self.server.check else self.server.status
        self.send_response(status)
        if self.server.retry_after:
            self.send_header("Retry-After", str(self.server.retry_after))
        if self.server.status == 302:
            self.send_header("Location", self.server.url.replace("hook", "elsewhere"))
        self.end_headers()

    def log_message(self, *_words: Any) -> None:
        pass


def discord(message: Any) -> int:
    """Respond like Discord: 400 for a message not in its format."""
    embeds = message.get("embeds")
    if not message.get("content") and not embeds:
        return 400
    known = {"title", "description", "url", "timestamp", "color", "fields", "footer", "author"}
    fits = all(
        set(one) <= known and len(one.get("title", "")) <= 256
        and len(one.get("description", "")) <= 4096 and one["url"].startswith("http")
        for one in embeds or ()
    )  # fmt: skip
    return 204 if fits and len(embeds or ()) <= 10 else 400


def slack(message: Any) -> int:
    """Respond like Slack: 400 for a message without a text, or with unknown blocks."""
    blocks = message.get("blocks", [])
    known = {("header", "plain_text"): 150, ("section", "plain_text"): 3000,
             ("section", "mrkdwn"): 3000}  # fmt: skip
    fits = all(
        0 < len(one["text"]["text"]) <= known.get((one.get("type"), one["text"]["type"]), 0)
        for one in blocks
    )
    return 200 if message.get("text") and fits else 400


@contextmanager
def listening() -> Iterator[Receiver]:
    """Run a receiver."""
    receiver = Receiver()
    Thread(target=receiver.serve_forever, args=[0.01], daemon=True).start()
    try:
        yield receiver
    finally:
        receiver.shutdown()
        receiver.server_close()
