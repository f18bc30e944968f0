"""Serve the site with suitable options."""

import asyncio
import contextlib
import os
import socket
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.api import streams
from installation import first_administrator, health, listening

#: The longest frame that a browser may send; our pages send decisions, which are short.
FRAME_BYTES = 4096
#: Seconds that open requests have to finish after a signal to stop: longer than they may wait for
#: the database (DATABASES in the settings).
PATIENCE = 25
#: Seconds within which an open connection may begin a request after a signal to stop.
FIRST_WORD = 2.0


class Command(BaseCommand):
    """Run uvicorn with the options that suit this site; stop it with Ctrl+C."""

    help = "Serves pages and sockets; with REFEREE_EMBEDDED, also plays for bots."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument(
            "--host", default="127.0.0.1", help="0.0.0.0 to accept connections from the network"
        )
        parser.add_argument("--port", type=int, default=os.environ.get("PORT") or "8000")
        parser.add_argument(
            "--first",
            nargs="*",
            default=[],
            help="commands to run first, in the same process",
        )

    def handle(self, *args: Any, host: str, port: int, first: list[str], **options: Any) -> None:
        """Run the `first` commands, then serve until interrupted.

        :raises CommandError: if another program uses the address, or migrations are missing.
        """
        check_free(host, port)
        for command in first:
            call_command(command, verbosity=0)
        check_migrated()
        self.stdout.write(f"{settings.SITE_NAME} is at http://localhost:{port}")
        if host == "0.0.0.0" and (near := nearby_address()):  # noqa: S104
            self.stdout.write(f"On a phone in the same network: http://{near}:{port}")
        if settings.DEBUG:
            self.stdout.write(
                "DEBUG=1 is for trying the site out: don't expose it to the internet."
            )
        elif file := file_with_link(port):
            self.stdout.write(
                "This site has no administrator yet. To create one, open the link in this file"
                " within a day:"
            )
            self.stdout.write(str(file))
        self.stdout.write("Stop with Ctrl+C.")
        run(host, port)


def run(host: str, port: int) -> None:
    """Run the server in this process until a signal to stop."""
    # WhiteNoise reads files synchronously; they are small, and soon cached in memory.
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous")
    config = uvicorn.Config(
        "config.asgi:application",
        host=host,
        port=port,
        loop="auto",  # uvloop, if installed
        ws="websockets-sansio",
        ws_max_size=FRAME_BYTES,
        # Browsers offer to compress every frame: six times the work, three times the memory, and
        # the size of a compressed frame reveals more of its secrets.
        ws_per_message_deflate=False,
        # The heartbeat of pages also finds dead connections (games/matches/live/wire.py), if the
        # system supports it and no proxy answers for the browser: then sockets need no pings.
        ws_ping_interval=None if can_tell_deaf_lines() else 20,
        log_config=None,  # LOGGING covers the server's own lines, too
        log_level="warning",  # addresses of users and URLs of tables are private
        access_log=False,
        server_header=False,
        proxy_headers=False,  # BEHIND_PROXY sets the trusted proxy
        timeout_graceful_shutdown=PATIENCE,
    )
    server = Server(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit(3)  # as uvicorn.run does


class Server(uvicorn.Server):
    """Uvicorn without the loss of a new connection's request at a signal to stop.

    Uvicorn closes connections without a request. But a request may be in transit, and a proxy may
    not resend a form without a response.
    """

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, wait for requests of open connections, and end when all are answered."""
        until = time.monotonic() + FIRST_WORD
        doors = [door.fileno() for server in self.servers for door in server.sockets]
        for door in doors:
            listening.let_in_nobody_new(door)
        await asyncio.sleep(0.05)  # connections in transit have arrived by then
        while any(map(listening.connections_held, doors)) and time.monotonic() < until:
            await asyncio.sleep(0)  # each pass accepts one of them
        for server in self.servers:
            server.close()
        while self._is_expecting() and time.monotonic() < until and not self.force_exit:
            await asyncio.sleep(0.02)
        streams.end_all()
        await super().shutdown(sockets)

    def _is_expecting(self) -> bool:
        """Return whether a new connection has not sent a request yet."""
        connections = list(self.server_state.connections)
        return any(getattr(connection, "cycle", self) is None for connection in connections)


def file_with_link(port: int) -> Path | None:
    """Return a file with the first administrator's link, or None.

    Without a SITE_URL it leads to `port` of this machine.
    """
    site = settings.SITE_URL if os.environ.get("SITE_URL") else f"http://localhost:{port}"
    try:
        return first_administrator.keep_link(site)
    except DatabaseError:
        return None


def check_migrated() -> None:
    """Check once that the database has this release's tables, before they are used.

    It waits for a database that does not answer, as later code does.

    :raises CommandError: if some are missing.
    """
    with contextlib.suppress(DatabaseError):
        if not health.is_migrated():
            raise CommandError("Migrations of this release are not applied: run `migrate` first.")


def can_tell_deaf_lines() -> bool:
    """Return whether the system can close connections whose browser does not respond."""
    return hasattr(socket, "TCP_USER_TIMEOUT") and settings.SECURE_PROXY_SSL_HEADER is None


def check_free(host: str, port: int) -> None:
    """Check that the port is free, before anything else is started.

    :raises CommandError: if not, with a remedy.
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
    """Return this machine's IP address in the local network; empty if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, only selects a route
        except OSError:
            return ""
        return str(probe.getsockname()[0])
