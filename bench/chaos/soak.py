"""Many tables for a long time: are memory, connections and latency flat? `make soak`.

    python -m bench.chaos.soak --minutes 1 --tables 4        small
    python -m bench.chaos.soak --minutes 60 --tables 200     an hour, by hand

Prints a line every tenth of the time, and fails if memory or open files grew by more than a
quarter in the second half, when everything is warm, or moves became twice as slow. The more tables,
the slower their people: what is looked for is growth, not speed, and an hour has to run beside
other work. Somebody who decides does so at once, with a page or a live socket that stays open.
"""

import argparse
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from threading import Event

from bench.chaos.cluster import Cluster
from bench.chaos.crowd import GLANCE, PlayingTable

#: Seconds between two looks, per table: five people whose pages take 30 ms of CPU then need a fifth
#: of a core, for any number of tables.
GLANCE_OF_A_TABLE = 0.75
TOKEN = "of the soak"  # noqa: S105
#: What must stay constant, and by which factor it may grow.
FLAT = {"resident_bytes": 1.25, "files_open": 1.25, "seconds_a_move": 2.0}


def main() -> int:
    """Let tables play, print figures, and return the exit code."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=1)
    asked.add_argument("--tables", type=int, default=4)
    asked.add_argument("--glance", type=float, help="seconds between two looks of somebody")
    asked.add_argument("--lane", choices=["small", "large"], default="large")
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="soak-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder), wanted.lane, METRICS_TOKEN=TOKEN)
        try:
            cluster.start()
            glance = wanted.glance or max(GLANCE, wanted.tables * GLANCE_OF_A_TABLE)
            print(f"{wanted.tables} tables, a look each {glance:.0f} s", flush=True)
            lines = measure(cluster, wanted.tables, 60 * wanted.minutes, glance)
        finally:
            cluster.stop()
    grown = [name for name, most in FLAT.items() if lines[-1][name] > lines[4][name] * most]
    print(f"GROWN: {', '.join(grown)}" if grown else "flat")
    return int(bool(grown))


def measure(cluster: Cluster, tables: int, seconds: float, glance: float) -> list[dict[str, float]]:
    """Return the figures after each tenth of the time."""
    playing = [PlayingTable(number, cluster.ports, 1, glance) for number in range(tables)]
    stop, lines = Event(), []
    threads = [table.play(stop) for table in playing]
    before = figures(cluster)
    for tenth in range(1, 11):
        time.sleep(seconds / 10)
        now = figures(cluster)
        moves = now["move_seconds_count"] - before["move_seconds_count"]
        took = now["move_seconds_sum"] - before["move_seconds_sum"]
        line = {"tenth": tenth, "moves": moves, "seconds_a_move": took / max(moves, 1)}
        line |= {name: now[name] for name in ("resident_bytes", "files_open", "database_pool")}
        print("   ".join(f"{name} {value:,.3f}" for name, value in line.items()), flush=True)
        lines.append(line)
        before = now
    stop.set()
    for thread in threads:
        thread.join()
    return lines


def figures(cluster: Cluster) -> dict[str, float]:
    """Return the summed figures of all web processes, without their labels."""
    total: dict[str, float] = {}
    for port in cluster.ports:
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/metrics")
        asked.add_header("Authorization", f"Bearer {TOKEN}")
        with urllib.request.urlopen(asked, timeout=30) as answer:  # noqa: S310
            for line in answer.read().decode().splitlines():
                name, _, value = line.rpartition(" ")
                plain = name.partition("{")[0].removeprefix("cabinet_noir_")
                if not line.startswith("#") and ('="' not in name or 'what="size"' in name):
                    total[plain] = total.get(plain, 0.0) + float(value)
    return {"database_pool": 0.0} | total


if __name__ == "__main__":
    sys.exit(main())
