"""Measures how many people at tables this machine can serve: `python -m bench.live.people`.

    python -m bench.live.people [--steps 600,1200,2400] [--seconds 40] [--webs 1]

Every step has more people than the last. They sit at tables of five and seven, decide at the pace
of an evening, talk, look at other pages, and leave when their match ends; then others arrive. Each
line of the table is one step: the time in which decisions reached every screen of their table, the
resources that the site used, and the requests refused or lost. `BENCH_DATABASE_URL` and
`BENCH_REDIS_URL` name other stores than SQLite; `--webs 2` runs two web processes and a referee.

The people and the site share the machine: the load has one core, and the site the other, unless it
has several processes.
"""

import argparse
import asyncio
import os
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from bench.__main__ import cores, prepare, say
from bench.live.load import Connection, PageSocket, RefusedForm, moves
from bench.live.plan import Plan
from bench.live.server import MeasuredServer, named_stores, referee, running

SIZES = (5, 7)
#: Mean seconds between two decisions at a table, two remarks, and two page visits of a person.
DECISION, REMARK, LOOK = 6.0, 60.0, 120.0
#: The pages that people look at between decisions.
PAGES = ("/", "/history/", "/leagues/", "/learn/")
#: The milliseconds in which 99 % of the decisions must reach every screen.
PROMPT = 100
#: Tables that open per second when a step begins.
ARRIVALS = 20
MEAN_SIZE = sum(SIZES) / len(SIZES)
FORBIDDEN, UNAVAILABLE = 403, 503


@dataclass
class Step:
    """The results of one step: the seconds of each decision, and counts of other events."""

    times: list[float] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def percentile(self, share: float) -> float:
        """Return the milliseconds in which a share of the decisions reached every screen."""
        times = sorted(self.times)
        return 1000 * times[int(len(times) * share)] if times else float("nan")


class Evening:
    """All people at tables now."""

    def __init__(self, servers: Sequence[MeasuredServer], plans: Iterator[Plan]) -> None:
        self.step = Step()
        self._ports = [server.port for server in servers]
        self._plans = plans
        self._places: set[asyncio.Task[None]] = set()

    @property
    def people(self) -> int:
        """Return the number of people, counting a table as its mean size."""
        return round(len(self._places) * MEAN_SIZE)

    async def arrive(self, people: int) -> None:
        """Open tables until there are `people`."""
        while self.people < people:
            self._places.add(asyncio.create_task(self._place()))
            await asyncio.sleep(1 / ARRIVALS)

    async def leave(self) -> None:
        """Send everybody home."""
        for place in self._places:
            place.cancel()
        await asyncio.gather(*self._places, return_exceptions=True)

    async def _place(self) -> None:
        """Play one match after another."""
        while (plan := next(self._plans, None)) is not None:
            try:
                await self._match(plan)
                self.step.counts["ended"] += 1
            except (OSError, RuntimeError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.step.counts["lost"] += 1
                sys.stderr.write(f"{plan.code}: {type(error).__name__} {str(error)[:200]}\n")

    async def _match(self, plan: Plan) -> None:
        # Neighbours at a table use different web processes, if there are several.
        seated = list(zip(plan.sessions, cycle(self._ports)))
        pages = [await PageSocket.open(port, plan.code, session) for session, port in seated]
        around = [
            asyncio.create_task(self._look_around(plan, port, session)) for session, port in seated
        ]
        try:
            await asyncio.gather(*(page.hears(1) for page in pages))
            async for took in moves(plan, pages, pause=DECISION):
                self.step.times.append(took)
        finally:
            for task in around:
                task.cancel()
            await asyncio.gather(*around, return_exceptions=True)
            await asyncio.gather(*(page.close() for page in pages), return_exceptions=True)

    async def _look_around(self, plan: Plan, port: int, session: str) -> None:
        """Look at other pages, and talk; a page that responds with 503 is requested again later."""
        remark, look = (time.monotonic() + random.expovariate(1 / one) for one in (REMARK, LOOK))
        while True:
            await asyncio.sleep(max(0.0, min(remark, look) - time.monotonic()))
            browser = Connection(port, session)  # the server closes idle ones after seconds
            try:
                if remark < look:
                    remark = time.monotonic() + random.expovariate(1 / REMARK)
                    await browser.post(f"/match/{plan.code}/say/", {"room": "table", "text": "Hm."})
                    self.step.counts["remarks"] += 1
                else:
                    look = time.monotonic() + random.expovariate(1 / LOOK)
                    status = await browser.get(random.choice(PAGES))
                    self.step.counts["busy" if status == UNAVAILABLE else "pages"] += 1
            except RefusedForm as error:  # dead players and legislating governments may not talk
                self.step.counts["silent" if error.status == FORBIDDEN else "refused"] += 1
            except (OSError, asyncio.IncompleteReadError) as error:
                self.step.counts["refused"] += 1
                sys.stderr.write(f"{plan.code}: {type(error).__name__} {str(error)[:200]}\n")
            finally:
                await browser.close()


async def measure(
    servers: Sequence[MeasuredServer], plans: Iterator[Plan], steps: Sequence[int], seconds: float
) -> None:
    """Run the steps one after another, and print a line for each."""
    evening = Evening(servers, plans)
    empty = sum(server.memory() for server in servers)
    say(
        "  people  moves/s  p50 ms  p99 ms   site CPU   load CPU  KiB a person"
        "   pages  busy  remarks  refused  ended  lost"
    )
    try:
        for people in steps:
            await evening.arrive(people)
            evening.step, began = Step(), time.monotonic()
            site, own = sum(server.cpu() for server in servers), time.process_time()
            await asyncio.sleep(seconds)
            took, step = time.monotonic() - began, evening.step
            site = (sum(server.cpu() for server in servers) - site) / took
            memory = (sum(server.memory() for server in servers) - empty) / evening.people / 1024
            counts = [
                step.counts[name] for name in ("pages", "busy", "remarks", "refused", "ended")
            ]
            p99 = step.percentile(0.99)
            say(
                f"{evening.people:8,}{len(step.times) / took:9,.0f}{step.percentile(0.5):8,.1f}"
                f"{p99:8,.1f}{site:10.0%} {(time.process_time() - own) / took:10.0%}{memory:14,.0f}"
                + "{:8,}{:6,}{:9,}{:9,}{:7,}".format(*counts)
                + f"{step.counts['lost']:6,}{'' if p99 <= PROMPT else '  SLOW'}"
            )
    finally:
        await evening.leave()


def main() -> None:
    """Prepare the tables, start the site, and run the steps."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", default="300,600,1200,1800,2400,3000,3600")
    parser.add_argument("--seconds", type=float, default=40)
    parser.add_argument("--webs", type=int, default=1)
    arguments = parser.parse_args()
    steps = [int(text) for text in arguments.steps.split(",")]
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    stores, (site_core, load_core) = named_stores(), cores()
    # Matches take about as long as all steps, so a table in three gets a second one.
    count = int(max(steps) / MEAN_SIZE * 1.4)
    sizes = [f"{SIZES[number % len(SIZES)]}:{random.random() * 0.9}" for number in range(count)]
    with tempfile.TemporaryDirectory(prefix="cabinet-noir-bench-") as name, ExitStack() as stack:
        plans = prepare(Path(name), stores, sizes)
        core = site_core if arguments.webs == 1 else None
        if core is not None:
            os.sched_setaffinity(0, {load_core})
        servers = [
            stack.enter_context(running(Path(name), core, stores)) for _web in range(arguments.webs)
        ]
        if arguments.webs > 1:
            stack.enter_context(referee(Path(name), stores))
        with suppress(KeyboardInterrupt):
            asyncio.run(measure(servers, iter(plans), steps, arguments.seconds))


if __name__ == "__main__":
    main()
