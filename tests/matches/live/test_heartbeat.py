"""The messages of a process's heartbeat: the beat, and everything that pages have missed."""

import json

import pytest
from django.core.cache import cache

from games.chat import services as chat
from games.matches import publish
from games.matches.drawing import on_screen
from games.matches.live import heartbeat
from games.matches.models import Match
from tests.matches.seating import nominate, player_at, running
from tests.matches.sockets import Page, stored, visit

pytestmark = [
    pytest.mark.sqlite,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_leaving"),
]


async def test_the_heartbeat_delivers_lost_messages(monkeypatch):
    monkeypatch.setattr(heartbeat, "EVERY", 1.0)
    match = await stored(running)()
    page = await visit(match)
    await page.settle()
    with monkeypatch.context() as silent:
        silent.setattr(publish, "_publish", lambda *_message: None)
        await stored(nominate)(match)
    assert '<hx-partial id="log"' in await page.frame()
    with monkeypatch.context() as silent:
        silent.setattr(publish, "_publish", lambda *_message: None)
        user = await stored(lambda: player_at(match, 0).user)()
        await stored(chat.say)(match.pk, user, "table", "did you hear?")
    assert "did you hear?" in await page.frame()


async def beat_of(page: Page) -> dict[str, int]:
    """Return the next message to `page` that is a heartbeat."""
    while (text := await page.message()).startswith("<"):
        pass
    return json.loads(text)


async def test_a_heartbeat_contains_only_the_time_and_is_the_same_for_all(monkeypatch):
    monkeypatch.setattr(heartbeat, "EVERY", 0.5)
    match = await stored(running)()
    user = await stored(lambda: player_at(match, 0).user)()
    early, late = await visit(match), await visit(match, user)
    heard = await beat_of(late)
    while (before := await beat_of(early)) != heard:  # heartbeats from before the second page
        assert before["at"] < heard["at"]
    assert heard.keys() == {"at"}


async def in_the_room_of_a_television() -> tuple[Match, Page]:
    """Return a table that a television shows, and the page of somebody in its room."""
    match = await stored(running)()
    await stored(on_screen.note)(match)
    page = await visit(match, None)
    assert 'class="standing" data-on-screen' in await page.frame()
    return match, page


async def test_phones_remain_hands_when_the_cache_comes_back_empty(monkeypatch):
    monkeypatch.setattr(heartbeat, "EVERY", 0.5)
    match, page = await in_the_room_of_a_television()
    await stored(cache.clear)()
    await beat_of(page)
    await beat_of(page)
    assert await page.is_quiet()
    # Other processes read it from the cache at their next heartbeat.
    on_screen.forget()
    assert await stored(on_screen.shows)(match)


async def test_phones_stop_being_hands_once_the_television_is_switched_off(monkeypatch):
    monkeypatch.setattr(heartbeat, "EVERY", 0.5)
    _match, page = await in_the_room_of_a_television()
    monkeypatch.setattr(on_screen, "SHOWN_FOR", 0)  # no request for a minute
    html = await page.frame()
    assert 'id="standing"' in html
    assert "data-on-screen" not in html
    assert await page.is_quiet()
