"""The history with a million matches: the time of a page at any depth, and the query plans.

    python -m bench.history [--matches N] [--plans]

fills a database of its own (in a folder that is removed again) with the frames of finished
matches, five seats each, and measures pages of the list by filter and by depth.
"""

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

USERS = 2000
SEATS = 5
REPEATS = 15
FIRST = datetime(2024, 1, 1, tzinfo=UTC)
REASONS = {
    "five-liberal-policies": "liberal", "hitler-executed": "liberal",
    "six-fascist-policies": "fascist", "hitler-elected": "fascist",
}  # fmt: skip


def main() -> None:
    """Fill a database, measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--plans", action="store_true", help="print the query plans too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        set_up(Path(folder))
        began = time.monotonic()
        fill(arguments.matches)
        print(f"{arguments.matches} matches written in {time.monotonic() - began:.0f} s")
        measure(arguments.matches, plans=arguments.plans)


def set_up(folder: Path) -> None:
    """Start Django on an empty database in `folder`."""
    os.environ.update(
        VAR_DIR=str(folder), DATABASE_URL=f"sqlite:///{folder / 'bench.sqlite3'}",
        DJANGO_SETTINGS_MODULE="config.settings", HTTPS="0",
    )  # fmt: skip
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def fill(matches: int) -> None:
    """Write `matches` finished matches and their seats, without the models for speed."""
    from django.db import connection, transaction

    from accounts.models import User

    User.objects.bulk_create(
        User(username=f"user{n}", display_name=f"User {n}", name_key=f"user{n}")
        for n in range(USERS)
    )
    users = list(User.objects.order_by("pk").values_list("pk", flat=True))
    random.seed(1)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF")
        cursor.execute("PRAGMA cache_size=-400000")
        for start in range(1, matches + 1, 50_000):
            batch = [_match(n) for n in range(start, min(start + 50_000, matches + 1))]
            with transaction.atomic():
                _insert(cursor, "matches_match", batch)
                _insert(cursor, "matches_player", [p for m in batch for p in _players(m, users)])


def _insert(cursor: Any, table: str, rows: list[dict[str, Any]]) -> None:
    """Insert `rows`, with required values in the table's other columns."""
    cursor.execute(f"PRAGMA table_info({table})")
    empty = {
        name: "" if "char" in kind or "text" in kind or kind == "BLOB" else 0
        for _n, name, kind, notnull, default, _key in cursor.fetchall()
        if notnull and default is None and name not in rows[0] and name != "id"
    }
    names = [*rows[0], *empty]
    marks = ", ".join(["%s"] * len(names))
    cursor.executemany(
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})",  # noqa: S608 - our own names
        [(*row.values(), *empty.values()) for row in rows],
    )


def _match(number: int) -> dict[str, Any]:
    reason = random.choice(list(REASONS))
    size = random.choice((5, 5, 5, 6, 7, 7, 8, 9, 10))
    end = FIRST + timedelta(seconds=60 * number + random.randrange(60))
    return {
        "id": number, "code": _code(number), "game": "secret-hitler", "status": "finished",
        "visibility": "public", "seats_min": size, "seats_max": size, "size": size,
        "has_bots": random.random() < 0.4, "seed": b"", "winner": REASONS[reason],
        "reason": reason, "length": 120, "is_counted": True, "options": "{}", "language": "en",
        "opened_at": end.replace(tzinfo=None), "ended_at": end.replace(tzinfo=None),
        "is_listed": random.random() < 0.7,
    }  # fmt: skip


def _code(number: int) -> str:
    """Return a unique table code for a number."""
    letters = "ABCDEFGHJKMNPQRSTUVWXYZ"
    code = ""
    for _place in range(6):
        number, digit = divmod(number, len(letters))
        code += letters[digit]
    return code


def _players(match: dict[str, Any], users: list[int]) -> Iterator[dict[str, Any]]:
    for seat, user in enumerate(random.sample(range(len(users)), SEATS)):
        side = "fascist" if seat > 2 else "liberal"
        yield {
            "match_id": match["id"], "user_id": users[user], "name": f"User {user}",
            "name_key": f"user{user}", "seat": seat, "side": side, "won": side == match["winner"],
            "ended_at": match["ended_at"], "sat_at": match["ended_at"], "is_ready": True,
        }  # fmt: skip


def measure(matches: int, *, plans: bool) -> None:
    """Time pages by filter, near and far, and print the results."""
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User
    from games.history.queries import Filters, cursor_of

    someone, nobody = User.objects.get(username="user7"), AnonymousUser()
    half = FIRST + timedelta(seconds=60 * matches // 2)
    queries = {
        "all": Filters(),
        "game": Filters(game="secret-hitler"),
        "winner": Filters(game="secret-hitler", side="fascist"),
        "reason": Filters(reason="hitler-elected"),
        "size 10": Filters(size=10),
        "reason, size 9, without bots": Filters(reason="hitler-executed", size=9, bots="without"),
        "nothing fits": Filters(game="noir"),
        "a player": Filters(player="User 7"),
        "a player who won": Filters(player="User 7", side="fascist", result="won"),
        "a month": Filters(since=half.date(), until=(half + timedelta(days=30)).date()),
    }
    depths = {
        depth: "" if not depth else cursor_of((FIRST + timedelta(seconds=at), 10**9))
        for depth, at in ((0, 0), (50, 30 * matches), (99, 0.6 * matches))
    }
    print(f"{'milliseconds a page':34}{'newest':>10}{'half way':>10}{'far end':>10}")
    for name, filters in queries.items():
        row(name, depths, partial(_asked_by, nobody, filters))
    row("one's own and everybody's", depths, lambda cursor: (someone, Filters(), cursor))
    row("a person's page", depths, lambda cursor: (nobody, Filters(), cursor, someone))
    if plans:
        explain(queries)


def _asked_by(user: Any, filters: Any, cursor: str) -> tuple[Any, ...]:
    return user, filters, cursor


def row(name: str, depths: dict[int, str], question: Callable[[str], tuple[Any, ...]]) -> None:
    """Print the time of a page at each depth: the median of some runs."""
    from games.history.queries import page_of

    figures = []
    for cursor in depths.values():
        times = []
        for _try in range(REPEATS):
            began = time.perf_counter()
            page_of(*question(cursor))
            times.append(time.perf_counter() - began)
        figures.append(1000 * statistics.median(times))
    print(f"{name:34}" + "".join(f"{figure:10.1f}" for figure in figures))


def explain(plans: dict[str, Any]) -> None:
    """Print the query plan for a page of each kind."""
    from django.contrib.auth.models import AnonymousUser

    from games.history import queries

    at = FIRST + timedelta(days=100)
    for name, filters in plans.items():
        for source in queries._sources(AnonymousUser(), filters, None):
            column = queries._number(source)
            page = source.filter(queries._older(source, at, 1)).order_by("-ended_at", f"-{column}")
            print(f"\n{name}:\n{page.values(column)[: queries.PAGE + 1].explain()}")


if __name__ == "__main__":
    main()
