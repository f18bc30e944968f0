"""Servers that act as a broken Redis: down, hanging, or full."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

FULL = b"-OOM command not allowed when used memory > 'maxmemory'.\r\n"


@contextmanager
def away() -> Iterator[str]:
    """Yield a URL without a listening server."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        yield f"redis://127.0.0.1:{probe.getsockname()[1]}/0"


@contextmanager
def hanging() -> Iterator[str]:
    """Yield the URL of a server that accepts every connection and never responds."""
    with socket.create_server(("127.0.0.1", 0), backlog=512) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


@contextmanager
def full() -> Iterator[str]:
    """Yield the URL of a server that refuses every command for lack of memory."""
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
