"""The messages to a page's live socket while another process stores turns."""

import asyncio
import json
import re

import msgspec
from channels.db import database_sync_to_async
from django.test import Client

from games.engine.record import Turn
from games.matches import publish
from games.matches.models import Match
from tests.matches.ahead import entry_of
from tests.matches.page.test_secrets import NEVER_ASKED
from tests.matches.sockets import revisit

#: The time at which something was sent.
AS_OF = re.compile(r'(data-(as-of|now|at)|as-of)="[^"]*"|"(asOf|at)": ?\d+')
#: One event loop for all sockets, because a listener to Redis stays in its own.
_runner = asyncio.Runner()


def heard(match: Match, client: Client, turns: tuple[Turn, ...], tries: tuple[Turn, ...]) -> bytes:
    """Return everything sent to the socket of a page while `turns` are added to the log.

    It begins with the whole position. After each turn one of `tries` is sent up, to be refused.
    """
    return _runner.run(_hear(match, client, turns, tries))


async def _hear(
    match: Match, client: Client, turns: tuple[Turn, ...], tries: tuple[Turn, ...]
) -> bytes:
    page = await revisit(match, client)
    sent = [await page.frame()]
    first = await database_sync_to_async(match.entries.count)()
    for number, turn in enumerate(turns, first):
        await database_sync_to_async(_append)(match, number, turn)
        publish.subscribers[match.pk].deliver({"type": "move"}, None)
        action = msgspec.json.encode(tries[number % len(tries)].action).decode() if tries else ""
        click = {"id": number, "prompt": int(NEVER_ASKED), "act": action}
        await page.send(text=json.dumps(click))
        while f'{{"ack":{number},' not in (text := await page.message()):
            sent.append(text)
        sent.append(text)
    await page.leave()
    return AS_OF.sub("", "\n".join(one for one in sent if not one.startswith('{"at"'))).encode()


def _append(match: Match, number: int, turn: Turn) -> None:
    entry_of(match, number, turn).save(force_insert=True)
    Match.objects.filter(pk=match.pk).update(length=number)
