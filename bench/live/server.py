"""The real server on its own core, and its use of resources."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.live_site import free_port

PATIENCE = 60
#: The stores of a site, for its data and for messages; they are used if named BENCH_...
STORES = ("DATABASE_URL", "REDIS_URL")


class MeasuredServer:
    """`manage.py serve` on `core`, or on all for None, with the data in `folder`."""

    def __init__(self, folder: Path, core: int | None, stores: dict[str, str]) -> None:
        self.port = free_port()
        self._log = (folder / "server.log").open("wb")
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", f"--port={self.port}"],
            env=environment(folder, stores),
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
        )
        if core is not None:
            os.sched_setaffinity(self._process.pid, {core})

    def cpu(self) -> float:
        """Return the seconds of CPU used so far, by all threads.

        This is the process's own clock (clock_getcpuclockid): /proc counts in ticks of 10 ms, and
        an idle server works for less than one at a time.
        """
        return time.clock_gettime((~self._process.pid << 3) | 2)

    def memory(self) -> int:
        """Return the current bytes of resident memory."""
        text = Path(f"/proc/{self._process.pid}/statm").read_text()
        return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def stop(self) -> None:
        """Stop the server, as a restart would."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(PATIENCE)
        self._log.close()

    def wait(self) -> None:
        """Wait until the server responds.

        :raises RuntimeError: if it does not.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/", timeout=5).close()
            except OSError:
                if time.monotonic() > deadline or self._process.poll() is not None:
                    raise RuntimeError(f"The server did not start: see {self._log.name}") from None
                time.sleep(0.1)
            else:
                return


@contextmanager
def running(folder: Path, core: int | None, stores: dict[str, str]) -> Iterator[MeasuredServer]:
    """Run a server during a measurement."""
    server = MeasuredServer(folder, core, stores)
    try:
        server.wait()
        yield server
    except BaseException:
        sys.stderr.write((folder / "server.log").read_text(errors="replace")[-4000:])
        raise
    finally:
        server.stop()


@contextmanager
def referee(folder: Path, stores: dict[str, str]) -> Iterator[None]:
    """Run a referee, which a site with several web processes needs."""
    command = [sys.executable, "manage.py", "referee"]
    with (folder / "referee.log").open("wb") as log:
        process = subprocess.Popen(
            command, env=environment(folder, stores), stdout=log, stderr=subprocess.STDOUT
        )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def named_stores() -> dict[str, str]:
    """Return the stores in the environment for measurements, in addition to SQLite."""
    return {k: os.environ[f"BENCH_{k}"] for k in STORES if f"BENCH_{k}" in os.environ}


def environment(folder: Path, stores: dict[str, str]) -> dict[str, str]:
    """Return the settings of a small real site without a certificate, with its data in `folder`."""
    variables = {"VAR_DIR": str(folder), "DEBUG": "0", "HTTPS": "0", "READING_SECONDS": "0"}
    outer = {k: v for k, v in os.environ.items() if k not in STORES}
    return outer | stores | variables
