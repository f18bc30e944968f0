"""Measures the main pages in one process, through the ASGI application but without its server.

    python -m bench.pages [--again]

prints, as JSON, the CPU time of each page as a multiple of a request that only reads the session
and the user, for an anonymous visitor without a session and for a person with 200 matches, and also
the milliseconds, statements and bytes. `--again` uses the data that VAR_DIR has from an earlier
run.
"""

import asyncio
import os
import sys
import time
from random import Random
from typing import Any

import django
import msgspec

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db.backends.base.base import BaseDatabaseWrapper  # noqa: E402
from django.db.backends.utils import CursorWrapper  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.urls import path, reverse  # noqa: E402

from bench.leagues import season as seasons  # noqa: E402
from bench.live.prepare import log_in  # noqa: E402
from config.server.bodies import BodyLimit  # noqa: E402
from config.server.lifespan import shorten_pauses  # noqa: E402
from config.server.request_threads import PageHandler, RequestThreads  # noqa: E402
from config.urls import urlpatterns  # noqa: E402
from games.catalog import GAMES  # noqa: E402
from games.engine.required import required  # noqa: E402
from games.leagues.models import Season  # noqa: E402
from games.matches.management.commands import demo  # noqa: E402
from games.matches.models import Match  # noqa: E402
from games.ratings import services as ratings  # noqa: E402

MATCHES, ROUNDS = 200, 2
PLANS = (
    seasons.SeasonPlan("noir", 12, "swiss", 5, games_per_fixture=2),
    seasons.SeasonPlan("secret-hitler", 200, "swiss_tables", 3),
)
#: Requests of each page; the fastest counts, because a busy machine slows others down.
TIMES = 12


def nothing(request: HttpRequest) -> HttpResponse:
    """Read the session and the user."""
    return HttpResponse(str(request.user))


urlpatterns.append(path("bench/nothing/", nothing))


class Counted(CursorWrapper):
    """A cursor that counts the statements of all threads."""

    count = 0

    def execute(self, sql: Any, params: Any = None) -> Any:
        """Execute and count a statement."""
        Counted.count += 1
        return super().execute(sql, params)


def main() -> None:
    """Measure every page for both readers, and print the multiples."""
    settings.ROOT_URLCONF, settings.BOT_PACE = __name__, 0
    BaseDatabaseWrapper.make_cursor = lambda self, cursor: Counted(cursor, self)  # type: ignore[method-assign]
    call_command("migrate", verbosity=0)
    person = demo.person(demo.PEOPLE[0])
    if "--again" not in sys.argv:
        play(person, Random(1))
    shorten_pauses()
    pages = addresses(person)
    readers = {"visitor": "", "person": f"{settings.SESSION_COOKIE_NAME}={log_in(person)}"}
    figures = {}
    for name, address in pages.items():
        for reader, cookie in readers.items():
            nothing = cost("/bench/nothing/", readers["person"])[0]
            seconds, statements, octets = cost(address, cookie)
            # A machine's speed changes, so each page has its own request that does nothing.
            nothing = min(nothing, cost("/bench/nothing/", readers["person"])[0])
            figures[f"{name}_{reader}"] = round(seconds / nothing, 2)
            sys.stderr.write(
                f"{name:12}{reader:8}{1000 * seconds:7.2f} ms of {1000 * nothing:.2f},"
                f" {statements:4} statements,{octets:8,} bytes\n"
            )
    print(msgspec.json.encode(figures).decode())


def play(person: Any, random: Random) -> None:
    """Begin two seasons with `person`, and let them play many matches."""
    people = [person, *(demo.person(name) for name in demo.PEOPLE[1:])]
    for plan in PLANS:
        season, owner = seasons.begin_season(plan, person)
        for _round in range(ROUNDS):
            drawn = seasons.next_round(season.divisions.get(), owner)
            seasons.play_round(drawn, owner, seasons.SeasonEvents(), random, eventful=False)
        seasons.next_round(season.divisions.get(), owner)
    for number in range(MATCHES):
        game = [*GAMES.values()][number % len(GAMES)]
        demo.play(game, people[: game.seats[0]], game.seats[0], random)
    for game in GAMES.values():
        demo.open_table(game)
    while ratings.catch_up():
        pass


def addresses(person: Any) -> dict[str, str]:
    """Return the URLs of the measured pages."""
    many, few = Season.objects.order_by("-pk")[:2]
    drawn = required(few.divisions.get().rounds.last())
    fixture = drawn.fixtures.get(chairs__entry__user=person)
    over = Match.objects.filter(status="finished", game="secret-hitler", players__user=person)
    code = over.latest("ended_at").code
    return {
        "home": "/",
        "learn": reverse("matches:learn"),
        "leagues": reverse("leagues:leagues"),
        "league": few.league.get_absolute_url(),
        "season_12": few.get_absolute_url(),
        "season_200": many.get_absolute_url(),
        "fixture": fixture.get_absolute_url(),
        "history": reverse("history:history"),
        "profile": person.get_absolute_url(),
        "ratings": reverse("ratings:leaderboard", args=["secret-hitler"]),
        "numbers": reverse("history:numbers"),
        "analysis": reverse("history:insight", args=[code]),
        "replay": reverse("history:replay", args=[code]),
    }


def cost(address: str, cookie: str) -> tuple[float, int, int]:
    """Return the lowest seconds of CPU that a request takes, its statements and its bytes."""
    return asyncio.run(_cost(address, cookie))


async def _cost(address: str, cookie: str) -> tuple[float, int, int]:
    site = BodyLimit(RequestThreads(PageHandler()))
    seconds, statements, octets = [], 0, 0
    for _time in range(TIMES):
        before, began = Counted.count, time.process_time()
        octets = await _get(site, address, cookie)
        seconds.append(time.process_time() - began)
        statements = Counted.count - before
    return min(seconds), statements, octets


async def _get(site: Any, address: str, cookie: str) -> int:
    """Request a page as uvicorn would; return the bytes of its body."""
    octets, messages = 0, [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Any:
        return messages.pop() if messages else await asyncio.Future()  # the client stays connected

    async def send(message: dict[str, Any]) -> None:
        nonlocal octets
        if message["type"] == "http.response.start" and message["status"] != 200:
            raise RuntimeError(f"{address} answers with {message['status']}")
        octets += len(message.get("body", b""))

    headers = [(b"host", b"localhost"), (b"accept-language", b"en"), (b"cookie", cookie.encode())]
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": address, "query_string": b"", "headers": headers, "client": ("127.0.0.1", 5000),
    }  # fmt: skip
    await site(scope, receive, send)
    return octets


if __name__ == "__main__":
    main()
