"""Several processes of one site: events in one reach the others, through Redis."""

import asyncio
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import websockets
from django.core.cache import caches

from config.cache import RedisCache
from games.matches.live import pubsub
from tests.live_site import LiveSite
from tests.matches.play.test_power_cut import five_at_a_table, play, seen
from tests.matches.visitor import Visitor

pytestmark = pytest.mark.redis

SOON = 6  #: seconds: less than a heartbeat, so an event must have come through Redis
IN_THE_END = 40  #: seconds: enough for a heartbeat to deliver missed messages


class Redis:
    """A Redis for these tests only, which can be stopped and restarted."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        command = ["redis-server", *options, "--dir", str(self._folder)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
            except ConnectionRefusedError:
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """Stop it; it loses all its data."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    """Return a running Redis."""
    found = Redis(tmp_path_factory.mktemp("redis"))
    found.start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def one_more(
    redis: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], LiveSite]]:
    """Return a function that starts another process of a site with the same database and Redis."""
    sites: list[LiveSite] = []
    shared = {"REDIS_URL": redis.url, "SECRET_KEY": "the same for all"}

    def start() -> LiveSite:
        sites.append(LiveSite(tmp_path_factory.mktemp("process"), **shared))
        shared["DATABASE_URL"] = sites[0].environment["DATABASE_URL"]
        sites[-1].start()
        return sites[-1]

    yield start
    for site in reversed(sites):
        site.discard()


@pytest.fixture(scope="module")
def both(one_more: Callable[[], LiveSite]) -> tuple[LiveSite, LiveSite]:
    """Return two processes of one site, shared by all tests of this module."""
    return one_more(), one_more()


def at(site: LiveSite, person: Visitor) -> Visitor:
    """Return the same browser, connected to another process of the site."""
    return Visitor(site.url, person.jar)


class Tab:
    """A page's socket to one process."""

    def __init__(self, site: LiveSite, person: Visitor, path: str) -> None:
        address = site.url.replace("http", "ws") + f"/ws{path}?language=en"
        headers = {"Cookie": person.cookies()}
        self._opening = websockets.connect(address, origin=site.url, additional_headers=headers)

    async def __aenter__(self) -> "Tab":
        self._socket = await self._opening.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._opening.__aexit__(*error)

    async def shows(self, words: str, within: float) -> str:
        """Read frames until one contains `words`, and return it."""
        async with asyncio.timeout(within):
            while words not in (frame := await self._socket.recv()):
                pass
        return frame

    async def closes(self, within: float) -> int:
        """Wait until the site closes the socket, and return the code."""
        async with asyncio.timeout(within):
            await self._socket.wait_closed()
        return self._socket.close_code


async def test_a_move_and_a_logout_in_one_process_reach_the_other(both):
    here, there = both
    people, path = await asyncio.to_thread(five_at_a_table, here)
    async with Tab(there, people[1], path) as tab, Tab(here, people[2], path) as neighbour:
        await tab.shows('data-phase="nominate"', SOON)
        await neighbour.shows('data-phase="nominate"', SOON)
        await asyncio.to_thread(decide_at, people, path)
        await tab.shows('data-phase="vote"', SOON)
        await asyncio.to_thread(people[1].post, "/account/logout/")
        assert await tab.closes(SOON) == 4403


async def test_a_process_started_later_shows_earlier_and_later_moves(both, one_more):
    early, _there = both
    people, path = await asyncio.to_thread(five_at_a_table, early)
    await asyncio.to_thread(play, people, path, moves=9)  # a round and more
    known = await asyncio.to_thread(seen, people, path)
    late = await asyncio.to_thread(one_more)
    there = [at(late, person) for person in people]
    assert await asyncio.to_thread(seen, there, path) == known
    async with Tab(late, people[1], path) as tab:
        await tab.shows('id="round-1"', SOON)
        await asyncio.to_thread(play, people, path, moves=6)  # ballots, until they are counted
        await tab.shows('<hx-partial id="log" hx-swap="beforeend"', SOON)


async def test_a_player_connected_to_one_process_is_shown_as_present_in_the_other(both):
    here, there = both
    people, path = await asyncio.to_thread(five_at_a_table, here)
    async with Tab(here, people[0], path) as first:
        await first.shows('id="people"', SOON)
        async with Tab(there, people[1], path):
            for site in both:
                await everybody_is_seen(at(site, people[0]), path, count=2)
    for site in both:
        await everybody_is_seen(at(site, people[0]), path, count=1)  # the page's reader


async def test_a_player_who_polls_without_a_socket_is_shown_by_the_other_process(both):
    here, there = both
    people, path = await asyncio.to_thread(five_at_a_table, here)
    async with Tab(there, people[0], path) as tab:
        await tab.shows('id="people"', SOON)
        await asyncio.to_thread(people[1].get, path)
        await everybody_is_seen(at(there, people[0]), path, count=2)


async def test_a_process_without_sockets_shows_players_connected_to_the_other(both):
    here, there = both
    people, path = await asyncio.to_thread(five_at_a_table, here)
    async with Tab(there, people[0], path), Tab(there, people[1], path):
        await everybody_is_seen(people[2], path, count=3, within=IN_THE_END)


async def everybody_is_seen(
    person: Visitor, path: str, *, count: int, within: float = SOON
) -> None:
    """Wait until the page shows `count` of five people as connected."""
    absent = 5 - count
    async with asyncio.timeout(within):
        while (await asyncio.to_thread(person.position, path)).count("stands-in gone") != absent:
            await asyncio.sleep(0.1)


async def test_without_redis_moves_continue_and_pages_follow_with_the_heartbeat(both, redis):
    here, there = both
    people, path = await asyncio.to_thread(five_at_a_table, here)
    async with Tab(there, people[1], path) as far, Tab(here, people[2], path) as near:
        await far.shows('data-phase="nominate"', SOON)
        await near.shows('data-phase="nominate"', SOON)
        await asyncio.to_thread(redis.stop)
        await asyncio.to_thread(decide_at, people, path)
        await near.shows('data-phase="vote"', IN_THE_END)
        await far.shows('data-phase="vote"', IN_THE_END)
        await asyncio.to_thread(redis.start)
        for person in people:
            await asyncio.to_thread(person.decide, path)
        await far.shows("vote", IN_THE_END)


async def test_changes_outside_the_counters_are_shown_once_redis_is_back(both, redis):
    here, there = both
    people, path = await asyncio.to_thread(five_at_a_table, here)
    async with Tab(there, people[1], path) as far:
        await asyncio.to_thread(people[0].post, f"{path}say/", room="table", text="A word.")
        said = re.search(r"react/\?to=([0-9a-f]{32})", await far.shows("A word.", SOON))[1]
        await asyncio.to_thread(redis.stop)
        await asyncio.to_thread(people[2].post, f"{path}react/", to=said, kind="agree")
        await asyncio.to_thread(redis.start)
        await far.shows("Agreement", IN_THE_END)


def decide_at(people: list[Visitor], path: str) -> None:
    """Take a decision for the player who owes one."""
    assert any(person.decide(path) for person in people)


def test_a_cached_value_that_this_release_cannot_read_counts_as_missing():
    kept = caches["default"]
    assert isinstance(kept, RedisCache)
    key = kept.make_key("a")
    kept._cache.get_client(key, write=True).set(key, b"cno_such_module\nThing\n.")
    assert kept.get("a", "nothing") == "nothing"


async def _listen_for(seconds: float) -> None:
    pubsub.listen()
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        await asyncio.sleep(0)


@pytest.mark.timeout(120)
def test_a_server_stopped_while_it_subscribes_still_stops():
    for number in range(400):  # each stops at a different moment of the first connection
        asyncio.run(_listen_for(0.012 * number / 400))
        pubsub._listeners.clear()
