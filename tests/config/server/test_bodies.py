"""Unneeded request bodies are neither read to the end nor stored, from any sender."""

import json
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, encode_multipart

from config.asgi import application
from config.server.bodies import DROPPED, LARGEST, BodyLimit
from games.api import limits
from games.history.records import importing

PATIENCE = 30
CHUNK = b"x" * 65536


def scope(path: str, **headers: str) -> dict:
    """Return a request as a server hands it on."""
    sent = {"host": "testserver", **headers}
    named = [(name.replace("_", "-").encode(), text.encode()) for name, text in sent.items()]
    return {
        "type": "http", "http_version": "1.1", "method": "POST", "scheme": "http", "path": path,
        "raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": named,
        "client": ["127.0.0.1", 9], "server": ["testserver", 80],
    }  # fmt: skip


class Sender:
    """Somebody who sends and sends, until nobody takes it any more or it is answered."""

    def __init__(self, length: int, chunk: bytes = CHUNK) -> None:
        self._left = length
        self._chunk = chunk
        self.taken = 0
        self.answer: list[dict] = []

    async def receive(self) -> dict:
        piece = self._chunk[: self._left]
        self._left -= len(piece)
        self.taken += len(piece)
        return {"type": "http.request", "body": piece, "more_body": self._left > 0}

    async def send(self, message: dict) -> None:
        self.answer.append(message)

    @property
    def status(self) -> int:
        return self.answer[0]["status"]

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode().lower(): text.decode() for name, text in self.answer[0]["headers"]}

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.answer[1:])


class Reader:
    """An application that reads everything, and says how much there was."""

    def __init__(self) -> None:
        self.read = 0
        self.calls = 0

    async def __call__(self, _scope: dict, receive, send) -> None:
        self.calls += 1
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            self.read += len(message["body"])
            if not message["more_body"]:
                break
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"%d" % self.read})


@pytest.mark.parametrize(("path", "most"), [("/api/v1/games", limits.BODY), ("/any/", LARGEST)])
async def test_bodies_within_the_limit_are_passed_on_and_longer_ones_are_not(path, most):
    for length, status in ((0, 200), (1, 200), (most, 200), (most + 1, 413), (20 * most, 413)):
        reader, sender = Reader(), Sender(length)
        await BodyLimit(reader)(scope(path), sender.receive, sender.send)
        assert sender.status == status, length
        assert reader.read <= most
        if status == 200:
            assert sender.body == b"%d" % length


async def test_a_body_announced_as_too_long_is_never_passed_on():
    reader, sender = Reader(), Sender(100)
    announced = scope("/api/v1/games", content_length=str(limits.BODY + 1))
    await BodyLimit(reader)(announced, sender.receive, sender.send)
    assert (sender.status, reader.calls) == (413, 0)


async def test_a_body_longer_than_announced_is_still_counted():
    reader, sender = Reader(), Sender(10 * limits.BODY)
    lying = scope("/api/v1/games", content_length="10")
    await BodyLimit(reader)(lying, sender.receive, sender.send)
    assert sender.status == 413


async def test_programs_get_a_problem_of_the_api_in_their_language():
    sender = Sender(150 * 1024 * 1024)
    spoken = scope("/api/v1/games", accept_language="de")
    await application(spoken, sender.receive, sender.send)
    assert sender.status == 413
    assert sender.headers["content-type"] == "application/problem+json"
    assert int(sender.headers["content-length"]) == len(sender.body)
    problem = json.loads(sender.body)
    assert problem["type"].endswith("#too-large")
    assert problem["title"] == "Die Anfrage ist zu lang."


async def test_people_get_a_page_that_leads_back():
    sender = Sender(2 * LARGEST)
    spoken = scope("/open/", accept_language="de")
    await application(spoken, sender.receive, sender.send)
    assert sender.status == 413
    assert sender.headers["content-type"].startswith("text/html")
    page = sender.body.decode()
    assert '<html lang="de">' in page
    assert "<h1>Zu groß</h1>" in page
    assert '<a class="button" href="/">' in page
    assert "frame-ancestors 'none'" in sender.headers["content-security-policy"]
    assert "camera=()" in sender.headers["permissions-policy"]
    assert sender.headers["x-content-type-options"] == "nosniff"


async def test_little_is_read_before_the_response_and_a_limited_amount_after_it():
    sender = Sender(10**12)
    seen = []
    noting = sender.send

    async def send(message: dict) -> None:
        seen.append(sender.taken)
        await noting(message)

    await BodyLimit(Reader())(scope("/api/v1/games"), sender.receive, send)
    assert seen[0] <= limits.BODY + len(CHUNK)
    assert sender.taken <= 2 * DROPPED


async def test_sockets_are_passed_on_unchanged():
    async def echo(_scope, receive, send) -> None:
        await send(await receive())

    communicator = ApplicationCommunicator(BodyLimit(echo), {"type": "websocket", "path": "/ws/"})
    await communicator.send_input({"type": "websocket.receive", "bytes": b"x" * 2 * LARGEST})
    echoed = await communicator.receive_output(PATIENCE)
    assert len(echoed["bytes"]) == 2 * LARGEST


async def test_a_file_just_too_large_still_reaches_its_page_which_explains_it():
    file = SimpleUploadedFile("records.json", b"x" * (importing.MOST_BYTES + 1))
    body = encode_multipart(BOUNDARY, {"file": file, "text": "y" * 9000})
    reader, sender = Reader(), Sender(len(body))
    await BodyLimit(reader)(scope("/history/records/"), sender.receive, sender.send)
    assert (sender.status, reader.read) == (200, len(body))


UNREADABLE = [
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=x; charset=rot13",
    "multipart/form-data; boundary=x; charset=idna",
    "multipart/form-data; boundary=x; charset=\x00",
    "multipart/form-data; boundary*=nonsense''x",
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=hex",
    "application/x-www-form-urlencoded; charset=",
    "application/json; charset=nonsense",
    "text/plain; charset*=nonsense''x",
]


@pytest.mark.parametrize("kind", UNREADABLE)
@pytest.mark.parametrize("path", ["/open/", "/account/login/", "/api/v1/games"])
async def test_an_unreadable_body_is_refused_and_is_not_a_server_error(kind, path):
    sender = Sender(30)
    await application(scope(path, content_type=kind), sender.receive, sender.send)
    assert sender.status == 400
    assert b"can't be read" in sender.body


@pytest.mark.parametrize("kind", ["", "text/html", "multipart/form-data; boundary=x; charset=UTF8"])
async def test_the_bodies_of_browsers_and_programs_are_passed_on(kind):
    reader, sender = Reader(), Sender(30)
    await BodyLimit(reader)(scope("/open/", content_type=kind), sender.receive, sender.send)
    assert (sender.status, reader.read) == (200, 30)


@pytest.fixture
def line(site) -> Iterator[socket.socket]:
    """Return an open line to a real site."""
    with socket.create_connection((urlsplit(site).hostname, urlsplit(site).port), PATIENCE) as line:
        yield line


def test_a_real_server_answers_before_the_whole_body_arrives_and_hangs_up(line):
    head = b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    line.sendall(head)
    for _more in range(4):
        line.sendall(b"%x\r\n%s\r\n" % (len(CHUNK), CHUNK))
    answer = b""
    while piece := line.recv(65536):
        answer += piece
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"application/problem+json" in answer
    assert b"#too-large" in answer
