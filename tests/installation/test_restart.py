"""A web process being stopped, as in an upgrade, refuses no accepted connection."""

import socket
import sys
import time
from threading import Thread

import pytest
import yaml
from django.conf import settings

from installation import listening
from installation.management.commands import serve
from tests.live_site import ROOT


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20)


def status(line: socket.socket) -> bytes:
    """Ask for a page, and return the first line of the answer."""
    line.sendall(b"GET /conduct/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    return line.makefile("rb").readline()


def test_requests_during_shutdown_are_answered_or_not_accepted(own_site):
    early = connect(own_site.port)
    answers: list[bytes] = []

    def arrive() -> None:
        while True:
            try:
                line = connect(own_site.port)
            except ConnectionRefusedError:
                return  # it no longer listens
            with line:
                try:
                    answers.append(status(line))
                except ConnectionResetError:
                    answers.append(b"reset")

    crowd = [Thread(target=arrive) for _person in range(24)]
    for person in crowd:
        person.start()
    while len(answers) <= len(crowd):  # by now the first connection has been accepted
        time.sleep(0.01)
    stopping = Thread(target=own_site.stop)
    stopping.start()
    for person in crowd:
        person.join()
    assert b"200" in status(early)
    stopping.join()
    assert {answer for answer in answers if b"200" not in answer} == set()


def test_a_stopping_server_outwaits_any_request_and_its_container_outwaits_it():
    options = settings.DATABASE["OPTIONS"]
    longest = options.get("pool", options)["timeout"]  # seconds to wait for the database
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text())
    grace = int(compose["x-site"]["stop_grace_period"].removesuffix("s"))
    assert longest < serve.PATIENCE
    assert grace > serve.FIRST_WORD + serve.PATIENCE


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such filters")
def test_the_system_stops_accepting_connections_and_loses_no_accepted_one():
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        with connect(port) as early:
            assert listening.connections_held(door.fileno()) == 1
            listening.let_in_nobody_new(door.fileno())
            with pytest.raises(TimeoutError):
                socket.create_connection(("127.0.0.1", port), timeout=0.3)
            early.sendall(b"asks")
            taken, _address = door.accept()
            with taken:
                assert taken.recv(4) == b"asks"
            assert listening.connections_held(door.fileno()) == 0


def test_a_system_without_such_filters_still_stops():
    with socket.socket(socket.AF_UNIX) as other:
        listening.let_in_nobody_new(other.fileno())
        assert listening.connections_held(other.fileno()) == 0
