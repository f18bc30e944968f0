"""Any number of requests share a few connections to PostgreSQL, and wait for their turn."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client
from psycopg_pool import PoolTimeout

from config.logs import ExpectedErrors
from config.server import lifespan
from games.api import limits
from tests.api.client import playing
from tests.api.listener import listen
from tests.live_site import LiveSite
from tests.matches.sockets import PATIENCE
from tests.matches.visitor import Answer, Visitor

pytestmark = pytest.mark.postgres

PARALLEL = 200
CONNECTIONS = 4


def test_200_simultaneous_requests_are_all_answered_by_a_few_connections(tmp_path):
    site = LiveSite(tmp_path, DATABASE_POOL=str(CONNECTIONS), REDIS_URL="", REFEREE_EMBEDDED="0")
    site.start()
    try:
        with ThreadPoolExecutor(PARALLEL) as crowd:
            answers = list(crowd.map(lambda _one: look_at_a_page(site), range(PARALLEL)))
        used = connections_of(site)
    finally:
        site.discard()
    assert [answer.status for answer in answers] == [200] * PARALLEL
    assert 1 <= used <= CONNECTIONS + len(lifespan.LOOPS)


@pytest.fixture
def pool_in_use():
    """Take all connections of this process's pool."""
    connection.close()  # otherwise this thread would use one of them
    pool = connection.pool
    taken = [pool.getconn() for _each in range(pool.max_size)]
    yield taken[0].info
    for one in taken:
        pool.putconn(one)


@pytest.mark.django_db(transaction=True)
def test_while_requests_use_all_connections_the_server_still_records_its_heartbeat(pool_in_use):
    stopped = Event()
    thread = Thread(target=lifespan.keep_running, args=(lifespan.notes, stopped))
    thread.start()
    try:
        until = time.monotonic() + 10
        with psycopg.connect(pool_in_use.dsn, password=pool_in_use.password) as look:
            while not look.execute("SELECT 1 FROM matches_pulse").fetchone():
                look.rollback()
                assert time.monotonic() < until
                time.sleep(0.1)
    finally:
        stopped.set()
        thread.join()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("pool_in_use")
@pytest.mark.parametrize("limit", ["timeout", "max_waiting"])
def test_a_request_that_waits_too_long_gets_503_and_a_line_in_the_log(limit, monkeypatch, caplog):
    pool = connection.pool
    monkeypatch.setattr(pool, limit, 0.1 if limit == "timeout" else 1)
    early = Thread(target=wait_in_vain, args=(pool,))
    early.start()
    while limit == "max_waiting" and not pool.get_stats().get("requests_waiting"):
        time.sleep(0.01)
    caplog.handler.addFilter(ExpectedErrors())
    browser = Client(raise_request_exception=False)
    answer = browser.get("/conduct/")
    token = {"Authorization": f"Bearer cn_{'a' * 43}"}
    for_program = browser.get("/api/v1/matches", headers=token)
    early.join()
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert "<h1>Too busy right now</h1>" in answer.content.decode()
    assert "The database was too busy: /conduct/" in caplog.messages
    assert "Traceback" not in caplog.text
    assert for_program.status_code == 503
    assert for_program["Retry-After"] == "5"
    assert for_program["Content-Type"] == "application/problem+json"
    assert for_program.json()["type"].endswith("#site-busy")


def wait_in_vain(pool) -> None:
    with pytest.raises(PoolTimeout):
        pool.getconn(timeout=2)


def look_at_a_page(site: LiveSite) -> Answer:
    return Visitor(site.url).get("/conduct/")


def connections_of(site: LiveSite) -> int:
    """Return the number of open connections to the site's database."""
    address = site.environment["DATABASE_URL"]
    with psycopg.connect(address) as asked:
        row = asked.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND pid != pg_backend_pid()",
            [address.rpartition("/")[2]],
        ).fetchone()
    return int(row[0]) if row else 0


@pytest.mark.django_db(transaction=True)
async def test_an_open_stream_uses_no_connection():
    match, programs = await sync_to_async(playing)()
    before = in_use()
    streams = [await listen(one, match) for one in programs for _each in range(limits.STREAMS)]
    for stream in streams:
        await stream.position()
    async with asyncio.timeout(PATIENCE):
        while in_use() > before:
            await asyncio.sleep(0.01)
    for stream in streams:
        await stream.leave()


def in_use() -> int:
    """Return the number of connections of this process's pool in use."""
    stats = connection.pool.get_stats()
    return int(stats["pool_size"] - stats["pool_available"])
