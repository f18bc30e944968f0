"""Every socket, as every kind of person: who is let in, and that only clicks count."""

import json

import pytest
from django.test import Client

from accounts.models import User
from games.matches.live import consumers
from games.matches.live.routing import websocket_urlpatterns
from games.matches.models import Match
from tests.conftest import account
from tests.doors.house import rows
from tests.matches.seating import running
from tests.matches.sockets import Page, stored

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]

KINDS = ("stranger", "guest", "outsider", "player", "staff", "administrator")
OPEN, CLOSED, NONE = "open", consumers.NOT_ALLOWED, consumers.NOT_FOUND
#: A socket's address, and what everybody is answered there, in the order of KINDS.
EXPECTED = {
    "/ws/lobby/": [OPEN] * 6,
    "/ws/match/LINK/": [OPEN] * 6,
    "/ws/match/PRIVATE/": [CLOSED, CLOSED, CLOSED, OPEN, CLOSED, CLOSED],
    "/ws/match/QQQQQQ/": [NONE] * 6,
    "/ws/match/LINK": [NONE] * 6,
    "/ws/nowhere/": [NONE] * 6,
    "/": [NONE] * 6,
}
#: What no page of ours sends: no click, or one that is none of its sender's.
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


def test_there_are_no_other_sockets_than_those_in_the_table():
    *named, _nowhere = (str(pattern.pattern) for pattern in websocket_urlpatterns)
    assert {address.split("/")[1] for address in named} == {"lobby", "match"}
    assert len(named) == 2


def build() -> tuple[dict[str, Client], dict[str, str]]:
    """Return a browser of every kind, and the codes of a table by link and of a private one."""
    host = account("Hosta")
    users = {"player": host} | {
        kind: account(kind.title()) for kind in ("guest", "outsider", "staff", "administrator")
    }
    User.objects.filter(pk=users["guest"].pk).update(is_guest=True)
    User.objects.filter(pk__in=[users["staff"].pk, users["administrator"].pk]).update(is_staff=True)
    User.objects.filter(pk=users["administrator"].pk).update(is_superuser=True)
    clients = {kind: Client() for kind in KINDS}
    for kind, user in users.items():
        clients[kind].force_login(user)
    by_link = running(host, visibility=Match.Visibility.LINK)
    private = running(host, account("Zoe"), allows_spectators=False, game="noir")
    return clients, {"LINK": by_link.code, "PRIVATE": private.code}


async def answer(page: Page) -> str | int:
    """Return how a socket is answered: what closes it, or that it is open and has been served."""
    if not await page.connect():
        return "refused"
    sent = await page.socket.receive_output(20)
    return sent["code"] if sent["type"] == "websocket.close" else OPEN


async def test_every_socket_lets_in_whom_it_should_and_takes_nothing_that_is_no_click():
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
