"""The last step of sending: browsers get the written bytes, with the pinned server or any other."""

import socket
from types import SimpleNamespace

import pytest
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from games.matches.live.wire import MOST_WAITING, Wire


class Transport:
    """Collects the written bytes, like a connection."""

    def __init__(self, waiting: int = 0) -> None:
        self.written = b""
        self.aborted = False
        self._waiting = waiting

    def write(self, data: bytes) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return self._waiting

    def get_extra_info(self, _name: str) -> None:
        return None

    def is_closing(self) -> bool:
        return self.aborted

    def abort(self) -> None:
        self.aborted = True


def protocol(transport: Transport, *, compresses: bool = False) -> WebSocketsSansIOProtocol:
    """Return the pinned server's side of a connection, created as the server does."""

    async def application(scope, receive, send):
        """Do nothing: only the protocol is tested."""

    config = Config(application, ws="websockets-sansio", ws_per_message_deflate=compresses)
    made = WebSocketsSansIOProtocol(config, ServerState(), {}, _loop=SimpleNamespace())
    made.transport = transport
    return made


def received(data: bytes) -> list[str]:
    """Return the messages that a browser reads from `data`."""
    browser = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN, max_size=None)
    browser.receive_data(data)
    frames = browser.events_received()
    assert all(frame.opcode is Opcode.TEXT and frame.fin for frame in frames)
    return [frame.data.decode() for frame in frames]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_browser_reads_the_written_message_whatever_its_size(size):
    transport = Transport()
    wire = Wire(protocol(transport).send)
    wire.write(b"x" * size)
    wire.write("ja! 了".encode())
    assert received(transport.written) == ["x" * size, "ja! 了"]


def test_a_browser_that_left_during_its_handshake_causes_no_error():
    transport = Transport()
    left = socket.socket()
    left.close()  # its file descriptor is negative now
    transport.get_extra_info = lambda _name: left
    transport.abort()
    with pytest.raises(ConnectionError):
        Wire(protocol(transport).send).write(b"x")


def test_a_browser_that_reads_nothing_is_disconnected():
    transport = Transport(waiting=MOST_WAITING + 1)
    with pytest.raises(ConnectionError):
        Wire(protocol(transport).send).write(b"x")
    assert transport.aborted
    assert transport.written == b""


async def test_other_servers_send_frames_in_order_with_send():
    sent = []

    async def send(message):
        sent.append(message["text"])

    wire = Wire(send)
    for text in (b"one", b"two", b"three"):
        wire.write(text)
    await wire.flushed()
    assert sent == ["one", "two", "three"]
