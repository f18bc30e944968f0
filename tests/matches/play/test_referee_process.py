"""The referee as a separate process: it starts, does due work, and stops."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from tests.live_site import ROOT, LiveSite
from tests.matches.visitor import Visitor

pytestmark = pytest.mark.sqlite

#: Seconds to wait, enough for a busy machine.
PATIENCE = 60


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[LiveSite]:
    """Return a site whose web process has no referee."""
    live = LiveSite(tmp_path_factory.mktemp("site"), REFEREE_EMBEDDED="0", REDIS_URL="")
    live.start()
    yield live
    live.discard()


def referee_of(site: LiveSite) -> subprocess.Popen[bytes]:
    command = [sys.executable, "manage.py", "referee"]
    return subprocess.Popen(command, cwd=ROOT, env=site.environment)


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_the_referee_starts_does_due_work_and_stops_when_told(site, sign):
    guest = Visitor(site.url)
    path = guest.open_table("Ada", fills_with_bots="on")
    guest.get(path)
    assert guest.post(f"{path}start/").status == 200
    guest.decide(path)  # if the guest was drawn as president
    before = guest.position(path)
    time.sleep(1)
    assert guest.position(path) == before
    referee = referee_of(site)
    try:
        until(lambda: guest.position(path) != before)
        assert referee.poll() is None
        referee.send_signal(sign)
        assert referee.wait(PATIENCE) == 0
    finally:
        referee.kill()
        referee.wait()
