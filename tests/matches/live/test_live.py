"""Sockets: the whole position first, then updates for each viewer who may watch."""

import asyncio
import json
import re

import pytest
from django.test import Client

from accounts import blocks
from games.chat import services as chat
from games.matches import publish
from games.matches.drawing import page_states
from games.matches.live import consumers, wire
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.play import memory
from tests.matches.seating import (
    act_as,
    fresh,
    nominate,
    open_table,
    person,
    player_at,
    running,
    vote_all,
)
from tests.matches.sockets import PATIENCE, Page, are_quiet, revisit, settle, stored, visit

pytestmark = [
    pytest.mark.sqlite,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_leaving"),
]


def players_of(match) -> list:
    return [player.user for player in match.players.select_related("user").order_by("seat")]


async def test_a_socket_gets_the_whole_position_immediately():
    match = await stored(running)()
    users = await stored(players_of)(match)
    for user in (*users, None):
        page = await visit(match, user)
        html = await page.frame()
        for name in ("stage", "log", "say"):
            assert f'<hx-partial id="{name}"' in html
        for name in ("board", "choices", "people"):
            assert f'id="{name}"' in html
        await page.leave()


async def test_after_a_move_everybody_gets_the_changes_in_their_own_view():
    match = await stored(running)()
    users = await stored(players_of)(match)
    pages = [await visit(match, user) for user in (*users, None)]
    await settle(*pages)
    await stored(nominate)(match)
    for page in pages[:5]:
        html = await page.frame()
        assert re.search(r'<hx-partial id="(status|board|baize)"', html)
        assert 'id="vote-ja"' in html
        assert '<hx-partial id="stage"' not in html
    assert await are_quiet(*pages[:5])
    html = await pages[5].frame()
    assert 'id="vote-ja"' not in html
    assert "data-me" not in html


async def test_a_line_of_the_record_is_sent_once_and_appended():
    match = await stored(running)()
    page = await visit(match)
    await page.settle()
    await stored(nominate)(match)
    html = await page.frame()
    assert html.count('<hx-partial id="log" hx-swap="beforeend"') == 1
    assert html.count('class="log-line') == 1


async def test_a_page_with_a_socket_is_updated_only_by_frames():
    match = await stored(running)()
    user = await stored(lambda: player_at(match, 0).user)()
    page = await visit(match, user)
    await page.settle()
    script = {"HX-Request": "true", "X-Live": "1"}
    address = f"{match.get_absolute_url()}wish/void/"
    response = await stored(page.client.post)(address, headers=script)
    assert (response.status_code, response.content) == (204, b"")
    assert 'id="people"' in await page.frame()
    refused = await stored(page.client.post)(
        f"{match.get_absolute_url()}act/", {"action": "", "prompt": "0"}, headers=script
    )
    assert refused.status_code == 422
    assert refused.content.startswith(b'<hx-partial id="notice"')
    assert b"stage" not in refused.content


async def test_the_waiting_room_turns_into_the_table_without_a_reload():
    host = await stored(person)("Host")
    match = await stored(lambda: open_table(host, fills_with_bots=True))()
    page = await visit(match)
    assert 'id="waiting"' in await page.frame()
    await stored(lobby.start)(match.pk, host)
    html = await page.shows('<hx-partial id="stage"')
    assert 'id="board"' in html


async def test_a_player_who_sits_down_on_another_page_is_shown():
    host, guest = await stored(person)("Host"), await stored(person)("Gast")
    match = await stored(open_table)(host)
    page = await visit(match, host)
    await page.settle()
    await stored(lobby.sit)(match.pk, guest)
    assert "Gast" in await page.frame()


async def test_a_connected_player_is_shown_to_the_others():
    match = await stored(running)()
    users = await stored(players_of)(match)
    first = await visit(match, users[0])
    await first.settle()
    seat = (await stored(match.players.get)(user=users[1])).seat
    second = await visit(match, users[1])
    assert "stands-in gone" not in await first.shows(f'id="seat-{seat}"')
    await second.leave()
    assert "stands-in gone" in await first.shows(f'id="seat-{seat}"')


async def test_each_page_is_in_its_own_language():
    match = await stored(running)()
    drawn = {}
    for language in ("en", "de", "xx", ""):
        page = await visit(match, language=language)
        drawn[language] = await page.frame()
        await page.leave()
    assert drawn["en"] == drawn["xx"] == drawn[""]


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "http://evil.example",
        "https://testserver",
        "http://testserver:8000",
        "http://testserver.evil.example",
        "http://evil.example/http://testserver",
        "testserver",
        "http://testserver@evil.example",
        "http://ada@testserver",
        "http://ada:word@testserver",
        "http://@testserver",
        "http://testserver/",
        "http://testserver/path",
        "http://testserver?query",
        "http://testserver#part",
        " http://testserver",
        "http://testserver\t",
        "http://[::1",
    ],
)
async def test_a_socket_from_another_site_is_refused(origin):
    match = await stored(running)()
    page = Page(f"/ws/match/{match.code}/", Client(), origin=origin)
    assert not await page.connect()


async def test_a_nonexistent_table_closes_the_socket_with_its_own_code():
    page = Page("/ws/match/QQQQQQ/", Client())
    await page.connect()
    assert await page.close_code() == consumers.NOT_FOUND


async def test_an_invalid_url_closes_the_socket_with_the_same_code():
    page = Page("/ws/elsewhere/", Client())
    await page.connect()
    assert await page.close_code() == consumers.NOT_FOUND


async def test_behind_closed_doors_strangers_are_turned_away_but_players_are_not():
    match = await stored(lambda: running(allows_spectators=False))()
    users = await stored(players_of)(match)
    stranger = await visit(match, await stored(person)("Stranger"))
    assert await stranger.close_code() == consumers.NOT_ALLOWED
    anonymous = await visit(match)
    assert await anonymous.close_code() == consumers.NOT_ALLOWED
    player = await visit(match, users[0])
    assert 'id="board"' in await player.frame()


async def test_sockets_opened_in_the_waiting_room_close_when_play_begins_behind_closed_doors():
    host = await stored(person)("Host")
    match = await stored(lambda: open_table(host, fills_with_bots=True, allows_spectators=False))()
    stranger, player = await visit(match), await visit(match, host)
    assert 'id="waiting"' in await stranger.frame()
    await stored(lobby.start)(match.pk, host)
    assert await stranger.close_code() == consumers.NOT_ALLOWED
    assert '<hx-partial id="stage"' in await player.shows('id="board"')


async def test_a_player_removed_from_the_table_is_disconnected_immediately():
    host, guest = await stored(person)("Host"), await stored(person)("Gast")
    match = await stored(open_table)(host)
    await stored(lobby.sit)(match.pk, guest)
    page = await visit(match, guest)
    assert "I am ready" in await page.frame()
    await stored(lobby.remove)(match.pk, host, guest.public_id)
    assert await page.close_code() == consumers.NOT_ALLOWED


async def test_closing_a_table_closes_its_pages():
    host = await stored(person)("Host")
    match = await stored(open_table)(host)
    page = await visit(match)
    await page.settle()
    await stored(lobby.leave)(match.pk, host)
    assert await page.close_code() == consumers.NOT_ALLOWED


async def test_messages_arrive_immediately_and_the_gallery_s_not_at_the_living():
    match = await stored(running)()
    users = await stored(players_of)(match)
    stranger = await stored(person)("Stranger")
    player, watcher = await visit(match, users[0]), await visit(match, stranger)
    await settle(player, watcher)
    await stored(chat.say)(match.pk, users[1], "table", "hello all")
    for page in (player, watcher):
        assert "hello all" in await page.frame()
    await stored(chat.say)(match.pk, stranger, "gallery", "psst")
    assert "psst" in await watcher.frame()
    assert await player.is_quiet()


async def test_spectators_separated_by_a_block_get_none_of_each_other_s_messages():
    match = await stored(running)()
    wanda, xaver, yvonne = [await stored(person)(name) for name in ("Wanda", "Xaver", "Yvonne")]
    await stored(blocks.block)(wanda, xaver)
    pages = [await visit(match, user) for user in (wanda, xaver, yvonne)]
    await settle(*pages)
    await stored(chat.say)(match.pk, xaver, "gallery", "psst")
    assert "psst" in await pages[1].shows("psst")
    assert "psst" in await pages[2].shows("psst")
    assert await pages[0].is_quiet()


async def test_two_tabs_of_one_user_show_the_same():
    match = await stored(running)()
    users = await stored(players_of)(match)
    first = await visit(match, users[0])
    second = await revisit(match, first.client)
    await settle(first, second)
    await stored(nominate)(match)
    assert await first.frame() == await second.frame()


async def test_the_last_page_to_close_ends_the_room():
    match = await stored(running)()
    pages = [await visit(match) for _tab in range(3)]
    room = publish.subscribers[match.pk]
    for page in pages:
        await page.leave()
    await room._task
    assert match.pk not in publish.subscribers
    assert await stored(publish.here)(match.pk) == frozenset()


async def test_a_page_opened_after_the_last_one_closed_is_served_again():
    match = await stored(running)()
    for _time in range(3):
        page = await visit(match)
        assert 'id="board"' in await page.frame()
        await page.leave()


async def test_a_failed_rendering_costs_one_frame_and_not_the_table(monkeypatch):
    match = await stored(running)()
    page = await visit(match)
    await page.settle()

    def fail(*_args, **_kwargs):
        raise RuntimeError("no ink")

    with monkeypatch.context() as broken:
        broken.setattr(page_states, "page_state_of", fail)
        await stored(publish.table)(match.pk)
        assert await page.is_quiet()
    await stored(nominate)(match)
    assert '<hx-partial id="log"' in await page.frame()


async def test_one_broken_or_stalled_socket_does_not_delay_the_others(monkeypatch):
    match = await stored(running)()
    pages = [await visit(match) for _tab in range(4)]
    await settle(*pages)
    room = publish.subscribers[match.pk]
    broken, stalled, *_whole = list(room.pages)  # in the order of `pages`

    async def fail(_message):
        raise OSError("gone")

    async def stall(_message):
        await asyncio.sleep(3600)

    monkeypatch.setattr(wire, "MOST_WAITING", 0)
    for page in room.pages:
        page.wire._send = {broken: fail, stalled: stall}.get(page, page.wire._send)
    monkeypatch.undo()
    await stored(nominate)(match)
    for page in pages[2:]:
        assert any('id="log"' in text for text in await page.settle())
    monkeypatch.setattr(wire, "MOST_WAITING", 100)
    await stored(vote_all)(match, ja=True)
    async with asyncio.timeout(PATIENCE):
        while stalled in room.pages:
            await asyncio.sleep(0)


async def test_the_lobby_refreshes_when_a_table_opens():
    page = Page("/ws/lobby/", Client())
    await page.connect()
    assert json.loads(await page.message()) == {"refresh": True}
    host = await stored(person)("Host")
    await stored(open_table)(host)
    assert json.loads(await page.message()) == {"refresh": True}


async def test_unknown_messages_from_a_socket_are_ignored():
    match = await stored(running)()
    page = await visit(match)
    await page.settle()
    for text in ('{"action": "vote", "ja": true}', "x" * 10_000, "[", '{"id": 1}', "null"):
        await page.send(text=text)
    await page.send(bytes=b"\xff\xfe")
    await stored(nominate)(match)
    assert '<hx-partial id="log"' in await page.frame()
    assert (await stored(fresh)(match)).length == 1


async def test_a_changed_vote_is_sent_to_nobody_else():
    match = await stored(running)()
    users = await stored(players_of)(match)
    await stored(nominate)(match)
    await stored(vote_all)(match, ja=True, besides=(3, 4))
    pages = [await visit(match, user) for user in (*users, None)]
    await settle(*pages)
    for ja in (False, True, False):
        await stored(lambda ja=ja: act_as(match, 0, action="vote", ja=ja))()
    assert await are_quiet(*pages[1:])
    assert len(await pages[0].settle()) == 3


async def test_a_first_vote_reveals_that_a_player_voted_but_not_how():
    match = await stored(running)()
    users = await stored(players_of)(match)
    await stored(nominate)(match)
    told = {}
    for ja in (True, False):
        pages = [await visit(match, user) for user in (*users[1:], None)]
        await settle(*pages)
        await stored(lambda ja=ja: act_as(match, 0, action="vote", ja=ja))()
        told[ja] = await settle(*pages)
        assert [len(frames) for frames in told[ja]] == [1] * len(pages)
        for page in pages:
            await page.leave()
        await stored(take_back)(match)
    assert told[True] == told[False]


def take_back(match) -> None:
    """Undo the last move, as if it had never been stored."""
    length = fresh(match).length
    match.entries.filter(number=length).delete()
    Match.objects.filter(pk=match.pk).update(length=length - 1)
    memory.forget()
