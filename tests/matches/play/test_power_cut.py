"""A real server is killed during play: everything acknowledged is still there."""

import asyncio
import contextlib
import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest
import websockets
from websockets.exceptions import WebSocketException

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
    """Let the player who is asked decide, until so many decisions were taken."""
    taken = 0
    while taken < moves:
        before = taken
        for person in people:
            if taken < moves:
                taken += person.decide(path)
        assert taken > before, "nobody is asked for anything"


def seen(people: list[Visitor], path: str) -> list[str]:
    """Return what each player sees."""
    return [person.position(path) for person in people]


async def decide_by_socket(site, people: list[Visitor], path: str, acknowledged: list[str]) -> None:
    """Let people decide by socket until the site is gone; note what it acknowledged."""
    with contextlib.suppress(OSError, WebSocketException, TimeoutError):
        while True:
            for person in people:
                fields = await asyncio.to_thread(person.answer_to, path)
                if fields is None:
                    continue
                async with opened(site, person, path) as socket:
                    act = fields.get("choice", fields["action"])
                    click = {"id": 1, "prompt": int(fields["prompt"]), "act": act}
                    await socket.send(json.dumps(click))
                    while '"ack"' not in (text := await asyncio.wait_for(socket.recv(), 10)):
                        pass
                    assert text == '{"ack":1}'
                    acknowledged.append(act)


def opened(site, person: Visitor, path: str):
    """Return the socket of a person's page, not opened yet."""
    address = site.url.replace("http", "ws") + f"/ws{path}?language=en"
    headers = {"Cookie": person.cookies()}
    return websockets.connect(address, origin=site.url, additional_headers=headers)


async def test_what_a_socket_acknowledged_is_there_after_a_power_cut(own_site):
    people, path = await asyncio.to_thread(five_at_a_table, own_site)
    acknowledged: list[str] = []
    playing = asyncio.create_task(decide_by_socket(own_site, people, path, acknowledged))
    while len(acknowledged) < 6 and not playing.done():
        await asyncio.sleep(0.05)
    own_site.kill()
    await playing
    await asyncio.to_thread(own_site.start)
    taken = len(acknowledged)
    assert taken >= 6
    length = stored(own_site, f"Match.objects.get(code='{path.split('/')[2]}').length")
    assert length in (taken, taken + 1)  # one may be stored and not answered yet


def test_after_a_power_cut_everybody_finds_the_position_they_left(own_site):
    people, path = five_at_a_table(own_site)
    play(people, path, moves=9)
    before = seen(people, path)
    own_site.kill()
    own_site.start()
    assert seen(people, path) == before
    play(people, path, moves=6)


def test_no_acknowledged_move_is_lost_when_the_power_fails_between_moves(own_site):
    people, path = five_at_a_table(own_site)
    play(people, path, moves=1)  # a government is proposed: all may vote, and vote again
    voter, acknowledged = people[0], 0

    def vote_again_and_again() -> None:
        nonlocal acknowledged
        try:
            for number in range(10_000):
                ja = "true" if number % 2 else "false"
                now = re.findall(r'name="prompt" value="(\d+)"', voter.get(path).text)[0]
                action = f'{{"action":"vote","ja":{ja}}}'
                acknowledged += voter.post(f"{path}act/", prompt=now, action=action).status == 200
        except OSError:
            return

    cut_while(own_site, vote_again_and_again, lambda: acknowledged >= 12)
    own_site.start()
    entries = (
        f"MatchEntry.objects.filter(match__code='{path.split('/')[2]}', action__contains='vote')"
    )
    votes = stored(own_site, f"{entries}.count()")
    # The vote after the last acknowledged one may have been stored before its answer was sent.
    assert acknowledged <= votes <= acknowledged + 1
    pressed = re.findall(r'id="vote-(ja|nein)"[^>]*aria-pressed="true"', voter.get(path).text)
    assert pressed == ["nein" if votes % 2 else "ja"]
    play(people, path, moves=4)


def cut_while(site: LiveSite, work: Callable[[], None], when: Callable[[], bool]) -> None:
    """Kill `site` once `when` holds, while `work` goes on in a thread."""
    thread = threading.Thread(target=work)
    thread.start()
    while not when():
        thread.join(0.005)
        assert thread.is_alive(), "the work ended before the cut"
    site.kill()
    thread.join(60)


def stored(site: LiveSite, number: str) -> int:
    """Return a number from the site's database, read directly."""
    asked = f"from games.matches.models import MatchEntry, Match; print({number})"
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", asked]
    answer = subprocess.run(
        command, cwd=ROOT, env=site.environment, capture_output=True, check=True
    )
    return int(answer.stdout)
