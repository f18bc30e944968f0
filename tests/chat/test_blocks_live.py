"""A block applies immediately to open pages, and changes nobody else's page."""

import pytest

from accounts import blocks
from games.chat import services
from tests.matches.seating import person, running
from tests.matches.sockets import settle, stored, visit

WORDS = "blah blah"


@pytest.mark.django_db(transaction=True)
async def test_a_block_removes_messages_from_an_open_page_and_changes_no_other(alice, bob):
    match = await stored(running)(alice, bob)
    await stored(services.say)(match.pk, bob, "table", WORDS)
    watcher = await stored(person)("Watcher")
    page, others = await visit(match, alice), [await visit(match, user) for user in (watcher, None)]
    await settle(page, *others)
    await stored(blocks.block)(alice, bob)
    frame = await page.frame()
    assert 'id="log"' in frame
    assert WORDS not in frame
    assert not any(await settle(*others))
    await stored(blocks.unblock)(alice, bob)
    assert WORDS in await page.shows(WORDS)
    assert not any(await settle(*others))
    for one in (page, *others):
        await one.leave()
