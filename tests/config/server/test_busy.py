"""A locked database is busy, which is not a server error: people are asked to come back."""

import sqlite3
from collections.abc import Iterator
from threading import Event, Thread

import pytest
from django.db import connection, transaction
from django.test import Client

from accounts.models import User
from config.logs import ExpectedErrors

pytestmark = pytest.mark.django_db(transaction=True)

OPENING = {
    "game": "secret-hitler", "seats_min": "5", "seats_max": "5", "visibility": "link",
    "pace": "untimed", "language": "en",
}  # fmt: skip


@pytest.fixture
def held_by_others(alice) -> Iterator[None]:
    """Lock the rows that a table of Alice's needs, with a short lock timeout."""
    hold = _hold_file if connection.vendor == "sqlite" else _hold_row
    held, may_go = Event(), Event()
    holder = Thread(target=hold, args=(alice.pk, held, may_go))
    holder.start()
    assert held.wait(20)
    yield
    may_go.set()
    holder.join()


def _hold_file(_user: int, held: Event, may_go: Event) -> None:
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    held.set()
    may_go.wait(60)
    other.close()


def _hold_row(user: int, held: Event, may_go: Event) -> None:
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user)
        held.set()
        may_go.wait(60)
    connection.close()


def wait_but_a_moment() -> None:
    """Give this thread's connection a short lock timeout."""
    patience = {"sqlite": "PRAGMA busy_timeout = 50", "postgresql": "SET lock_timeout = 50"}
    with connection.cursor() as cursor:
        cursor.execute(patience[connection.vendor])


def wait_as_usual() -> None:
    """Restore the timeout of this thread's connection, which other tests use next."""
    if connection.vendor == "sqlite":
        connection.close()
        return
    with connection.cursor() as cursor:
        cursor.execute("RESET lock_timeout")


def test_a_lock_timeout_asks_to_come_back_and_is_logged_in_one_line(alice, caplog, request):
    browser = Client(raise_request_exception=False)
    browser.force_login(alice)
    request.getfixturevalue("held_by_others")
    wait_but_a_moment()
    request.addfinalizer(wait_as_usual)
    caplog.handler.addFilter(ExpectedErrors())
    answer = browser.post("/open/", OPENING)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "5"
    assert "<h1>Too busy right now</h1>" in answer.content.decode()
    assert "The database was too busy: /open/" in caplog.messages
    assert "Traceback" not in caplog.text
