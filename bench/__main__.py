"""Measure everything, and print the results as a table and as JSON: `make bench`.

Rates are per second of the server's own CPU; the server has one core, the load another.
"""

import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import median

import msgspec

from bench.live import load
from bench.live.plan import Plan
from bench.live.server import MeasuredServer, environment, named_stores, running

MATCHES, GALLERIES, SPECTATORS, IDLE, IDLE_TABLES, ENDS = 100, 5, 200, 1000, 60, 20
TARGETS: dict[str, tuple[str, str, float | None]] = {
    "rebuild": ("a match rebuilt from its stored JSON", "events/s", 600_000),
    "random_games": ("games of 6 random players", "games/s", 3_400),
    "many_tables": (f"{MATCHES} matches of 5, by socket", "moves/s", 1_250),
    "many_tables_by_post": (f"{MATCHES} matches of 5, by forms", "moves/s", 150),
    "at_100": ("p99 until all have it, 100 moves/s", "ms", 7),
    "at_300": ("p99 until all have it, 300 moves/s", "ms", 15),
    "gallery": (f"10 seats and {SPECTATORS} spectators", "moves/s", 255),
    "bytes": ("a move and viewer, mean", "bytes", 3_600),
    "end": ("the end of a match of 5, of CPU", "ms", 5),
    "bots": ("a bot's act by the referee, nobody watching", "ms", None),
    "idle_tables": (f"{IDLE_TABLES} idle tables of 5", "% of a core", 1),
    "idle_socket": (f"memory of an idle socket, of {IDLE}", "KiB", 30),
    "table": ("memory of a running table, its 5 sockets too", "KiB", None),
    "crowd_home": ("the first page with 10,000 people here, of 10", "times", 1.3),
    "crowd_presence": ("counting them, each of 10,000, of 10", "times", 1),
    "crowd_queue": ("seating them, each of 10,000, of 10", "times", 1),
    "crowd_statements": ("extra statements, compared with 10 people", "more", 0),
    "night": ("median error of a wait promised in the queue", "minutes", 5),
}
#: The most that a page may cost, as a multiple of a request that reads only session and user.
PAGES: dict[str, float] = {
    **dict.fromkeys(("learn", "leagues", "ratings"), 4),
    **dict.fromkeys(("home", "replay", "numbers"), 6),
    **dict.fromkeys(("history", "league", "fixture", "profile", "analysis"), 8),
    "season_12": 10,
    "season_200": 20,
}
TARGETS |= {
    f"{page}_{reader}": (f"{page.replace('_', ' of ')}, for a {reader}", "times", target)
    for page, target in PAGES.items()
    for reader in ("visitor", "person")
}
#: Units in which less is better; in others more is better.
SMALL = {"ms", "bytes", "% of a core", "KiB", "times", "more", "minutes"}
#: boardgame.io's results for the same tasks, without storage: many tables, and the gallery.
REFERENCES = {"many_tables": 1_250, "gallery": 85}
#: Seconds of play for each measurement; matches that end earlier free the core for others.
LASTS = 20
#: The most seconds of CPU per second that an idle server uses.
QUIET = 0.05
#: Seconds of watching idle tables: several heartbeats.
WATCHED = 35
#: Seconds after which a measurement is stopped, also on a busy machine.
LONGEST = 150


def main() -> None:
    """Measure, print and clean up, also on other stores if the environment names them.

    :raises SystemExit: with status 1 if something could not be measured.
    """
    server_core, load_core = cores()
    os.sched_setaffinity(0, {load_core})
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    rules = on_core(server_core, "bench.live.engine")
    missing = report("SQLite", rules | site(server_core, {}))
    if elsewhere := named_stores():
        missing += report(" and ".join(sorted(elsewhere)), rules | site(server_core, elsewhere))
    sys.exit(missing > 0)


def site(core: int, stores: dict[str, str]) -> dict[str, float]:
    """Measure a site with its data in `stores`."""
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="cabinet-noir-bench-") as name:
        at_every_stage = [f"5:{number / MATCHES}" for number in range(MATCHES)]
        others = [*["10:0.3"] * (GALLERIES + 1), *["5:0.999"] * ENDS, *["5:0.2"] * IDLE_TABLES]
        plans = iter(prepare(Path(name), stores, [*at_every_stage * 3, *others]))
        by_socket, by_post, paced, galleries, (idle,), ends, tables = (
            list(islice(plans, count))
            for count in (MATCHES, MATCHES, MATCHES, GALLERIES, 1, ENDS, IDLE_TABLES)
        )
        figures |= on_core(core, "bench.live.bots", environment(Path(name), stores))
        with running(Path(name), core, stores) as server:
            # Before anybody plays: ended matches are rated afterwards, so the server is busy then.
            asyncio.run(quiet(figures, server, tables, idle))
        with running(Path(name), core, stores) as server:
            asyncio.run(busy(figures, server, by_socket, by_post, paced, galleries, ends))
    with tempfile.TemporaryDirectory(prefix="cabinet-noir-bench-") as name:
        collect(environment(Path(name), stores))
        for module in ("bench.pages", "bench.crowd", "bench.night"):
            figures |= on_core(core, module, environment(Path(name), stores))
    return figures


async def busy(
    figures: dict[str, float],
    server: MeasuredServer,
    by_socket: Sequence[Plan],
    by_post: Sequence[Plan],
    paced: Sequence[Plan],
    galleries: Sequence[Plan],
    ends: Sequence[Plan],
) -> None:
    """Measure everything with simulated players."""
    async with measuring():  # the first requests compile the templates
        await play(server, by_socket[:5], seconds=2)
    # Before hundreds of matches have ended, because rating them takes the referee minutes.
    half = len(paced) // 2
    for each_second, plans in ((100, paced[:half]), (300, paced[half:])):
        async with measuring():
            at_pace = await play(server, plans, seconds=8, pause=len(plans) / each_second)
            figures[f"at_{each_second}"] = at_pace.p99
    async with measuring():
        fast = await play(server, by_socket[5:])
        figures |= {"many_tables": fast.rate, "bytes": fast.octets}
    async with measuring():
        figures["many_tables_by_post"] = (await play(server, by_post, by_post=True)).rate
    async with measuring():
        watched = [await play(server, [plan], spectators=SPECTATORS) for plan in galleries]
        figures["gallery"] = median(one.rate for one in watched)
    async with measuring():
        figures["end"] = 1000 / (await play(server, ends)).rate


async def quiet(
    figures: dict[str, float], server: MeasuredServer, tables: Sequence[Plan], plan: Plan
) -> None:
    """Measure open pages without activity."""
    async with measuring():
        figures["idle_tables"], figures["table"] = await cost_of_idling(server, tables)
    async with measuring():
        figures["idle_socket"] = await memory_of_a_socket(server, plan)


@asynccontextmanager
async def measuring() -> AsyncIterator[None]:
    """Stop a measurement that takes too long, with a message; continue with the others."""
    try:
        async with asyncio.timeout(LONGEST):
            yield
    except TimeoutError:
        say(f"  given up after {LONGEST} seconds")


def cores() -> tuple[int, int]:
    """Return a core for the server and one for the load; the same core if only one exists."""
    cores_here = sorted(os.sched_getaffinity(0))
    return cores_here[0], cores_here[-1]


def on_core(core: int, module: str, settings: dict[str, str] | None = None) -> dict[str, float]:
    """Run the measurements of `module`, without people, on the server's core."""
    process = subprocess.run(
        [sys.executable, "-m", module],
        check=True,
        stdout=subprocess.PIPE,
        env=settings,
        preexec_fn=lambda: os.sched_setaffinity(0, {core}),
    )
    return dict(json.loads(process.stdout))


def collect(settings: dict[str, str]) -> None:
    """Collect the static files, whose URLs are on every page."""
    manage = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
    subprocess.run(manage, env=settings, check=True)


def prepare(folder: Path, stores: dict[str, str], names: Sequence[str]) -> list[Plan]:
    """Make a database with matches, passing `names` to prepare.py; return their plans."""
    settings = environment(folder, stores)
    collect(settings)
    file = folder / "plans.json"
    command = [sys.executable, "-m", "bench.live.prepare", str(file), *names]
    subprocess.run(command, env=settings, check=True)
    return msgspec.json.decode(file.read_bytes(), type=list[Plan])


@dataclass(frozen=True)
class PlayFigures:
    """The measurements of played matches."""

    rate: float  #: moves per second of the server's CPU
    octets: float  #: mean bytes of a frame
    p99: float  #: ms from a click until all viewers have the move


async def play(
    server: MeasuredServer,
    plans: Sequence[Plan],
    *,
    spectators: int = 0,
    by_post: bool = False,
    seconds: float = LASTS,
    pause: float = 0,
) -> PlayFigures:
    """Play `plans` at the same time, with every page open."""
    pages = [await load.open_pages(server.port, plan, spectators) for plan in plans]
    for page in (page for own in pages for page in own):
        page.sizes.clear()
    await settled(server)
    before = server.cpu()
    players = await asyncio.gather(
        *(
            load.play(server.port, plan, own, seconds, by_post=by_post, pause=pause)
            for plan, own in zip(plans, pages, strict=True)
        )
    )
    used = server.cpu() - before
    sizes = [size for own in pages for page in own for size in page.sizes]
    await asyncio.gather(*(page.close() for own in pages for page in own))
    times = sorted(1000 * one for own in players for one in own)
    p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    octets = sum(sizes) / len(sizes)
    say(
        f"  {len(times)} moves, {len(times) / used:,.0f} a second of CPU; {len(sizes)} frames of"
        f" {octets:,.0f} bytes; p50 {p50:.1f}, p99 {p99:.1f} ms"
    )
    return PlayFigures(len(times) / used, octets, p99)


async def settled(server: MeasuredServer) -> None:
    """Wait until the server has finished pending work: opened pages, ended matches."""
    used = 1.0
    while used > QUIET:
        before = server.cpu()
        await asyncio.sleep(1)
        used = server.cpu() - before


async def cost_of_idling(server: MeasuredServer, plans: Sequence[Plan]) -> tuple[float, float]:
    """Return the percentage of a core that open tables take, and the KiB of each table."""
    empty = server.memory()
    pages = [await load.open_pages(server.port, plan) for plan in plans]
    await asyncio.sleep(5)
    memory = (server.memory() - empty) / len(plans) / 1024
    before, began = server.cpu(), time.monotonic()
    await asyncio.sleep(WATCHED)
    share = 100 * (server.cpu() - before) / (time.monotonic() - began)
    await asyncio.gather(*(page.close() for own in pages for page in own))
    return share, memory


async def memory_of_a_socket(server: MeasuredServer, plan: Plan) -> float:
    """Return the KiB that each of IDLE sockets of spectators costs."""
    warm = await load.open_pages(server.port, plan, 50)
    before = server.memory()
    pages = await load.open_pages(server.port, plan, IDLE - len(plan.sessions))
    await asyncio.sleep(1)
    cost = (server.memory() - before) / IDLE / 1024
    await asyncio.gather(*(page.close() for page in (*warm, *pages)))
    return cost


def report(store: str, figures: dict[str, float]) -> int:
    """Print every result with its target, then everything as JSON; return how many are missing."""
    say(f"{store:46}{'measured':>12}{'target':>12}")
    for key, (text, unit, target) in TARGETS.items():
        if key not in figures:
            say(f"{text:46}{'-':>12}{target or '':>12} {unit:12} NOT MEASURED")
            continue
        is_met = target is None or (
            figures[key] <= target if unit in SMALL else figures[key] >= target
        )
        word = "" if target is None else "met" if is_met else "NOT MET"
        say(f"{text:46}{figures[key]:12,.1f}{target or '':>12} {unit:12} {word}")
    for key, figure in REFERENCES.items():
        say(f"({TARGETS[key][0]} elsewhere: {figure:,} moves/s)")
    say(json.dumps({key: round(value, 1) for key, value in figures.items()}))
    return len(TARGETS.keys() - figures.keys())


def say(text: str) -> None:
    """Print a line immediately, unbuffered."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
