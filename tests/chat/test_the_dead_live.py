"""The dead's words on sockets and streams, whose threads read only what is committed."""

import pytest
from channels.db import database_sync_to_async

from games.chat import reactions, services
from games.chat.models import Message
from tests.api.client import Program
from tests.api.listener import listen
from tests.chat.executions import SECRET, after_execution
from tests.matches.seating import person, player_at
from tests.matches.sockets import settle, visit


@pytest.mark.django_db(transaction=True)
async def test_no_socket_or_stream_of_others_changes_when_the_dead_speak():
    stored = database_sync_to_async
    match, seat = await stored(after_execution)()
    dead = (await stored(player_at)(match, seat)).user
    watcher = await stored(person)("Watcher")
    alive = (await stored(player_at)(match, (seat + 1) % 5)).user
    await stored(match.players.filter(user=alive).update)(is_api=True)
    program = await stored(Program)(alive)
    pages = [await visit(match, user) for user in (alive, watcher, None)]
    own, stream = await visit(match, dead), await listen(program, match)
    for _time in range(2):  # an arrival may be told late on a busy machine
        await settle(*pages, own)
    await stream.position()
    await stored(services.say)(match.pk, dead, "dead", SECRET)
    assert SECRET in await own.shows(SECRET)
    said = await stored(Message.objects.create)(match=match, room="dead", user=watcher, text="Boo.")
    await stored(reactions.react)(match.pk, dead, said.key, "gasp")
    assert "m-gasp" in await own.shows(f"tallies-{said.key.hex}")
    assert not any(await settle(*pages))
    assert await stream.is_quiet()
    for page in (*pages, own, stream):
        await page.leave()
