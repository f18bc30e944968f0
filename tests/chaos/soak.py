"""Many tables for a long time: are memory, connections and latency flat? `make soak`.

    python -m tests.chaos.soak --minutes 1 --tables 4        small
    python -m tests.chaos.soak --minutes 60 --tables 200     an hour, by hand

Prints a line every tenth of the time, and fails if memory, open files or connections to the
database grew by more than a quarter in the second half, when everything is warm, or moves became
twice as slow. The more tables, the slower their people: what is looked for is growth, not speed,
and an hour has to run beside other work. Somebody who decides does so at once, with a page or a
live socket that stays open.
"""

import argparse
import os
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from threading import Event

from tests.chaos.cluster import Cluster
from tests.chaos.crowd import GLANCE, PlayingTable

#: Seconds between two looks, per table: five people whose pages take 30 ms of CPU then need a fifth
#: of a core, for any number of tables.
GLANCE_OF_A_TABLE = 0.75
#: The share of the time in which tables start: to sit down takes far more pages than to play.
SITTING_DOWN = 0.2
TOKEN = "of the soak"
#: The values that must stay constant, and the factors by which they may grow.
FLAT = {
    "resident_bytes": 1.25, "files_open": 1.25, "database_pool": 1.25, "seconds_a_move": 2.0,
}  # fmt: skip
#: Growth up to these values is ignored: a few moves during other work, a pool that fills.
SMALL = {"database_pool": 20.0, "seconds_a_move": 0.25}


def main() -> int:
    """Let tables play, print statistics, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--tables", type=int, default=4)
    parser.add_argument("--glance", type=float, help="seconds between two looks of somebody")
    parser.add_argument("--lane", choices=["small", "large"], default="large")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="soak-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder), arguments.lane, METRICS_TOKEN=TOKEN)
        try:
            cluster.start()
            glance = arguments.glance or max(GLANCE, arguments.tables * GLANCE_OF_A_TABLE)
            print(f"{arguments.tables} tables, a look each {glance:.0f} s", flush=True)
            lines = measure(cluster, arguments.tables, 60 * arguments.minutes, glance)
            ended = [web.name for web in cluster.webs if web.starts > 1]
        except Exception:
            cluster.print_logs()
            raise
        finally:
            cluster.stop()
    growing = growing_figures(lines[4], lines[-1])
    print(f"GROWN: {', '.join(growing)}" if growing else "flat")
    if ended:
        print(f"ENDED, and started anew: {', '.join(ended)}")
    return int(bool(growing or ended))


def growing_figures(middle: dict[str, float], end: dict[str, float]) -> list[str]:
    """Return the names of the values that have grown too much."""
    return [
        name
        for name, most in FLAT.items()
        if end[name] > max(middle[name] * most, SMALL.get(name, 0.0))
    ]


def measure(cluster: Cluster, tables: int, seconds: float, glance: float) -> list[dict[str, float]]:
    """Return the values after each tenth of the time."""
    spread = seconds * SITTING_DOWN
    playing = [PlayingTable(number, cluster.ports, 1, glance, spread) for number in range(tables)]
    stop, lines = Event(), []
    threads = [table.play(stop) for table in playing]
    try:
        before = figures(cluster)
        for tenth in range(1, 11):
            time.sleep(seconds / 10)
            now = figures(cluster)
            lines.append(_line(tenth, before, now))
            before = now
    finally:
        stop.set()
    for thread in threads:
        thread.join()
    return lines


def _line(tenth: int, before: dict[str, float], now: dict[str, float]) -> dict[str, float]:
    """Print and return the values to compare between two measurements."""
    moves = now["move_seconds_count"] - before["move_seconds_count"]
    took = now["move_seconds_sum"] - before["move_seconds_sum"]
    line = {"tenth": tenth, "moves": moves, "seconds_a_move": took / max(moves, 1)}
    line |= {name: now[name] for name in ("resident_bytes", "files_open", "database_pool")}
    load = f"{os.getloadavg()[0]:.0f} wait for {os.cpu_count()} cores"
    print("   ".join(f"{name} {value:,.3f}" for name, value in line.items()), load, flush=True)
    return line


def figures(cluster: Cluster) -> dict[str, float]:
    """Return the metrics of all web processes together."""
    total: dict[str, float] = {"database_pool": 0.0}
    for port in cluster.ports:
        request = urllib.request.Request(f"http://127.0.0.1:{port}/metrics")
        request.add_header("Authorization", f"Bearer {TOKEN}")
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            for name, value in read(answer.read().decode()):
                total[name] = total.get(name, 0.0) + value
    return total


def read(text: str) -> Iterator[tuple[str, float]]:
    """Yield each value in the text of metrics, without labels; those of moves in any lane.

    Other values with labels are left out, except the size of the pool.
    """
    for line in text.splitlines():
        name, _, value = line.rpartition(" ")
        plain, _, labels = name.partition("{")
        is_one = labels in {"", 'what="size"}'} or labels.startswith("lane=")
        if is_one and not line.startswith("#") and not plain.endswith("_bucket"):
            yield plain.removeprefix("cabinet_noir_"), float(value)


if __name__ == "__main__":
    sys.exit(main())
