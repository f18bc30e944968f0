"""Prints what a number of people at tables needs: `python -m bench.live.capacity 100000`.

The load model: people sit at tables of some size; a table decides every few seconds while it is
played, and every decision is a transaction, a bell, and a frame to everybody who learns something.
`CoreFigures` has the values that were measured here; replace them by your own measurements (`make
bench`, /metrics). docs/operations.md lists the source of each.
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass, fields


@dataclass(frozen=True)
class CoreFigures:
    """The results of `make bench`, and of a running site's metrics, for one core."""

    moves: float = 350  #: moves by socket per second of CPU time, delivered to tables of five
    statements: float = 3  #: statements of a move to the database
    log: float = 310  #: bytes that a move adds to the log, with its indexes
    process: float = 140  #: MiB of a web process without visitors
    socket: float = 30  #: KiB that an open page costs its process


@dataclass(frozen=True)
class Load:
    """How people play."""

    people: int
    table: float = 6.0
    seconds_between_moves: float = 6.0  #: per table: votes arrive together, discussions take time
    idle: float = 0.3  #: additional open pages: lobby, spectators, finished tables

    @property
    def moves(self) -> float:
        """Return the moves per second."""
        return self.people / self.table / self.seconds_between_moves

    @property
    def sockets(self) -> float:
        """Return the pages that are open."""
        return self.people * (1 + self.idle)


def plan(load: Load, figures: CoreFigures, busy: float, pool: int) -> dict[str, float]:
    """Return the plan; `busy` is the highest permitted load of a core."""
    cores = max(1, math.ceil(load.moves / figures.moves / busy))
    webs = max(cores, math.ceil(load.sockets / 5000))  # a loop with more pages responds too slowly
    memory = webs * figures.process + load.sockets * figures.socket / 1024
    return {
        "moves a second": load.moves,
        "open pages": load.sockets,
        "web processes (a core each)": webs,
        "referees": max(1, math.ceil(webs / 8)),
        "memory of the web processes, GiB": memory / 1024,
        "statements a second at PostgreSQL": load.moves * figures.statements,
        "connections to PostgreSQL": (webs + math.ceil(webs / 8)) * pool + webs * OWN,
        "bells a second at Redis, to each process": load.moves,
        "messages a second that Redis delivers": load.moves * webs,
        "GiB that the log grows in a day": load.moves * figures.log * 86400 / 1024**3,
    }


def table(people: Sequence[int], figures: CoreFigures, busy: float, pool: int) -> str:
    """Return the plans for these numbers of people, a column each."""
    plans = [plan(Load(each), figures, busy, pool) for each in people]
    rows = [f"{'people at tables':44}" + "".join(f"{each:>12,}" for each in people)]
    rows += [f"{name:44}" + "".join(f"{one[name]:12,.1f}" for one in plans) for name in plans[0]]
    return "\n".join(rows)


#: The numbers of people for which a plan is printed by default.
PEOPLE = (100, 1000, 10_000, 100_000)
#: Connections of a web process outside of its pool, for work between requests.
OWN = 3
#: The highest permitted load of a core, and DATABASE_POOL.
BUSY, POOL = 0.5, 5


def main() -> None:
    """Print the plan for the given numbers of people."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("people", type=int, nargs="*", default=PEOPLE)
    for figure in fields(CoreFigures):
        parser.add_argument(f"--{figure.name}", type=float, default=figure.default)
    parser.add_argument("--busy", type=float, default=BUSY, help="share of a core to use at most")
    parser.add_argument("--pool", type=int, default=POOL, help="DATABASE_POOL")
    arguments = parser.parse_args()
    figures = CoreFigures(*(getattr(arguments, figure.name) for figure in fields(CoreFigures)))
    print(table(arguments.people, figures, arguments.busy, arguments.pool))


if __name__ == "__main__":
    main()
