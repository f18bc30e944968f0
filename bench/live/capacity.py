"""Say what so many people at tables need: `python -m bench.live.capacity 100000`.

The load model: people sit at tables of some size; a table decides every few seconds while it is
played, and every decision is a request, a transaction, a bell, and a frame to everybody who learns
something. Each page besides sends a heartbeat's worth of work to its process. The figures were
measured here; give others when you have measured your own (`make bench`, /metrics).
"""

import argparse
import math
from dataclasses import dataclass


@dataclass(frozen=True)
class CoreFigures:
    """The results of `make bench`, and of a running site's metrics, for one core."""

    moves: float  #: moves per second of CPU time, committed and delivered to tables of five
    socket: float  #: KiB that an open page costs its process
    process: float  #: MiB of a web process without visitors
    queries: float  #: statements of a move to the database
    bytes_of_move: float  #: bytes that a move adds to the log, with its indexes


@dataclass(frozen=True)
class Load:
    """How people play."""

    people: int
    table: float = 6.0
    seconds_between_moves: float = 6.0  #: of one table: votes come together, talk takes time
    idle: float = 0.3  #: additional open pages: lobby, spectators, finished tables

    @property
    def moves(self) -> float:
        """Return the moves per second."""
        return self.people / self.table / self.seconds_between_moves

    @property
    def sockets(self) -> float:
        """Return the pages that are open."""
        return self.people * (1 + self.idle)


def plan(load: Load, measured: CoreFigures, busy: float, pool: int) -> dict[str, float]:
    """Return the plan; `busy` is the highest permitted load of a core."""
    cores = max(1, math.ceil(load.moves / measured.moves / busy))
    webs = max(cores, math.ceil(load.sockets / 5000))  # a loop with more pages reacts too late
    memory = webs * measured.process + load.sockets * measured.socket / 1024
    return {
        "moves a second": load.moves,
        "open pages": load.sockets,
        "web processes (a core each)": webs,
        "referees": max(1, math.ceil(webs / 8)),
        "memory of the web processes, GiB": memory / 1024,
        "statements a second at PostgreSQL": load.moves * measured.queries,
        "connections to PostgreSQL": (webs + math.ceil(webs / 8)) * pool,
        "bells a second at Redis, to each process": load.moves,
        "messages a second that Redis delivers": load.moves * webs,
        "GiB that the log grows in a day": load.moves * measured.bytes_of_move * 86400 / 1024**3,
    }


def main() -> None:
    """Print the plan for the given numbers of people."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("people", type=int, nargs="*", default=[100, 1000, 10_000, 100_000])
    asked.add_argument("--moves", type=float, default=17, help="a second of a core (make bench)")
    asked.add_argument("--socket", type=float, default=30, help="KiB of an open page (make bench)")
    asked.add_argument("--process", type=float, default=140, help="MiB of a process (/metrics)")
    asked.add_argument("--queries", type=float, default=10, help="statements of a move")
    asked.add_argument("--bytes", type=float, default=310, help="that a move adds to the log")
    asked.add_argument("--busy", type=float, default=0.5, help="share of a core to use at most")
    asked.add_argument("--pool", type=int, default=5, help="DATABASE_POOL")
    wanted = asked.parse_args()
    measured = CoreFigures(
        wanted.moves, wanted.socket, wanted.process, wanted.queries, wanted.bytes
    )
    plans = [plan(Load(people), measured, wanted.busy, wanted.pool) for people in wanted.people]
    print(f"{'people at tables':44}" + "".join(f"{people:>12,}" for people in wanted.people))
    for name in plans[0]:
        print(f"{name:44}" + "".join(f"{one[name]:12,.1f}" for one in plans))


if __name__ == "__main__":
    main()
