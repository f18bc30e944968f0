"""The example in the docs plays a whole match, as a separate program, against a real site."""

import html
import re
import subprocess
import sys
import time

import pytest

from tests.live_site import ROOT, LiveSite
from tests.matches.visitor import Visitor

PASSWORD = "correct horse 9"
PATIENCE = 120  #: seconds for a match of bots
BOT = ROOT / "docs" / "example_bot.py"
SEATS = {"secret-hitler": "5", "noir": "2"}


def token_of(visitor: Visitor, name: str) -> str:
    """Sign up as `name` and make a token, as a person would."""
    visitor.get("/account/signup/")
    words = {"password1": PASSWORD, "password2": PASSWORD}
    visitor.post("/account/signup/", username=name, email=f"{name}@example.org", **words)
    visitor.get("/account/tokens/new/")
    visitor.post("/account/reauthenticate/", password=PASSWORD)
    page = visitor.post("/account/tokens/new/", name="example", days="7", scopes="play")
    return html.unescape(re.findall(r'<code class="secret">([^<]+)</code>', page.text)[0])


def open_table(visitor: Visitor, game: str) -> str:
    """Open a table as a guest, where bots by API may sit; return its path."""
    visitor.get("/open/")
    wanted = {"game": game, "seats_min": SEATS[game], "seats_max": SEATS[game]}
    switches = {"allows_api_bots": "on", "fills_with_bots": "on", "has_chat": "on"}
    rest = {"visibility": "link", "language": "en", "pace": "untimed", "name": "Hoster"}
    answer = visitor.post("/open/", **wanted, **switches, **rest)
    return answer.address.removeprefix(visitor.site)


def start_bot(site: str, token: str, path: str) -> "subprocess.Popen[str]":
    code = path.strip("/").rpartition("/")[2]
    return subprocess.Popen(
        [sys.executable, str(BOT), site, token, code],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def wait_for(visitor: Visitor, path: str, words: str) -> None:
    """Look at the page until it says `words`."""
    deadline = time.monotonic() + PATIENCE
    while words not in visitor.get(path).text:
        assert time.monotonic() < deadline, visitor.get(path).text[-3000:]
        time.sleep(0.2)


def play(site: str, game: str, owner: str, before_start=lambda: None) -> str:
    """Have the example play a match against bots, and return what it printed."""
    host = Visitor(site)
    path = open_table(host, game)
    bot = start_bot(site, token_of(Visitor(site), owner), path)
    try:
        wait_for(host, path, "API bot")
        wait_for(host, path, '<span class="badge press">ready</span>')
        before_start()
        host.get(path)
        host.post(f"{path}start/")
        host.get(path)
        host.post(f"{path}away/")  # a bot decides for the host
        said, _none = bot.communicate(timeout=PATIENCE)
    finally:
        bot.kill()
    assert bot.returncode == 0, said
    return said


@pytest.mark.parametrize("game", SEATS)
def test_the_example_plays_a_whole_match(site, game):
    said = play(site, game, f"Maker{len(game)}")
    assert said.startswith("Over: finished {'winner': "), said


def test_the_example_reconnects_after_a_restart_of_the_site(own_site: LiveSite):
    def restart() -> None:
        own_site.stop()
        own_site.start()

    assert "Over: finished" in play(own_site.url, "secret-hitler", "Phoenix", restart)
    assert "Cancel" not in own_site.log()  # its stream ended when the site was told to stop


def test_no_token_is_ever_written_to_the_sites_log(shared_site: LiveSite):
    visitor = Visitor(shared_site.url)
    token = token_of(visitor, "Secretive")
    program = Visitor(shared_site.url)
    for path in ("/api/v1/games", "/api/v1/matches/ABCDEF", "/api/v1/nothing", "/api/v1/matches"):
        program.get(path, Authorization=f"Bearer {token}")
        program.get(path, Authorization=f"Bearer {token}x")
    assert "Not Found: /api/" in shared_site.log()
    assert token not in shared_site.log()
    assert token[12:] not in shared_site.log()
