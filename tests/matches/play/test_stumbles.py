"""A loop whose database connection breaks recovers; one that keeps failing ends its process."""

import signal
from threading import Event

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config import wiring
from config.server import lifespan
from games.matches.models import Pulse
from games.matches.play import periodic_jobs, referee, stumbles
from tests.jobs import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch):
    monkeypatch.setattr(stumbles, "PAUSES", (0.0, 0.0, 0.0))
    monkeypatch.setattr(referee, "rest", lambda: 0.0)


def break_the_connection() -> None:
    """Close the connection to the database, as a restart of its server does."""
    connection.ensure_connection()
    connection.connection.close()


class Rounds(Event):
    """A stop event that ends a loop after a number of rounds."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._left = most

    def wait(self, timeout: float | None = None) -> bool:
        """Return whether enough rounds have passed."""
        self._left -= 1
        return self._left < 0


@pytest.mark.django_db(transaction=True)
def test_a_referee_recovers_from_a_broken_database_connection(monkeypatch):
    looked: list[int] = []
    monkeypatch.setattr(referee, "work", lambda: looked.append(Pulse.objects.count()))
    break_the_connection()
    referee.run(Rounds(6))
    assert looked


@pytest.mark.django_db(transaction=True)
def test_a_job_that_breaks_the_connection_does_not_block_the_others(monkeypatch):
    done: list[int] = []

    def breaks() -> None:
        break_the_connection()
        Pulse.objects.count()

    jobs = (
        periodic_jobs.Job("first", breaks),
        periodic_jobs.Job("second", lambda: done.append(Pulse.objects.count())),
    )
    monkeypatch.setattr(wiring, "PERIODIC_JOBS", jobs)
    run_jobs()
    assert done


def keeps_failing() -> None:
    raise RuntimeError("nothing works")


def test_a_referee_that_fails_several_times_in_a_row_exits_for_its_supervisor(monkeypatch):
    monkeypatch.setattr(referee, "work", keeps_failing)
    monkeypatch.setattr(signal, "signal", lambda *_asked: None)
    with pytest.raises(CommandError, match="4 times in a row"):
        call_command("referee")


def test_a_referee_that_fails_occasionally_continues(monkeypatch):
    rounds = iter(range(100))

    def fails_now_and_then() -> None:
        if next(rounds) % 3:
            raise RuntimeError("sometimes")

    monkeypatch.setattr(referee, "work", fails_now_and_then)
    referee.run(Rounds(60))
    assert next(rounds) > 30


@pytest.fixture
def stopped(monkeypatch) -> list[bool]:
    """Return a list with an item for each time the server was stopped."""
    said: list[bool] = []
    monkeypatch.setattr(lifespan, "stop_server", lambda: said.append(True))
    return said


@pytest.mark.parametrize("loop", [lifespan.referee.run, *lifespan.LOOPS])
def test_a_loop_in_the_server_that_keeps_failing_stops_the_server(loop, stopped, monkeypatch):
    monkeypatch.setattr(lifespan.referee, "work", keeps_failing)
    monkeypatch.setattr(lifespan.health, "note_served", keeps_failing)
    monkeypatch.setattr(lifespan, "_collect", keeps_failing)
    monkeypatch.setattr(lifespan.attendance, "look", keeps_failing)
    monkeypatch.setattr(lifespan.presence, "look", keeps_failing)
    lifespan.keep_running(loop, Rounds(30))
    assert stopped == [True]


@pytest.mark.parametrize("loop", [lifespan.referee.run, *lifespan.LOOPS])
def test_a_loop_that_fails_outside_its_work_does_not_end_silently(
    loop, stopped, monkeypatch, caplog
):
    monkeypatch.setattr(lifespan, "repeat", lambda *_asked: keeps_failing())
    monkeypatch.setattr(stumbles, "repeat", lambda *_asked: keeps_failing())
    lifespan.keep_running(loop, Rounds(30))
    assert stopped == [True]
    assert "nothing works" in caplog.text
    assert "Traceback" in caplog.text
