"""Every socket, as every kind of person: who is let in, and that only clicks count."""

import asyncio
import json
import logging
from itertools import count
from typing import get_args

import pytest
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as bounded
from hypothesis import strategies as st

from accounts.models import User
from games.matches.live import consumers
from games.matches.live.routing import websocket_urlpatterns
from games.matches.models import Match
from games.matches.play import memory
from tests.conftest import account
from tests.doors.house import rows
from tests.doors.test_fuzz import INPUTS, JSON, NASTY, TEXTS
from tests.matches.seating import choices_of, running
from tests.matches.sockets import Page, stored

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]

KINDS = ("stranger", "guest", "outsider", "player", "staff", "administrator", "removed")
OPEN, CLOSED, NONE = "open", consumers.NOT_ALLOWED, consumers.NOT_FOUND
#: A socket's address, and what everybody is answered there, in the order of KINDS.
EXPECTED = {
    "/ws/lobby/": [OPEN] * 7,
    "/ws/match/LINK/": [*[OPEN] * 6, CLOSED],
    "/ws/match/PRIVATE/": [CLOSED, CLOSED, CLOSED, OPEN, CLOSED, CLOSED, CLOSED],
    "/ws/match/QQQQQQ/": [NONE] * 7,
    "/ws/match/LINK": [NONE] * 7,
    "/ws/nowhere/": [NONE] * 7,
    "/": [NONE] * 7,
}
#: What none of our pages sends: no click, or one that its sender was not offered.
RUBBISH = (
    "", "[", "null", "7", '"act"', "[]", "{}", '{"id": 1}', "[" * 5000,
    '{"id": 1e400, "prompt": 1}',
    '{"id": 1, "prompt": 99999999999999999999, "act": "{}"}', "\x00",
    '{"id": 1, "prompt": 0, "act": "\\u0000"}', '{"id": -1, "prompt": -1, "act": ""}',
    '{"id": 1, "prompt": 0, "act": {"type": "vote"}}', '{"id": 1, "prompt": 0, "act": "[[[[["}',
    '{"id": 1, "prompt": 0, "act": "{\\"type\\": \\"vote\\", \\"ja\\": \\"maybe\\"}"}',
    '{"id": 1, "prompt": 0, "act": "{\\"type\\": \\"nominate\\", \\"player\\": 1e9}"}',
    '{"id": 1, "prompt": 0, "seat": 1, "act": "{\\"type\\": \\"vote\\", \\"ja\\": true}"}',
)  # fmt: skip


def test_the_table_lists_every_socket():
    *named, _nowhere = (str(pattern.pattern) for pattern in websocket_urlpatterns)
    assert {address.split("/")[1] for address in named} == {"lobby", "match"}
    assert len(named) == 2


def build() -> tuple[dict[str, Client], dict[str, str]]:
    """Return a browser of every kind, and the codes of a table by link and of a private one."""
    host = account("Hosta")
    users = {"player": host} | {
        kind: account(kind.title())
        for kind in ("guest", "outsider", "staff", "administrator", "removed")
    }
    User.objects.filter(pk=users["guest"].pk).update(is_guest=True)
    User.objects.filter(pk__in=[users["staff"].pk, users["administrator"].pk]).update(is_staff=True)
    User.objects.filter(pk=users["administrator"].pk).update(is_superuser=True)
    clients = {kind: Client() for kind in KINDS}
    for kind, user in users.items():
        clients[kind].force_login(user)
    by_link = running(host, visibility=Match.Visibility.LINK)
    by_link.removals.create(user=users["removed"])
    private = running(host, account("Zoe"), allows_spectators=False, game="noir")
    return clients, {"LINK": by_link.code, "PRIVATE": private.code}


async def answer(page: Page) -> str | int:
    """Return how a socket is answered: what closes it, or that it is open and has been served."""
    if not await page.connect():
        return "refused"
    sent = await page.socket.receive_output(20)
    return sent["code"] if sent["type"] == "websocket.close" else OPEN


async def test_every_socket_admits_only_those_who_may_and_accepts_only_clicks():
    clients, codes = await stored(build)()
    before = await stored(rows)()
    for shown, expected in EXPECTED.items():
        path = shown
        for name, code in codes.items():
            path = path.replace(name, code)
        assert not await Page(path, clients["player"], origin="http://evil.example").connect()
        answers = []
        for kind in KINDS:
            page = Page(path, clients[kind])
            answers.append(await answer(page))
            if answers[-1] == OPEN:
                await _bother(page, path)
            await page.leave()
        assert answers == expected, shown
    after = await stored(rows)()
    assert {name for name in before if before[name] != after[name]} - {"sessions.Session"} == set()


async def _bother(page: Page, path: str) -> None:
    """Send rubbish; the socket stays open, and refuses or ignores it."""
    for text in RUBBISH:
        await page.send(text=text)
    await page.send(bytes=b"\xff\xfe\x00")
    if "/ws/match/" in path:
        await page.send(text=json.dumps({"id": 77, "prompt": -5}))
        while (await page.answer()).get("ack") != 77:
            pass
    page.has_heard = True
    assert await page.is_quiet()


def clicks(prompt: int, actions: tuple[type, ...]) -> st.SearchStrategy[dict[str, str | bytes]]:
    """Return what may come up a socket: clicks with odd decisions, half clicks, anything."""
    value = st.integers(-1, 9) | st.booleans() | JSON
    kinds = [
        st.fixed_dictionaries(
            {"action": st.just(kind.__struct_config__.tag)},
            optional=dict.fromkeys([*kind.__struct_fields__, "seat"], value),
        )
        for kind in actions
    ]
    decision = st.one_of(*kinds).map(json.dumps)
    near = st.integers(prompt - 3, prompt + 3) | st.integers()
    click = st.fixed_dictionaries({"id": st.just(1), "prompt": st.just(prompt), "act": decision})
    broken = st.fixed_dictionaries(
        {"id": st.integers() | JSON, "prompt": near | JSON},
        optional={"act": decision | TEXTS | JSON.map(json.dumps) | JSON, "seat": value},
    )
    other = st.text(max_size=200) | st.sampled_from(NASTY)
    text = click.map(json.dumps) | broken.map(json.dumps) | JSON.map(json.dumps) | other
    binary = st.binary(max_size=99)
    return text.map(lambda one: {"text": one}) | binary.map(lambda one: {"bytes": one})


def idle(game: str) -> tuple[Client, Match, int]:
    """Return the browser of somebody who may decide nothing now, their match and their prompt."""
    match = running(game=game)
    player = next(one for one in match.players.all() if not choices_of(match, one.seat))
    client = Client()
    client.force_login(player.user)
    return client, match, memory.projection_of(match).prompts[player.seat]


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
async def test_bad_input_on_a_socket_is_refused_or_ignored_and_never_an_error(
    game, monkeypatch, caplog
):
    monkeypatch.setattr(consumers, "BURST", 10 * INPUTS)
    client, match, prompt = await stored(idle)(game)
    reasons = set()
    page, numbers = Page(f"/ws/match/{match.code}/", client), count(10**9)
    loop = asyncio.get_running_loop()
    assert await page.connect()
    await page.settle()
    before = await stored(rows)()

    async def sends(data: dict[str, str | bytes]) -> None:
        """Send something, and wait until a click after it is answered."""
        mark = next(numbers)
        await page.send(**data)
        await page.send(text=json.dumps({"id": mark, "prompt": -5}))
        while (answer := await page.answer()).get("ack") != mark:
            reasons.add(answer.get("why"))

    @bounded(
        max_examples=INPUTS // 2, deadline=None, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(data=clicks(prompt, get_args(match.rules.records.actions)))
    def fuzz(data: dict[str, str | bytes]) -> None:
        asyncio.run_coroutine_threadsafe(sends(data), loop).result(60)

    await asyncio.to_thread(fuzz)
    await page.leave()
    assert len(reasons) > 2  # no decision, a stale one, and what the rules say
    assert [one for one in caplog.records if one.levelno >= logging.ERROR] == []
    after = await stored(rows)()
    assert {name for name in before if before[name] != after[name]} - {"sessions.Session"} == set()
