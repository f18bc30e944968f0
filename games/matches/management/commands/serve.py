"""Serve the site, as it is meant to be served."""

import os
import socket
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

#: The longest frame that a browser may send; ours send none, for everything is a request.
FRAME_BYTES = 4096
#: Seconds that open requests have to finish once the server is told to stop.
PATIENCE = 5


class Command(BaseCommand):
    """Run uvicorn with the options that suit this site; stop it with Ctrl+C."""

    help = "Serves pages and sockets, and plays for the bots where REFEREE_EMBEDDED says so."

    def add_arguments(self, parser: CommandParser) -> None:
        """Ask for the address to listen on."""
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 for everybody near")
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        """Serve until interrupted.

        :raises CommandError: if something else listens there already.
        """
        check_free(host, port)
        self.stdout.write(f"Cabinet Noir is at http://localhost:{port}")
        if host == "0.0.0.0" and (near := nearby_address()):  # noqa: S104
            self.stdout.write(f"On a phone in the same network: http://{near}:{port}")
        if settings.DEBUG:
            self.stdout.write("This is for trying it out (DEBUG=1); not for the open internet.")
        self.stdout.write("Stop with Ctrl+C.")
        run(host, port)


def run(host: str, port: int) -> None:
    """Run the server in this process until it is told to stop."""
    uvicorn.run(
        "config.asgi:application",
        host=host,
        port=port,
        loop="auto",  # uvloop, where there is one
        ws="websockets-sansio",
        ws_max_size=FRAME_BYTES,
        # Browsers offer to compress every frame: six times the work, three times the memory, and
        # the size of a compressed frame tells more of its secrets.
        ws_per_message_deflate=False,
        log_level="warning",  # addresses of people and tables are nobody's business
        access_log=False,
        server_header=False,
        proxy_headers=False,  # BEHIND_PROXY says what is believed of a proxy
        timeout_graceful_shutdown=PATIENCE,
    )


def check_free(host: str, port: int) -> None:
    """Check that the port can be had, before anything else is started.

    :raises CommandError: if not, saying what to do.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} is taken ({error.strerror}). Try another: PORT={port + 1}"
            ) from error


def nearby_address() -> str:
    """Return this machine's address in the local network; nothing if there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way it would go
        except OSError:
            return ""
        return str(probe.getsockname()[0])
