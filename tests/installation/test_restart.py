"""A web process that is told to stop, as in an upgrade: nobody who has reached it is refused."""

import socket
import time
from threading import Thread


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def status(line: socket.socket) -> bytes:
    """Ask for a page, and return the first line of the answer."""
    line.sendall(b"GET /conduct/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    return line.makefile("rb").readline()


def test_who_is_connected_when_the_server_is_told_to_stop_is_still_answered(own_site):
    early = connect(own_site.port)
    assert b"200" in status(connect(own_site.port))  # so the one before has been let in
    stopping = Thread(target=own_site.stop)
    stopping.start()
    try:
        while True:
            connect(own_site.port).close()
            time.sleep(0.01)
    except ConnectionError:
        pass  # it listens no more
    assert b"200" in status(early)
    stopping.join()
