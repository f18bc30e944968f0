"""A real site in separate processes, to be visited, stopped, killed and started again."""

import fcntl
import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import IO

import psycopg
from psycopg import sql

from tests import chance

ROOT = Path(__file__).resolve().parent.parent
DATABASE_URL = os.environ.get("DATABASE_URL", "")
ON_POSTGRES = DATABASE_URL.startswith("postgres")
REDIS_URL = os.environ.get("REDIS_URL", "")
#: Below the system's ephemeral ports; simultaneous processes begin at different ones.
_ports = iter(range(20_000 + os.getpid() % 1_000 * 12, 32_768))
#: Seconds for a server to answer, or to stop.
PATIENCE = 120


def _migrations() -> str:
    """Return a short name of the current migrations, ours and those of packages.

    The role is part of it: only the owner of a database may copy it.
    """
    digest = hashlib.sha256((ROOT / "requirements.txt").read_bytes())
    digest.update(DATABASE_URL.rpartition("/")[0].encode())
    for file in sorted(ROOT.glob("[a-z]*/**/migrations/*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


#: A migrated database, to be copied by every site of every run: making one takes seconds.
EMPTY = f"cabinet_noir_empty_{_migrations()}"
EMPTY_FILE = Path(tempfile.gettempdir()) / f"{EMPTY}.sqlite3"


class LiveSite:
    """The site with its own database, on SQLite or with PostgreSQL and Redis.

    It uses the tests' DATABASE_URL and REDIS_URL. With Redis the referee is a process of its own,
    as on a large site.
    """

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self._name = f"site_{os.getpid()}_{self.port}"
        self._log = folder / "site.log"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._folder, self._starts = folder, Counter[str]()
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "VAR_DIR": str(folder),
            "DATABASE_URL": self._make_database(folder),
            "SERVES_STATIC": "1",
            "BOT_PACE": "0",
            "TEST_NAME_FILE": str(chance.NAME_FILE),
            **environment,
        }
        self._fill(folder / "site.sqlite3")

    def start(self) -> None:
        """Start what is not running, and wait until it answers."""
        self._processes = [self._manage("serve", f"--port={self.port}")]
        if self.environment.get("REDIS_URL"):
            self._processes.append(self._manage("referee"))
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > deadline or self._processes[0].poll() is not None:
                raise RuntimeError(f"The site did not start:\n{self.log()}")
            time.sleep(0.05)

    def manage(self, *arguments: str) -> None:
        """Run a command of manage.py to its end."""
        if self._manage(*arguments).wait(PATIENCE):
            raise RuntimeError(f"{arguments[0]} failed:\n{self.log()}")

    def stop(self) -> None:
        """Stop it as a restart does: open sockets are closed properly."""
        self._end(signal.SIGTERM)

    def freeze(self) -> None:
        """Suspend its processes: sockets remain open, and nothing answers."""
        for process in self._processes:
            process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """Kill it as a power failure does."""
        self._end(signal.SIGKILL)

    def discard(self) -> None:
        """Kill it and drop its database."""
        self.kill()
        if ON_POSTGRES:
            _execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", self._name)

    def log(self) -> str:
        """Return all output of the site."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def _make_database(self, folder: Path) -> str:
        if not ON_POSTGRES:
            return f"sqlite:///{folder / 'site.sqlite3'}"
        return f"{DATABASE_URL.rpartition('/')[0]}/{self._name}"

    def _fill(self, file: Path) -> None:
        """Copy the migrated database; one process makes it first if it does not exist."""
        with EMPTY_FILE.with_suffix(".lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if ON_POSTGRES:
                if not _is_there(EMPTY):
                    _execute("CREATE DATABASE {}", self._name)
                    self.manage("migrate", "--verbosity=0")
                    _execute("ALTER DATABASE {} RENAME TO {}", self._name, EMPTY)
                _execute("CREATE DATABASE {} TEMPLATE {}", self._name, EMPTY)
            elif EMPTY_FILE.exists():
                shutil.copy(EMPTY_FILE, file)
            else:
                self.manage("migrate", "--verbosity=0")
                shutil.copy(file, EMPTY_FILE)

    def _manage(self, *arguments: str) -> subprocess.Popen[bytes]:
        # A restarted process must not draw the same again; the first site of all also migrates.
        self._starts[arguments[0]] += 1
        process = f"{arguments[0]} of {self._folder.name}, {self._starts[arguments[0]]}"
        log: IO[bytes]
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "manage.py", *arguments],
                cwd=ROOT,
                env=self.environment | {"TEST_PROCESS": process},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url, timeout=5) as response:  # noqa: S310
                return response.status == 200
        except OSError:
            return False

    def _end(self, how: signal.Signals) -> None:
        for process in self._processes:
            process.send_signal(how)
        for process in self._processes:
            process.wait(PATIENCE)
        self._processes = []


def _execute(statement: str, *names: str) -> None:
    with psycopg.connect(DATABASE_URL, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def _is_there(database: str) -> bool:
    with psycopg.connect(DATABASE_URL) as connection:
        asked = "SELECT 1 FROM pg_database WHERE datname = %s"
        return connection.execute(asked, [database]).fetchone() is not None


def free_port() -> int:
    """Return a free port that this process has not returned before."""
    for port in _ports:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no free port")
