"""A real server is killed during play: everything it acknowledged is stored."""

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from threading import Thread

import pytest
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.live_site import ROOT, LiveSite
from tests.matches.visitor import Visitor

pytestmark = pytest.mark.sqlite

NAMES = ("Ada", "Ben", "Chiyo", "Dario", "Elif")


def five_at_a_table(site: LiveSite, **settings: str) -> tuple[list[Visitor], str]:
    """Return five guests of `site` who have started a match, and its path."""
    people = [Visitor(site.url) for _name in NAMES]
    host = people[0]
    path = host.open_table(NAMES[0], has_chat="on", **settings)
    for person, name in zip(people[1:], NAMES[1:], strict=True):
        person.sit_down(path, name)
    host.get(path)
    assert host.post(f"{path}start/").status == 200
    return people, path


def play(people: list[Visitor], path: str, *, moves: int) -> None:
    """Let players decide when asked, until `moves` decisions were taken."""
    taken = 0
    while taken < moves:
        before = taken
        for person in people:
            if taken < moves:
                taken += person.decide(path)
        assert taken > before, "nobody is asked for anything"


def seen(people: list[Visitor], path: str) -> list[str]:
    """Return the position that each player sees."""
    return [person.position(path) for person in people]


def vote_by_form(site: LiveSite, voter: Visitor, path: str, acknowledged: list[str]) -> None:
    """Vote repeatedly until the site is down; record the acknowledged votes."""
    with suppress(OSError):
        for prompt, action in ballots(voter, path):
            if voter.post(f"{path}act/", prompt=prompt, action=action).status == 200:
                acknowledged.append(action)


def vote_by_socket(site: LiveSite, voter: Visitor, path: str, acknowledged: list[str]) -> None:
    """Do the same through the socket of a page."""
    address = site.url.replace("http", "ws") + f"/ws{path}?language=en"
    headers = {"Cookie": voter.cookies()}
    with (
        suppress(OSError, WebSocketException),
        connect(address, origin=site.url, additional_headers=headers) as socket,
    ):
        for prompt, action in ballots(voter, path):
            socket.send(json.dumps({"id": 1, "prompt": int(prompt), "act": action}))
            while '"ack"' not in (text := socket.recv(10)):
                pass
            if text == '{"ack":1}':
                acknowledged.append(action)


def ballots(voter: Visitor, path: str) -> Iterator[tuple[str, str]]:
    """Yield the question and a changed vote each time."""
    for ja in cycle(("false", "true")):
        prompt = re.findall(r'name="prompt" value="(\d+)"', voter.get(path).text)[0]
        yield prompt, f'{{"action":"vote","ja":{ja}}}'


def test_after_a_power_cut_no_acknowledged_vote_is_lost_and_the_match_continues(own_site):
    people, path = five_at_a_table(own_site)
    play(people, path, moves=1)  # a government is proposed: all may vote repeatedly
    assert all(person.decide(path) for person in people[:2])
    before = seen(people[2:], path)
    acknowledged: tuple[list[str], list[str]] = [], []
    both = list(zip((vote_by_form, vote_by_socket), people[:2], acknowledged, strict=True))
    voting = [Thread(target=vote, args=(own_site, who, path, told)) for vote, who, told in both]
    for thread in voting:
        thread.start()
    while min(map(len, acknowledged)) < 6:
        time.sleep(0.005)
        assert all(thread.is_alive() for thread in voting), "they ended before the cut"
    own_site.kill()
    for thread in voting:
        thread.join(60)
    own_site.start()
    assert seen(people[2:], path) == before
    for (_vote, who, told), name in zip(both, NAMES[:2], strict=True):
        ballots = votes_of(own_site, path, name)[1:]
        # One more vote than acknowledged may have been stored before its response was sent.
        assert len(told) <= len(ballots) <= len(told) + 1
        assert ballots[: len(told)] == told
        pressed = re.findall(r'id="vote-(ja|nein)"[^>]*aria-pressed="true"', who.get(path).text)
        assert pressed == ["ja" if "true" in ballots[-1] else "nein"]
    play(people, path, moves=6)


def votes_of(site: LiveSite, path: str, name: str) -> list[str]:
    """Return the stored votes of a player, read directly from the site's database."""
    asked = (
        "import json; from games.matches.models import MatchEntry, Player; "
        f"player = Player.objects.get(match__code={path.split('/')[2]!r}, "
        f"user__display_name={name!r}); "
        "entries = MatchEntry.objects.filter(match=player.match, seat=player.seat); "
        "votes = entries.filter(action__contains='vote'); "
        "print(json.dumps([*votes.values_list('action', flat=True)]))"
    )
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", asked]
    answer = subprocess.run(
        command, cwd=ROOT, env=site.environment, capture_output=True, check=True
    )
    found: list[str] = json.loads(answer.stdout)
    return found
