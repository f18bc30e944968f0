"""Run every test, every way that this machine can: `make test`.

First with everything embedded (SQLite, layer and referee in one process), then in Chromium, then
what touches a database again on PostgreSQL and Redis. What is not found here is said loudly and
left out; with STRICT=1 or CI=true it is a failure.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence

import psycopg
import redis

from tests.browsers import chromium

#: Where PostgreSQL and Redis usually are; DATABASE_URL and REDIS_URL know better.
POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/9"
#: What never looks at a database, or asks nothing of it that another would answer differently,
#: and need not be run again.
ONCE = (
    "accounts", "api/test_example_bot.py", "api/test_secrets.py", "bench", "config",
    "conformance", "engine", "history", "leagues/pairing", "leagues/run", "leagues/standings",
    "leagues/test_demo.py", "leagues/test_whole_seasons.py", "leagues/watch",
    "matches/test_demo.py", "noir", "project", "secret_hitler",
)  # fmt: skip
#: Pages that live on the bell: seen with PostgreSQL and Redis where those are, others on SQLite.
LIVE_PAGES = ("tests/browser/test_secret_hitler.py", "tests/browser/test_noir.py")
#: Processes, each with a database of its own: one more than a small machine has cores, for they
#: wait; and with a site and a browser besides, which don't.
SHARED = ("-n", "3", "--dist", "worksteal")
PAGES = ("-n", "2", "--dist", "worksteal")
EMBEDDED = {"DATABASE_URL": "", "REDIS_URL": ""}


def main() -> int:
    """Run what can be run and return the exit code."""
    database, layer = postgres_url(), redis_url()
    missing = [
        text
        for is_missing, text in (
            (not chromium(), "Chromium: no test in a browser (CHROMIUM=... says where it is)"),
            (
                not database,
                f"PostgreSQL: none answers at {os.environ.get('DATABASE_URL', POSTGRES)}",
            ),
            (not shutil.which("xgettext"), "gettext: no check of the translations"),
            (not layer, f"Redis: none answers at {os.environ.get('REDIS_URL', REDIS)}"),
        )
        if is_missing
    ]
    strict = bool({os.environ.get("STRICT", ""), os.environ.get("CI", "")} & {"1", "true"})
    warn(missing)
    if missing and strict:
        return 1
    large = {"DATABASE_URL": database, "REDIS_URL": layer}
    here = "not browser and not postgres and not redis"
    here += "" if shutil.which("xgettext") else " and not gettext"
    runs = [run("On SQLite", [*SHARED, "-m", here], EMBEDDED)]
    if chromium():
        later = [f"--ignore={page}" for page in LIVE_PAGES if database and layer]
        runs.append(run("In Chromium, on SQLite", [*PAGES, "-m", "browser", *later], EMBEDDED))
    if database and layer:
        again = [f"--ignore=tests/{folder}" for folder in ONCE]
        runs.append(
            run(
                "On PostgreSQL and Redis",
                [*SHARED, "-m", "not browser", *again],
                large,
            )
        )
        if chromium():
            title = "In Chromium, on PostgreSQL and Redis"
            runs.append(run(title, [*PAGES, "-m", "browser", *LIVE_PAGES], large))
    warn(missing)
    passed, failed = sum(p for p, _code in runs), any(code for _passed, code in runs)
    say(f"{'FAILED' if failed else 'Everything that was run is fine'}: {passed} passed")
    return int(failed)


def run(title: str, arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[int, int]:
    """Run pytest, pass its output on, and return how many tests passed and the exit code."""
    say(f"== {title}")
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-q", *arguments],
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    closing = ""
    for line in process.stdout or ():
        sys.stdout.write(line)
        sys.stdout.flush()
        closing = line if re.search(r"\d+ (passed|failed|error)", line) else closing
    counted = re.search(r"(\d+) passed", closing)
    return int(counted[1]) if counted else 0, process.wait()


def postgres_url() -> str:
    """Return where a PostgreSQL answers that lets us make databases; nothing if none does."""
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
    """Return where a Redis answers; nothing if none does."""
    url = os.environ.get("REDIS_URL") or REDIS
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=3) as client:
            return url if client.ping() else ""
    except redis.RedisError:
        return ""


def warn(missing: Sequence[str]) -> None:
    """Say what is missing here so that nobody overlooks it."""
    for text in missing:
        say(f"!!! NOT TESTED, {text}")


def say(text: str) -> None:
    """Print a line at once, between the lines of the runs."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
