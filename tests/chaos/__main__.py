"""Play on while everything around the tables breaks, and prove that nothing was lost: `make chaos`.

    python -m tests.chaos                    small: a minute on each lane
    python -m tests.chaos --kills 200        large: at least so many faults on the large lane
    python -m tests.chaos --lane small --plant writer      a fault of the site, to be caught

Every person keeps a ledger of what was acknowledged. In the end each of those actions stands in
the log once and in order, nothing stands there that nobody sent, every log refolds, every page
converges on every process, and no table stood still for long after a fault had ended.
"""

import argparse
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from threading import Event

from tests.chaos.cluster import PLANTS, Cluster
from tests.chaos.crowd import GLANCE, BrowserClient, PlayingTable, stall

#: Seconds for which a table may be stuck after the end of a fault.
STILL = 30.0
#: Seconds after the last move until processes show the same, absent people last.
CONVERGED = 60.0
HOUR = 3600.0
#: Not a fault, because nobody may notice it.
ROLLING = "rolling restart"
#: The most browsers that stop reading; they do so until the end.
STALLED = 40


def faults(cluster: Cluster, which: str) -> dict[str, Callable[[Random], object]]:
    """Return the possible faults on this lane, by name.

    Each call returns when the fault has ended.
    """
    webs, stopped = cluster.webs, 4.0
    by_name: dict[str, Callable[[Random], object]] = {
        "web killed": lambda r: r.choice(webs).signal(signal.SIGKILL),
        "web restarted": lambda r: r.choice(webs).signal(signal.SIGTERM),
        "web paused": lambda r: r.choice(webs).pause(stopped),
    }
    by_name["clock moved"] = lambda r: move_clock(cluster, r)
    if cluster.lane == "small":
        by_name["disk full"] = lambda _r: webs[0].fill_disk(stopped)
    if cluster.lane == "large":
        by_name |= {
            "disk of postgresql full": lambda _r: fill_database(cluster, stopped),
            ROLLING: lambda _r: cluster.roll(),
            "referee killed": lambda r: r.choice(cluster.referees).signal(signal.SIGKILL),
            "referee paused": lambda r: r.choice(cluster.referees).pause(stopped),
            "backends ended": lambda _r: cluster.end_backends(),
            "postgresql killed": lambda _r: kill_database(cluster),
            "postgresql restarted": lambda _r: restart(cluster),
            "redis killed": lambda _r: cluster.redis.hold(2.0),
            "redis paused": lambda _r: cluster.redis.pause(stopped),
            "redis filled": lambda _r: cluster.fill_redis(stopped),
        }
    return {name: fault for name, fault in by_name.items() if which in name}


def move_clock(cluster: Cluster, random: Random) -> None:
    """Set the clock of one process or of all an hour forward or back for a while."""
    files = random.choice([cluster.clocks, [random.choice(cluster.clocks)]])
    cluster.move_clocks(files, random.choice([-HOUR, HOUR]), 4.0)


def fill_database(cluster: Cluster, seconds: float) -> None:
    """Fill PostgreSQL's disk: it stops in panic, as it must, and recovers at the next start."""
    cluster.postgres.fill_disk(seconds)
    cluster.wait_for_database()


def kill_database(cluster: Cluster) -> None:
    """Kill PostgreSQL with all its processes: it recovers at the next start."""
    cluster.postgres.kill_all()
    cluster.wait_for_database()
    if cluster.plant == "database":
        cluster.stop_wal_writer()


def restart(cluster: Cluster) -> None:
    """Restart PostgreSQL as in an upgrade: all connections end (SIGINT: fast shutdown)."""
    cluster.postgres.signal(signal.SIGINT)
    time.sleep(0.5)
    cluster.wait_for_database()


def main() -> int:
    """Run the requested lanes, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=0, help="faults on the large lane at least")
    parser.add_argument("--seconds", type=float, default=40, help="for each lane, at least")
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--glance", type=float, default=GLANCE, help="seconds between two looks")
    parser.add_argument("--between", type=int, default=1, help="steps of a table between faults")
    parser.add_argument("--lane", choices=["small", "large"])
    parser.add_argument("--fault", default="", help="only those whose name holds this")
    parser.add_argument("--plant", choices=PLANTS, default="", help="a fault that must be caught")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    if not arguments.lane:
        codes = [alone(lane, arguments.seed) for lane in ("small", "large")]
        return int(any(codes))
    kills = arguments.kills if arguments.lane == "large" else arguments.kills // 10
    return int(run(arguments.lane, kills, Random(arguments.seed), arguments))


def alone(lane: str, seed: int) -> int:
    """Run one lane in a separate process, because Django uses one database per process."""
    command = [*sys.argv[1:], "--lane", lane, "--seed", str(seed)]
    return subprocess.run([sys.executable, "-m", "tests.chaos", *command], check=False).returncode


def run(lane: str, kills: int, random: Random, arguments: argparse.Namespace) -> bool:
    """Break one lane for some time, print statistics, and return whether anything was wrong."""
    with tempfile.TemporaryDirectory(prefix="chaos-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder), lane, arguments.plant)
        try:
            cluster.start()
            trial = Trial(cluster, random, arguments)
            return trial.run(arguments.seconds, kills)
        except Exception:
            cluster.print_logs()
            raise
        finally:
            cluster.stop()


class Trial:
    """Some tables in play on a cluster with faults."""

    def __init__(self, cluster: Cluster, random: Random, arguments: argparse.Namespace) -> None:
        self.cluster, self.random, self.fault = cluster, random, arguments.fault
        self.between = arguments.between
        seed = random.randrange(10**9)
        self.tables = [
            PlayingTable(number, cluster.ports, seed, arguments.glance)
            for number in range(arguments.tables)
        ]
        self.stalled: list[socket.socket] = []
        self.done: Counter[str] = Counter()
        self.stillest: dict[str, float] = {}
        self.is_wrong = False

    @property
    def people(self) -> list[BrowserClient]:
        """Return all people, including those who are still sitting down."""
        return [one for table in self.tables for one in table.people]

    def run(self, seconds: float, kills: int) -> bool:
        """Let people play through faults, then check everything.

        Return whether anything was wrong.
        """
        stop, began = Event(), time.monotonic()
        threads = [table.play(stop) for table in self.tables]
        try:
            while time.monotonic() - began < seconds or self.done.total() < kills:
                self._break_something()
        finally:
            stop.set()
            for thread in threads:
                thread.join()
        self.cluster.wait()
        self._report(time.monotonic() - began)
        return self.is_wrong

    def _break_something(self) -> None:
        """Cause one fault, wait for its end, and check that every table goes on."""
        by_name = faults(self.cluster, self.fault) | {"sockets stalled": self._stall}
        name = self.random.choice(sorted(name for name in by_name if self.fault in name))
        if name == ROLLING:
            self._settle()
        refused = {person: len(person.refused) for person in self.people}
        by_name[name](self.random)
        self.done[name] += 1
        if name == ROLLING:
            for person in self.people:
                for what in person.refused[refused.get(person, 0) :]:
                    self._wrong(f"a request failed in a rolling restart: {what}")
        end, before = time.monotonic(), {table: table.progress for table in self.tables}
        while any(table.progress < number + self.between for table, number in before.items()):
            if time.monotonic() - end > STILL:
                load = f"{os.getloadavg()[0]:.0f} wait for {os.cpu_count()} cores"
                self._wrong(f"after {name} a table stood still for over {STILL:.0f} s; {load}")
                break
            time.sleep(0.1)
        stillness = time.monotonic() - end
        self.stillest[name] = max(self.stillest.get(name, 0.0), stillness)
        print(f"   {self.done.total():4} {name}: {stillness:.1f} s", flush=True)

    def _settle(self) -> None:
        """Wait until every process can serve, and nothing is pending from the previous fault."""
        self.cluster.wait()
        now = time.monotonic()
        while any(0 < person.asking_since < now for person in self.people):
            time.sleep(0.05)

    def _stall(self, random: Random) -> None:
        """Let some more browsers stop reading."""
        for table in self.tables:
            if table.matches and len(self.stalled) < STALLED:
                port, path = random.choice(self.cluster.ports), table.matches[-1].path
                with contextlib.suppress(OSError):
                    self.stalled.append(stall(port, path))

    def _report(self, seconds: float) -> None:
        people = self.people
        actions = sum(len(person.ledger.acknowledged) for person in people)
        unknown = sum(len(person.ledger.unknown) for person in people)
        answers: Counter[int] = sum((person.answers for person in people), Counter())
        matches = sum(len(table.matches) for table in self.tables)
        failures, slowest = sum(one.failures for one in people), max(one.slowest for one in people)
        print(f"== {self.cluster.lane} lane: {seconds:.0f} s, {matches} matches")
        print(f"   {self.done.total()} faults: {dict(sorted(self.done.items()))}")
        print(f"   {actions} actions acknowledged, {unknown} sent without an answer")
        print(f"   answers: {dict(sorted(answers.items()))}, slowest {slowest:.1f} s")
        print(f"   {failures} broken connections")
        print(f"   {len(self.stalled)} live sockets that nobody read")
        longest = {name: round(stood, 1) for name, stood in sorted(self.stillest.items())}
        print(f"   longest stand after each fault, seconds (at most {STILL:.0f}): {longest}")
        if not actions:
            self._wrong("nobody was acknowledged anything: nothing could be lost")
        self._check_logs()
        if not self.is_wrong:
            self._check_pages()
        if self.is_wrong:
            print("   FAILED; the last lines that each process wrote:")
            self.cluster.print_logs()
        else:
            print("   nothing lost, nothing doubled, all converge")

    def _wrong(self, says: str) -> None:
        self.is_wrong = True
        print(f"   WRONG: {says}")

    def _check_logs(self) -> None:
        """Compare every ledger with the log, and apply every log from its first entry."""
        for name in ("DATABASE_URL", "REDIS_URL", "VAR_DIR", "DJANGO_SETTINGS_MODULE"):
            os.environ[name] = str(self.cluster.environment[name])
        from tests.chaos import logs

        for table in self.tables:
            for match in table.matches:
                for says in logs.wrong_with(match):
                    self._wrong(f"table {table.number}, {match.code}: {says}")

    def _check_pages(self) -> None:
        """Compare the pages of every web process for each person, once all know who is present."""
        deadline = time.monotonic() + CONVERGED
        for table in self.tables:
            for match in table.matches:
                for person in match.people:
                    while self._differ(person, match.path):
                        if time.monotonic() > deadline:
                            self._wrong(f"table {table.number}: processes show different positions")
                            break
                        time.sleep(0.5)

    def _differ(self, person: BrowserClient, path: str) -> bool:
        return len({page_of(person, port, path) for port in self.cluster.ports}) > 1


def page_of(person: BrowserClient, port: int, path: str) -> str:
    """Return the fragments of a process, without parts that differ in every response."""
    alone = BrowserClient([port], Random(0))
    alone.cookies = dict(person.cookies)
    _status, _to, text = alone.get(f"{path}live/", **{"HX-Request": "true"})
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", text)
    return re.sub(r'data-(as-of|now|at)="[^"]*"|"asOf": ?\d+|as-of="\d+"', "", text)


if __name__ == "__main__":
    sys.exit(main())
