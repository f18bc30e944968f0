"""A whole large site on this machine: PostgreSQL, Redis, web processes and referees.

Or the small lane: one process with SQLite. A process that ends is started again, as by a
supervisor.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any

import psycopg
import redis

from tests.live_site import PATIENCE, ROOT, free_port

#: Faults of the site that a trial must catch: acknowledged before the commit, or kept in memory.
PLANTS = ("writer", "database")
#: A PostgreSQL that leaves writing committed data to its background processes.
LAZY = ("synchronous_commit=off", "bgwriter_lru_maxpages=0")


class Program:
    """A process that is started again whenever it ends."""

    def __init__(self, name: str, command: list[str], folder: Path, **options: Any) -> None:
        self.name = name
        self._command, self._folder, self._options = command, folder, options
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = Lock()
        self._is_held = False
        self.starts = 0

    def ensure(self) -> None:
        """Start it, unless it runs or is held down."""
        with self._lock:
            if self._is_held or (self._process and self._process.poll() is None):
                return
            with (self._folder / f"{self.name}.log").open("ab") as log:
                self._process = subprocess.Popen(
                    self._command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log,
                    stderr=subprocess.STDOUT, **self._options,
                )  # fmt: skip
            self.starts += 1

    def signal(self, sign: signal.Signals) -> None:
        """Send a signal, if it runs."""
        with self._lock:
            if self._process and self._process.poll() is None:
                self._process.send_signal(sign)

    def kill_all(self) -> None:
        """Kill it and its children, so that none writes another byte."""
        with self._lock:
            if self._process and self._process.poll() is None:
                for pid in _family(self._process.pid):
                    os.kill(pid, signal.SIGKILL)
                self._process.wait(PATIENCE)

    def hold(self, seconds: float) -> None:
        """Kill it, and don't start it again for a while."""
        self._is_held = True
        self.signal(signal.SIGKILL)
        time.sleep(seconds)
        self._is_held = False

    def pause(self, seconds: float) -> None:
        """Pause it for a while."""
        self.signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.signal(signal.SIGCONT)

    def fill_disk(self, seconds: float) -> None:
        """Limit it and its children to 4 KiB per file, as if the disk were full."""
        with self._lock:
            process = self._process
        if process is None or process.poll() is not None:
            return
        self._limit_files(process.pid, 4096)
        time.sleep(seconds)
        self._limit_files(process.pid, "unlimited")

    def _user(self) -> dict[str, Any]:
        return {name: self._options[name] for name in ("user", "group") if name in self._options}

    def _limit_files(self, pid: int, most: int | str) -> None:
        for one in _family(pid):  # as its own user, which cannot limit others' processes
            command = ["prlimit", f"--pid={one}", f"--fsize={most}:unlimited"]
            # Its children come and go in the meantime.
            subprocess.run(command, check=False, stderr=subprocess.DEVNULL, **self._user())

    def restart(self) -> None:
        """Stop it as an upgrade does, and wait until it runs again."""
        before = self.starts
        self.signal(signal.SIGTERM)
        while self.starts == before:
            time.sleep(0.05)

    def end(self) -> None:
        """Stop it for good."""
        self._is_held = True
        self.signal(signal.SIGCONT)
        self.signal(signal.SIGKILL)
        if self._process:
            self._process.wait(PATIENCE)


class Cluster:
    """All parts of a site, in `folder`; `lane` is "small" or "large", `plant` one of PLANTS."""

    def __init__(self, folder: Path, lane: str, plant: str = "", **settings: str) -> None:
        self.folder, self.lane, self.plant = folder, lane, plant
        self.ports = [free_port() for _web in range(1 if lane == "small" else 2)]
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.chaos.clock", "VAR_DIR": str(folder), "BOT_PACE": "0",
            "HTTPS": "0", "SECRET_KEY": "of a site that lives for minutes",
            "DATABASE_URL": "", "REDIS_URL": "", "BEHIND_PROXY": "1", "DURABLE": "1",
            **settings,
        }  # fmt: skip
        if plant == "writer":
            self.environment["PLANT"] = "tests.chaos.plants.HastyWriter"
        self.stores: list[Program] = []
        self.clocks: list[Path] = []
        if lane == "large":
            self._add_stores()
        manage = [sys.executable, "manage.py"]
        self.webs = [
            self._ours(f"web{number}", [*manage, "serve", f"--port={port}"])
            for number, port in enumerate(self.ports, 1)
        ]
        count = 0 if lane == "small" else 2
        self.referees = [
            self._ours(f"referee{n}", [*manage, "referee"]) for n in range(1, count + 1)
        ]
        self._stopped = Event()

    def _ours(self, name: str, command: list[str]) -> Program:
        self.clocks.append(self.folder / f"clock-{name}")
        own = self.environment | {"CLOCK": str(self.clocks[-1])}
        return Program(name, command, self.folder, env=own)

    def _add_stores(self) -> None:
        """Create a PostgreSQL and a Redis only for this site."""
        data, port, bell = self.folder / "postgresql", free_port(), free_port()
        data.mkdir()
        binaries = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        program = str(binaries[-1] / "postgres") if binaries else shutil.which("postgres") or ""
        user: dict[str, object] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(data, "postgres")
            self.folder.chmod(0o711)  # lets PostgreSQL's user reach its data
            user = {"user": "postgres", "group": "postgres"}
        initdb = [str(Path(program).with_name("initdb")), "-D", str(data), "-A", "trust"]
        quiet = {"stdout": subprocess.DEVNULL, "check": True, "cwd": "/"}
        subprocess.run([*initdb, "-U", "site", "--no-sync"], **quiet, **user)  # type: ignore[call-overload]
        command = [program, "-D", str(data), "-p", str(port), "-k", str(data)]
        if self.plant == "database":
            command += [f"--{setting}" for setting in LAZY]
        self.postgres = Program("postgresql", command, self.folder, **user)
        options = [
            "--port",
            str(bell),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(self.folder),
        ]
        self.redis = Program("redis", ["redis-server", *options], self.folder)
        self.stores = [self.postgres, self.redis]
        self.database = f"postgres://site@127.0.0.1:{port}/postgres"
        self.environment |= {
            "DATABASE_URL": self.database, "REDIS_URL": f"redis://127.0.0.1:{bell}/0",
            "REFEREE_EMBEDDED": "0",
        }  # fmt: skip

    def start(self) -> None:
        """Start everything, with a migrated database, and keep it running."""
        for store in self.stores:
            store.ensure()
        if self.lane == "large":
            self.wait_for_database()
        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity=0"],
            cwd=ROOT, env=self.environment, check=True,
        )  # fmt: skip
        Thread(target=self._supervise, daemon=True).start()
        self.wait()

    def wait_for_database(self) -> None:
        """Wait until the database answers."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.database, connect_timeout=2).close()
            except psycopg.Error:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)
            else:
                return

    def wait(self) -> None:
        """Wait until every web process can serve.

        :raises RuntimeError: if one does not.
        """
        for port in self.ports:
            self.wait_for(port)

    def wait_for(self, port: int) -> None:
        """Wait until the web process on `port` can serve.

        :raises RuntimeError: if it does not, with its response.
        """
        deadline = time.monotonic() + PATIENCE
        while why := _why_not_ready(port):
            if time.monotonic() > deadline:
                raise RuntimeError(f"no site on {port}, load {os.getloadavg()[0]:.0f}: {why}")
            time.sleep(0.1)

    def roll(self) -> None:
        """Restart web processes one after another, each when the previous one is ready."""
        for web, port in zip(self.webs, self.ports, strict=True):
            web.restart()
            self.wait_for(port)

    def move_clocks(self, files: list[Path], by: float, seconds: float) -> None:
        """Set the clocks of processes wrong for a while."""
        for file in files:
            file.write_text(str(by))
        time.sleep(seconds)
        for file in files:
            file.write_text("0")

    def fill_redis(self, seconds: float) -> None:
        """Let Redis refuse writes for a while: its memory is full."""
        with redis.Redis.from_url(str(self.environment["REDIS_URL"])) as server:
            server.config_set("maxmemory-policy", "noeviction")
            server.config_set("maxmemory", "1")
            time.sleep(seconds)
            server.config_set("maxmemory", "0")

    def end_backends(self) -> int:
        """End every connection that the site has to PostgreSQL; return how many."""
        with psycopg.connect(self.database, autocommit=True, connect_timeout=3) as connection:
            ended = connection.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                "WHERE pid != pg_backend_pid() AND backend_type = 'client backend'"
            ).fetchone()
        return int(ended[0]) if ended else 0

    def stop_wal_writer(self) -> None:
        """Stop the background writer of commits, so that unwritten ones remain unwritten."""
        with psycopg.connect(self.database) as connection:
            asked = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'"
            while (found := connection.execute(asked).fetchone()) is None:
                connection.rollback()  # it has just been started: read again
            os.kill(found[0], signal.SIGSTOP)

    def print_logs(self) -> None:
        """Print the end of each process's output."""
        for log in sorted(self.folder.glob("*.log")):
            print(f"-- {log.name}\n{log.read_text(errors='replace')[-3000:]}")

    def stop(self) -> None:
        """End everything."""
        self._stopped.set()
        for program in (*self.webs, *self.referees, *self.stores):
            program.end()

    def _supervise(self) -> None:
        while not self._stopped.wait(0.2):
            for program in (*self.stores, *self.webs, *self.referees):
                if not self._stopped.is_set():
                    program.ensure()


def _family(pid: int) -> list[int]:
    """Return a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    return [pid, *map(int, children.read_text().split() if children.exists() else ())]


def _why_not_ready(port: int) -> str:
    """Return the reason why a web process cannot serve; empty if it can."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=6):
            return ""
    except urllib.error.HTTPError as answer:
        return f"{answer.code} {answer.read().decode(errors='replace')[:300]}"
    except OSError as error:
        return repr(error)
