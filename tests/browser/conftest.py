"""A real server to look at from outside, and a real browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


class Site:
    """A real server process with a database of its own; it can be killed and started again."""

    def __init__(self, home: Path, environment: dict[str, str]) -> None:
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "VAR_DIR": str(home),
            "DATABASE_URL": f"sqlite:///{home / 'site.sqlite3'}",
            "REDIS_URL": "",
            "DEBUG": "1",
            "BOT_PACE": "0",
            **environment,
        }
        self._process: subprocess.Popen[bytes] | None = None

    def manage(self, *command: str) -> None:
        """Run a management command on the site's database."""
        subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT, env=self.environment, check=True, capture_output=True,
        )  # fmt: skip

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._process = subprocess.Popen(
            [
                sys.executable, "-m", "uvicorn", "config.asgi:application", "--port",
                str(self.port), "--ws", "websockets-sansio", "--log-level", "warning",
            ],
            cwd=ROOT, env=self.environment,
        )  # fmt: skip
        for _try in range(300):
            try:
                urllib.request.urlopen(self.url, timeout=5).close()  # noqa: S310
                return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """Kill the server as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a running server for tests that look at it from outside."""
    found = Site(tmp_path_factory.mktemp("site"), {})
    found.manage("migrate", "--verbosity=0")
    found.start()
    yield found
    found.kill()


@pytest.fixture
def site(server: Site) -> str:
    """Return the address of a running server."""
    return server.url


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the machine's own Chromium, quietly."""
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": [
            "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync",
        ],
    }  # fmt: skip
