"""Prints the resources for a number of people at tables: `python -m bench.live.capacity 100000`.

`CoreFigures` has the values that `python -m bench.live.people` and the counters of `make bench`
measured here; replace them with your own. docs/operations.md lists the source of each.
"""

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

from bench.live.people import DECISION, LOOK, MEAN_SIZE, REMARK


@dataclass(frozen=True)
class CoreFigures:
    """The costs of one person at a table if people play as in `bench.live.people`."""

    cpu: float = 0.8  #: ms of the web processes in a second
    memory: float = 205  #: KiB of a web process, their page and their share of the table included
    move: float = 3  #: statements of a move by socket
    page: float = 10  #: statements of a page, the mean of the pages visited
    remark: float = 12  #: statements of a form
    log: float = 310  #: bytes that a move adds to the log, with its indexes
    process: float = 140  #: MiB of a web process without visitors


def plan(people: int, figures: CoreFigures, busy: float, pool: int) -> dict[str, float]:
    """Return the plan; `busy` is the highest permitted load of a core."""
    moves, remarks, pages = people / MEAN_SIZE / DECISION, people / REMARK, people / LOOK
    webs = max(1, math.ceil(people * figures.cpu / 1000 / busy))
    referees = max(1, math.ceil(webs / 8))
    statements = moves * figures.move + remarks * figures.remark + pages * figures.page
    bells = moves + remarks
    return {
        "moves a second": moves,
        "pages and forms a second": pages + remarks,
        "web processes (a core each)": webs,
        "referees": referees,
        "memory of the web processes, GiB": webs * figures.process / 1024
        + people * figures.memory / 1024**2,
        "statements a second at PostgreSQL": statements,
        "connections to PostgreSQL": (webs + referees) * pool + webs * OWN,
        "bells a second at Redis, to each process": bells,
        "messages a second that Redis delivers": bells * webs,
        "GiB that the log grows in a day": moves * figures.log * 86400 / 1024**3,
    }


def table(people: Sequence[int], figures: CoreFigures, busy: float, pool: int) -> str:
    """Return the plans for these numbers of people as a table, one column each."""
    plans = [plan(each, figures, busy, pool) for each in people]
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
