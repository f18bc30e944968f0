"""Servers that are no Redis, or a bad one: away, hanging, or full."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

FULL = b"-OOM command not allowed when used memory > 'maxmemory'.\r\n"


@contextmanager
def away() -> Iterator[str]:
    """Yield an address where nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        yield f"redis://127.0.0.1:{probe.getsockname()[1]}/0"


@contextmanager
def hanging() -> Iterator[str]:
    """Yield the address of a server that takes every connection and answers nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=512) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


@contextmanager
def full() -> Iterator[str]:
    """Yield the address of a server that refuses every command for want of memory."""
    with socket.create_server(("127.0.0.1", 0), backlog=512) as server:
        threading.Thread(target=_refuse, args=(server,), daemon=True).start()
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        server.shutdown(socket.SHUT_RDWR)


def _refuse(server: socket.socket) -> None:
    while True:
        try:
            line, _address = server.accept()
        except OSError:
            return
        threading.Thread(target=_refuse_on, args=(line,), daemon=True).start()


def _refuse_on(line: socket.socket) -> None:
    with line:
        while asked := line.recv(65536):
            line.sendall(FULL * max(1, asked.count(b"*")))
