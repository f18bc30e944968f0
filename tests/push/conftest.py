"""A push service for tests."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest


class Service(BaseHTTPRequestHandler):
    """A push service that stores the messages it receives."""

    def do_POST(self) -> None:
        """Accept a message."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.taken.append((self.path, dict(self.headers), body))
        self.send_response(self.server.answers)
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Say nothing."""


@pytest.fixture
def service(settings):
    settings.WEBHOOKS_MAY_BE_LOCAL = True
    server = HTTPServer(("127.0.0.1", 0), Service)
    server.taken, server.answers = [], 201
    Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()
