"""`manage.py serve` says what is wrong before anything is started."""

import socket

import pytest
from django.core.management import CommandError, call_command


def test_a_port_that_is_taken_is_named_with_what_to_do():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"Port {port} is taken.*PORT={port + 1}"):
            call_command("serve", port=port)
