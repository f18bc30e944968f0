"""Measure everything and print a table, and the same as JSON: `make bench`.

Rates are per second of the server's own CPU; the server has one core, the load another.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from bench import load
from bench.plan import Plan
from bench.server import Server, environment, running

MATCHES, SPECTATORS, IDLE = 100, 200, 1000
TARGETS = {
    "rebuild": ("a match rebuilt from its stored JSON", "events/s", 600_000),
    "random_games": ("games of 6 random players", "games/s", 3_400),
    "many_tables": (f"{MATCHES} matches of 5, committed and delivered", "moves/s", 2_300),
    "gallery": (f"10 seats and {SPECTATORS} spectators", "moves/s", 435),
    "idle_socket": (f"memory of an idle socket, of {IDLE}", "KiB", 30),
}
#: What boardgame.io does with the same many spectators, storing nothing: aim for three times that.
REFERENCE_GALLERY = 145
#: Seconds that either is played; matches that end sooner leave their core to the others.
LASTS = 20


def main() -> None:
    """Measure, print, and leave nothing behind."""
    server_core, load_core = cores()
    os.sched_setaffinity(0, {load_core})
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    found = engine(server_core)
    with tempfile.TemporaryDirectory(prefix="cabinet-noir-bench-") as name:
        at_every_stage = [f"5:{number / MATCHES}" for number in range(MATCHES)]
        *many, gallery, idle = prepare(Path(name), [*at_every_stage, "10:0.3", "10:0.3"])
        with running(Path(name), server_core) as server:
            found["many_tables"] = asyncio.run(moves_per_second(server, many))
            found["gallery"] = asyncio.run(moves_per_second(server, [gallery], SPECTATORS))
        with running(Path(name), server_core) as server:
            found["idle_socket"] = asyncio.run(memory_of_a_socket(server, idle))
    report(found)


def cores() -> tuple[int, int]:
    """Return a core for the server and one for the load; the same, if there is only one."""
    known = sorted(os.sched_getaffinity(0))
    return known[0], known[-1]


def engine(core: int) -> dict[str, float]:
    """Measure the rules by themselves, on the server's core."""
    done = subprocess.run(
        [sys.executable, "-m", "bench.engine"],
        check=True,
        capture_output=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    return dict(json.loads(done.stdout))


def prepare(folder: Path, wanted: Sequence[str]) -> list[Plan]:
    """Make a database with matches as prepare.py takes them; return what will be played."""
    settings = environment(folder)
    manage = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
    subprocess.run(manage, env=settings, check=True)
    file = folder / "plans.json"
    command = [sys.executable, "-m", "bench.prepare", str(file), *wanted]
    subprocess.run(command, env=settings, check=True)
    return msgspec.json.decode(file.read_bytes(), type=list[Plan])


async def moves_per_second(server: Server, plans: Sequence[Plan], spectators: int = 0) -> float:
    """Play `plans` at the same time, every page open; return moves per second of server CPU."""
    pages = [await load.open_pages(server.port, plan, spectators) for plan in plans]
    before = server.cpu()
    played = await asyncio.gather(
        *(load.play(server.port, plan, own, LASTS) for plan, own in zip(plans, pages, strict=True))
    )
    used = server.cpu() - before
    await asyncio.gather(*(page.close() for own in pages for page in own))
    frames, octets = (
        sum(getattr(p, n) for own in pages for p in own) for n in ("frames", "octets")
    )
    say(f"  {sum(played)} moves, {frames} frames of {octets // frames} bytes, {used:.1f} s of CPU")
    return sum(played) / used


async def memory_of_a_socket(server: Server, plan: Plan) -> float:
    """Return the KiB that each of IDLE sockets of spectators costs."""
    warm = await load.open_pages(server.port, plan, 50)
    before = server.memory()
    pages = await load.open_pages(server.port, plan, IDLE - len(plan.sessions))
    await asyncio.sleep(1)
    cost = (server.memory() - before) / IDLE / 1024
    await asyncio.gather(*(page.close() for page in (*warm, *pages)))
    return cost


def report(found: dict[str, float]) -> None:
    """Print every figure beside its target, then all of it as JSON."""
    say(f"{'':44}{'measured':>12}{'target':>12}")
    for key, (text, unit, target) in TARGETS.items():
        least = unit != "KiB"
        share = found[key] / target
        word = "met" if (share >= 1) == least else f"{share:.2f} of it"
        say(f"{text:44}{found[key]:12,.0f}{target:12,} {unit:9} {word}")
    say(f"(spectators elsewhere: {REFERENCE_GALLERY} moves/s)")
    say(json.dumps({key: round(value, 1) for key, value in found.items()}))


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
