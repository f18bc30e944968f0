"""Run every test, every way that this machine can: `make test`.

Tests without a database run once. All others run on PostgreSQL and Redis if available, and those
about locks, races, kills and raw SQL (marked `sqlite`) on SQLite again; without these servers all
run on SQLite. Three stages run in parallel. A browser waits often, and tests that wait for it must
not be delayed: its stages have priority on the cores. Tests that cannot run here are reported and
left out; with STRICT=1 or CI=true that is a failure.

A test that fails is run again, alone, after all others. If it fails again, the run has failed. If
it passes it is unsteady, which is a fault of the test or of the site: it is added to
tests/unsteady.txt, which is committed, and the third time fails the run.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
import redis

from tests.browsers import chromium, is_strict, japanese_letters, whole_chromium
from tests.chance import TEST_SEED

#: The usual URLs of PostgreSQL and Redis; DATABASE_URL and REDIS_URL override them.
POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/9"
EMBEDDED = {"DATABASE_URL": "", "REDIS_URL": ""}
#: The tests that failed and then passed alone, one line for each time.
UNSTEADY = Path(__file__).with_name("unsteady.txt")
#: The options of a stage: each process has its own database; the slowest tests are listed.
SHARED = ("--dist", "worksteal", "--durations=25", "--durations-min=3")


class Stage(NamedTuple):
    """One run of pytest: its tests and its stores."""

    title: str
    marks: str
    environment: Mapping[str, str]
    processes: int = 2

    @property
    def memory(self) -> str:
        """Return the file in which pytest records the failures of this stage."""
        return f".pytest_cache/{re.sub('[^a-z]+', '-', self.title.lower())}"

    @property
    def needs_browser(self) -> bool:
        """Return whether its tests look at pages in Chromium."""
        return self.marks.startswith("browser")


class Machine(NamedTuple):
    """The available servers and browsers; an empty text for none."""

    database: str
    layer: str
    browser: str
    whole_browser: str
    letters: str
    gettext: str

    def missing(self) -> list[str]:
        """Return a sentence for everything that cannot be tested here."""
        database, layer = (
            os.environ.get(name, usual)
            for name, usual in (("DATABASE_URL", POSTGRES), ("REDIS_URL", REDIS))
        )
        sentences = {
            "Chromium: no test in a browser (CHROMIUM=... says where it is)": self.browser,
            "Chromium with windows: no test of notifications": self.whole_browser,
            "A font with Japanese letters (fonts-noto-cjk): no test of what a phone has room for": (
                self.letters
            ),
            f"PostgreSQL: none answers at {database}": self.database,
            f"Redis: none answers at {layer}": self.layer,
            "gettext: no check of the translations": self.gettext,
        }
        return [sentence for sentence, found in sentences.items() if not found]

    def stages(self) -> list[Stage]:
        """Return the stages to run here, the longest first."""
        large = bool(self.database and self.layer)
        site = {"DATABASE_URL": self.database, "REDIS_URL": self.layer} if large else EMBEDDED
        here = "PostgreSQL and Redis" if large else "SQLite"
        absent = (
            " and not prove"
            + ("" if large else " and not postgres and not redis")
            + ("" if self.gettext else " and not gettext")
        )
        # The longest one, most of the time with the cores to itself: a third process works while
        # another waits for a store.
        stages = [Stage(f"Apps on {here}", f"not pure and not browser{absent}", site, 3)]
        if self.browser:
            shown = ("" if self.whole_browser else " and not notifications") + (
                "" if self.letters else " and not letters"
            )
            alone = " and not sqlite_alone" if large else ""
            beside = site | {"TEST_STAGE": "1"}
            title, marks = f"In Chromium, on {here}", f"browser{absent}{shown}{alone}"
            stages.append(Stage(title, marks, beside))
        stages.append(Stage("Without a database", f"pure{absent}", EMBEDDED))
        if large:
            marks = "sqlite and not browser and not postgres and not redis"
            stages.append(Stage("On SQLite: locks, races, kills, its own SQL", marks, EMBEDDED))
            if self.browser:
                stages.append(Stage("In Chromium, on SQLite", "browser and sqlite", EMBEDDED))
        return stages


class Result(NamedTuple):
    """The result of a stage: passed tests, pytest's exit code, seconds, and CPU seconds."""

    stage: Stage
    passed: int
    code: int
    seconds: float
    cpu_seconds: float
    failed: tuple[str, ...] = ()


def main() -> int:
    """Run all possible stages, and return the exit code."""
    gettext = shutil.which("xgettext") or ""
    letters = "fonts" if japanese_letters() else ""
    machine = Machine(postgres_url(), redis_url(), chromium(), whole_chromium(), letters, gettext)
    missing = machine.missing()
    warn(missing)
    if missing and is_strict():
        return 1
    stages = machine.stages()
    with ThreadPoolExecutor(3) as lanes:
        results = list(lanes.map(run, stages))
    again = [run_alone(result) for result in results if result.code]
    warn(missing)
    for result in results:
        took = f"{result.seconds:5.0f} s, {result.cpu_seconds:5.0f} s of CPU"
        say(f"{took}  {result.passed:5} passed  {result.stage.title}")
    unsteady = [name for result in again if not result.code for name in result.failed]
    for name in unsteady:
        say(f"UNSTEADY, failed once and passed alone: {name}")
    failed = [result.stage.title for result in again if result.code]
    failed += [f"{name}, unsteady for the third time" for name in add_unsteady(unsteady)]
    for title in failed:
        say(f"FAILED: {title}")
    passed = sum(result.passed for result in (*results, *again))
    say(f"TEST_SEED={TEST_SEED}")
    say(f"{'FAILED' if failed else 'Everything that was run is fine'}: {passed} passed")
    return int(bool(failed))


def add_unsteady(names: Sequence[str], file: Path = UNSTEADY) -> list[str]:
    """Add `names` to the list of unsteady tests; return those that are in it three times now."""
    if not names:
        return []
    listed = [*file.read_text().splitlines(), *names]
    file.write_text("".join(f"{name}\n" for name in sorted(listed)))
    return [name for name in names if listed.count(name) >= 3]


def run_alone(result: Result) -> Result:
    """Run the failed tests of a stage once more; other failures remain failures."""
    if result.code != pytest.ExitCode.TESTS_FAILED or not result.failed:
        return result._replace(passed=0)
    again = run(result.stage, "--last-failed", "--last-failed-no-failures=none")
    return again._replace(failed=result.failed)


def run(stage: Stage, *which: str) -> Result:
    """Run one stage, print its output at the end, and return the result."""
    began = time.monotonic()
    where = ("-o", f"cache_dir={stage.memory}")
    how = which or ("-n", str(stage.processes), *SHARED)
    yielding = () if stage.needs_browser else ("nice", "-n", "5")
    # Into a file, because a pipe ends only with the last process that a test has left behind.
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            [*yielding, sys.executable, "-m", "pytest", "-q", *where, *how, "-m", stage.marks],
            env=os.environ | stage.environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        _pid, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        printed = output.read()
    say(f"== {stage.title}\n{printed}")
    counted = re.findall(r"(\d+) passed", printed)
    passed = int(counted[-1]) if counted else 0
    failed = tuple(re.findall(r"^(?:FAILED|ERROR) (\S+)", printed, re.MULTILINE))
    seconds, cpu_seconds = time.monotonic() - began, usage.ru_utime + usage.ru_stime
    return Result(stage, passed, process.returncode, seconds, cpu_seconds, failed)


def postgres_url() -> str:
    """Return the URL of a PostgreSQL in which databases can be created, or an empty text."""
    url = os.environ.get("DATABASE_URL") or POSTGRES
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            found = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            )
            return url if found.fetchone() == (True,) else ""
    except psycopg.Error:
        return ""


def redis_url() -> str:
    """Return the URL of a Redis, or an empty text."""
    url = os.environ.get("REDIS_URL") or REDIS
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3) as client:
            return url if client.ping() else ""
    except redis.RedisError:
        return ""


def warn(missing: Sequence[str]) -> None:
    """Print conspicuously what is missing here."""
    for text in missing:
        say(f"!!! NOT TESTED, {text}")


def say(text: str) -> None:
    """Print a line at once, between the lines of the stages."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
