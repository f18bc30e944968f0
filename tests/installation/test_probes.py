"""The endpoints for supervisors and monitors."""

import json
import math
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.core.asgi import get_asgi_application
from django.core.cache import cache
from django.db import connections
from django.utils import timezone

from config.asgi import application
from config.server import probes
from config.server.probes import Probes
from games.matches.live import latency
from games.matches.models import Match, Pulse
from games.matches.play import referee
from installation import health, metrics
from tests.chaos import soak
from tests.matches.seating import open_table

pytestmark = pytest.mark.django_db(transaction=True)

stored = database_sync_to_async


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch, settings):
    settings.METRICS_TOKEN = "the token"
    monkeypatch.setattr(health, "_is_migrated", False)
    monkeypatch.setattr(health, "_stored_at", -math.inf)
    monkeypatch.setattr(health, "missing_migrations", list)  # tests migrate nothing


async def ask(
    path: str,
    *,
    method: str = "GET",
    site: Any = application,
    asked: Probes | None = None,
    **headers: str,
) -> tuple[int, str]:
    """Return status and body of the response to a client that knows no host name."""
    scope = {
        "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": path,
        "raw_path": b"", "query_string": b"", "root_path": "", "client": ["10.0.0.9", 9],
        "server": ["10.0.0.1", 80],
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip
    asking = ApplicationCommunicator(asked or Probes(site), scope)
    await asking.send_input({"type": "http.request", "body": b"", "more_body": False})
    started = await asking.receive_output(20)
    body = b""
    while True:
        part = await asking.receive_output(20)
        body += part.get("body", b"")
        if not part.get("more_body"):
            break
    return started["status"], body.decode()


async def figures() -> tuple[int, str]:
    """Return status and text of the metrics."""
    return await ask("/metrics", authorization="Bearer the token")


def note_pulses(age: timedelta = timedelta()) -> None:
    for key in (Pulse.REFEREE, Pulse.WEB):
        Pulse.objects.update_or_create(pk=key, defaults={"at": timezone.now() - age})


async def test_a_live_process_says_so_to_anybody_without_https(settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["play.example.org"]
    site = get_asgi_application()
    assert await ask("/healthz", site=site) == (200, "alive\n")
    assert await ask("/healthz", method="HEAD", site=site) == (200, "")
    assert (await ask("/", site=site, host="play.example.org"))[0] == 301


async def test_a_healthy_site_is_ready():
    await stored(note_pulses)()
    status, body = await ask("/readyz")
    checks = dict.fromkeys(("database", "migrations", "storing", "cache", "referee"), "ok")
    assert (status, json.loads(body)) == (200, {"status": "ready", "checks": checks})


async def test_without_a_referee_the_site_is_ready_and_says_so():
    await stored(note_pulses)(timedelta(minutes=5))
    status, body = await ask("/readyz")
    assert (status, json.loads(body)["status"]) == (200, "degraded")
    assert json.loads(body)["checks"]["referee"] == "failing"


@pytest.mark.parametrize("lack", ["is_database_there", "is_migrated"])
async def test_without_database_or_migrations_it_is_not_ready(lack, monkeypatch):
    def fails() -> bool:
        raise OSError("away")

    monkeypatch.setattr(health, lack, fails)
    status, body = await ask("/readyz")
    assert (status, json.loads(body)["status"]) == (503, "not ready")


#: The statements that make a database read-only for new connections, like a full disk or standby.
READ_ONLY = {
    "postgresql": ("options", "-c default_transaction_read_only=on"),
    "sqlite": ("init_command", "PRAGMA query_only=1"),
}


async def test_a_site_that_cannot_store_anything_is_not_ready(monkeypatch):
    await stored(note_pulses)()
    options = connections.settings["default"]["OPTIONS"]
    monkeypatch.setitem(options, *READ_ONLY[connections["default"].vendor])
    status, body = await ask("/readyz")
    says = json.loads(body)
    assert (status, says["status"]) == (503, "not ready")
    assert (says["checks"]["database"], says["checks"]["storing"]) == ("ok", "failing")


async def test_a_recent_successful_write_is_not_repeated(monkeypatch):
    noted: list[Any] = []
    monkeypatch.setattr(referee, "note_open", noted.append)
    for _twice in range(2):
        await ask("/readyz")
    assert len(noted) == 1


@contextmanager
def slow(monkeypatch) -> Iterator[Counter[str]]:
    """Make checks exceed their timeout, and count them."""
    may_go, looks = Event(), Counter[str]()

    def waits() -> bool:
        looks["begun"] += 1
        return may_go.wait(60)

    monkeypatch.setattr(probes, "TIMEOUT", 0.05)
    monkeypatch.setattr(probes, "KEPT", 0.0)
    monkeypatch.setattr(health, "is_database_there", waits)
    try:
        yield looks
    finally:
        may_go.set()


async def test_a_slow_database_makes_the_site_busy_while_writes_succeed(
    monkeypatch,
):
    await stored(health.note_served)()
    with slow(monkeypatch):
        status, body = await ask("/readyz")
    says = {"status": "busy", "checks": {"database": "slow"}}
    assert (status, json.loads(body)) == (200, says)


async def test_a_hanging_database_makes_the_site_unready_after_a_while_without_writes(
    monkeypatch,
):
    with slow(monkeypatch):
        status, body = await ask("/readyz")
    says = {"status": "not ready", "checks": {"database": "failing"}}
    assert (status, json.loads(body)) == (503, says)


async def test_a_check_in_progress_is_awaited_and_not_started_again(monkeypatch):
    site = Probes(application)
    with slow(monkeypatch) as looks:
        statuses = [(await ask("/readyz", asked=site))[0] for _probe in range(3)]
    assert statuses == [503, 503, 503]
    assert looks == {"begun": 1}
    assert (await ask("/readyz", asked=site))[0] == 200


def test_a_note_being_written_does_not_invalidate_the_previous_one(monkeypatch):
    health.note_served()
    stored_then: list[bool] = []
    monkeypatch.setattr(
        referee, "note_open", lambda _now: stored_then.append(health.has_stored_recently())
    )
    health.note_served()
    assert stored_then == [True]


def test_a_note_that_fails_is_tried_again_by_the_next_check(monkeypatch):
    def fails(_now: Any) -> None:
        raise OSError("the disk is full")

    health.note_served()
    with monkeypatch.context() as full:
        full.setattr(referee, "note_open", fails)
        with pytest.raises(OSError, match="full"):
            health.note_served()
    Pulse.objects.all().delete()
    assert health.is_storing()
    assert Pulse.objects.filter(pk=Pulse.WEB).exists()


@pytest.mark.postgres
async def test_a_site_with_all_connections_in_use_is_ready_and_says_so():
    await stored(note_pulses)()
    pool = await stored(lambda: connections["default"].pool)()
    in_use = []
    while (stats := pool.get_stats())["pool_available"] or stats["pool_size"] < pool.max_size:
        in_use.append(await stored(pool.getconn)())  # this process may hold some already
    try:
        status, body = await ask("/readyz")
        assert (status, json.loads(body)["status"]) == (200, "ready")
        _status, text = await figures()
        assert 'cabinet_noir_database_pool{what="free"} 0\n' in text
        assert "\ncabinet_noir_database_up 1\n" in text
    finally:
        for one in in_use:
            pool.putconn(one)


def test_a_database_that_lacks_a_migration_is_detected(monkeypatch):
    monkeypatch.setattr(health, "missing_migrations", lambda: ["matches.0099_new"])
    assert not health.is_migrated()


@pytest.mark.parametrize("header", [{}, {"authorization": "Bearer wrong"}, {"authorization": ""}])
async def test_metrics_require_the_token(settings, header):
    for token in ("", "the token"):
        settings.METRICS_TOKEN = token
        assert (await ask("/metrics", host="localhost", **header))[0] == 404


async def test_the_metrics_describe_the_activity_of_the_site(alice, monkeypatch):
    await stored(note_pulses)(timedelta(seconds=90))
    await stored(make_late)(alice)
    monkeypatch.setitem(latency.LANES, "form", latency.MoveTimes())
    latency.LANES["form"].note(0.3)
    status, text = await figures()
    found = dict(
        line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#")
    )
    assert status == 200
    assert found['cabinet_noir_tables{status="running"}'] == "1"
    assert found['cabinet_noir_tables{status="open"}'] == "0"
    assert found["cabinet_noir_clocks_late"] == "1"
    assert 59 < float(found["cabinet_noir_oldest_due_seconds"]) < 90
    assert 89 < float(found["cabinet_noir_referee_age_seconds"]) < 120
    assert found['cabinet_noir_outbox{queue="letters"}'] == "0"
    assert int(found["cabinet_noir_resident_bytes"]) > 10_000_000
    assert int(found['cabinet_noir_move_seconds_bucket{lane="form",le="0.25"}']) == 0
    assert int(found['cabinet_noir_move_seconds_bucket{lane="form",le="0.5"}']) == 1
    assert int(found['cabinet_noir_move_seconds_bucket{lane="form",le="+Inf"}']) == 1
    for line in text.splitlines():
        assert line == "" or line.startswith(("# HELP cabinet_noir_", "# TYPE ", "cabinet_noir_"))


@pytest.mark.sqlite
async def test_process_metrics_are_available_without_the_database(monkeypatch):
    monkeypatch.setitem(connections.settings["default"], "NAME", "/nowhere/at/all.sqlite3")
    status, text = await figures()
    assert status == 200
    assert "\ncabinet_noir_database_up 0\n" in text
    assert "\ncabinet_noir_sockets " in text
    assert "cabinet_noir_tables" not in text
    monkeypatch.undo()
    _status, text = await figures()
    assert "\ncabinet_noir_database_up 1\n" in text


async def test_process_metrics_do_not_wait_for_a_hanging_database(monkeypatch):
    monkeypatch.setattr(probes, "TIMEOUT", 0.1)
    monkeypatch.setattr(metrics, "stored_figures", lambda: time.sleep(3))
    began = time.monotonic()
    status, text = await figures()
    assert time.monotonic() - began < 2
    assert status == 200
    assert "\ncabinet_noir_database_up 0\n" in text


async def test_a_soak_reads_the_moves_of_all_lanes_from_the_metrics(monkeypatch):
    for lane in ("form", "socket"):
        monkeypatch.setitem(latency.LANES, lane, latency.MoveTimes())
        latency.LANES[lane].note(0.25)
    _status, text = await figures()
    total: Counter[str] = Counter()
    for name, value in soak.read(text):
        total[name] += value
    assert (total["move_seconds_count"], total["move_seconds_sum"]) == (2, 0.5)
    assert total["resident_bytes"] > 10_000_000


async def test_a_referee_that_never_ran_has_an_infinite_age():
    _status, text = await figures()
    assert "\ncabinet_noir_referee_age_seconds +Inf\n" in text


async def test_a_table_that_always_fails_is_noticed_although_it_is_never_late(alice, monkeypatch):
    def fails(_position: Any) -> None:
        raise RuntimeError("this table is broken")

    monkeypatch.setattr(referee, "_act_in", fails)
    await stored(make_late)(alice)
    _status, text = await figures()
    assert "\ncabinet_noir_referee_failure_age_seconds +Inf\n" in text
    assert await stored(referee.act)(1)
    _status, text = await figures()
    assert "\ncabinet_noir_clocks_late 0\n" in text
    age = re.search(r"\ncabinet_noir_referee_failure_age_seconds (\S+)\n", text)
    assert age is not None
    assert float(age[1]) < 10


def test_a_timestamp_in_the_future_is_as_old_as_it_is_far_ahead():
    note_pulses(-timedelta(hours=1))
    assert not health.is_referee_at_work()
    note_pulses(-timedelta(seconds=1))
    assert health.is_referee_at_work()


def test_the_checks_of_two_processes_do_not_disturb_each_other(monkeypatch):
    class Interrupted:
        """A cache that another process uses between our two operations."""

        def set(self, *given: Any) -> None:
            cache.set(*given)
            with monkeypatch.context() as other:
                other.setattr(health, "cache", cache)
                assert health.is_cache_there()

        get, delete = cache.get, cache.delete

    monkeypatch.setattr(health, "cache", Interrupted())
    assert health.is_cache_there()


def make_late(host: Any) -> None:
    match = open_table(host)
    due = timezone.now() - timedelta(minutes=1)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING, due_at=due)


def test_a_referee_with_a_recent_heartbeat_is_working():
    referee.note_open(timezone.now())
    assert not health.is_referee_at_work()
    referee.compensate_downtime(timezone.now())
    assert health.is_referee_at_work()
