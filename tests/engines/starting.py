"""Starting Debian's three browsers, and stopping what was started."""

import re
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from websockets.sync.client import connect

from tests.browsers import LAUNCH, chromium, firefox, mini_browser
from tests.engines.protocols import PATIENCE, Bidi, Classic, Line
from tests.live_site import free_port

#: Scrollbars lie over the page, as on a phone.
OVERLAID = 'user_pref("ui.useOverlayScrollbars", 1);\n'
#: MiniBrowser's own bar is wider than a phone, unless nothing in it has room around it.
NARROW = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; }"


@contextmanager
def opened(engine: str) -> Iterator[Line]:
    """Open a browser with a profile of its own, and close it."""
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        STARTS[engine](Path(folder)) as line,
    ):
        try:
            yield line
        finally:
            with suppress(Exception):  # a browser that is gone fails the test by itself
                line.close()


@contextmanager
def _firefox(folder: Path) -> Iterator[Line]:
    (folder / "user.js").write_text(OVERLAID)
    where = ["--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]
    with _running([firefox(), *where], folder) as log:
        address = _told(log, r"ws://\S+")
        with connect(f"{address}/session", max_size=None) as socket:
            yield Bidi(socket)


@contextmanager
def _chromium(folder: Path) -> Iterator[Line]:
    port = free_port()
    options = {"binary": chromium(), "args": [*LAUNCH, "--headless", "--hide-scrollbars"]}
    with _running(["chromedriver", f"--port={port}"], folder):
        yield Classic(
            _answering(port),
            {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "SEVERE"}},
        )


@contextmanager
def _webkit(folder: Path) -> Iterator[Line]:
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0" / "gtk.css").write_text(NARROW)
    port = free_port()
    size = ["-screen", "0", "1600x1200x24", "-nolisten", "tcp", "-displayfd", "1"]
    with _running(["Xvfb", *size], folder) as log:
        variables = {"DISPLAY": f":{_told(log, r'^[0-9]+$')}", "XDG_CONFIG_HOME": str(folder)}
        settings = [f"{name}={value}" for name, value in variables.items()]
        with _running(["env", *settings, "WebKitWebDriver", f"--port={port}"], folder):
            options = {"binary": mini_browser(), "args": ["--automation"]}
            yield Classic(_answering(port), {"webkitgtk:browserOptions": options})


STARTS = {"chromium": _chromium, "firefox": _firefox, "webkit": _webkit}


@contextmanager
def _running(command: list[str], folder: Path) -> Iterator[Path]:
    """Run a program; return the file of its output."""
    log = folder / f"{Path(command[0]).name}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        yield log
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()


def _told(log: Path, what: str) -> str:
    """Wait until a program has said something, and return it."""
    for _look in range(PATIENCE * 20):
        if found := re.search(what, log.read_text(errors="replace"), re.MULTILINE):
            return found[0]
        time.sleep(0.05)
    raise AssertionError(f"{log.stem} did not start:\n{log.read_text(errors='replace')}")


def _answering(port: int) -> str:
    """Wait for a driver, and return its address."""
    address = f"http://127.0.0.1:{port}"
    for _look in range(PATIENCE * 20):
        with suppress(OSError), urllib.request.urlopen(f"{address}/status", timeout=5):  # noqa: S310
            return address
        time.sleep(0.05)
    raise AssertionError(f"nothing answers at {address}")
