"""Streams: the whole position on connecting, then the changes that the seat may notice."""

import asyncio
import json

import pytest

from games.api import limits, tokens
from games.api.streams import HEARTBEAT, Stream
from games.matches.live import heartbeat
from games.matches.lobby import services as lobby
from games.matches.play import memory
from tests.api.client import Program, playing, table_for
from tests.api.listener import Listener, listen
from tests.matches.seating import (
    act_as,
    fresh,
    nominate,
    owing,
    person,
    play_to_the_end,
    seat_of,
    vote_all,
)
from tests.matches.sockets import PATIENCE, put_marker, stored, visit

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]


async def test_a_stream_starts_with_the_position_of_a_get_request():
    match, programs = await stored(playing)()
    for program in programs:
        stream = await listen(program, match)
        assert stream.headers["content-type"] == "text/event-stream"
        assert "no-store" in stream.headers["cache-control"]
        assert await stream.position() == await stored(program.look)(match)
        await stream.leave()


async def test_a_move_reaches_every_stream_with_only_the_new_log_lines():
    match, programs = await stored(playing)()
    streams = [await listen(program, match) for program in programs]
    first = [await stream.position() for stream in streams]
    await stored(nominate)(match)
    for program, stream, before in zip(programs, streams, first, strict=True):
        after = await stream.position()
        assert after["view"]["phase"] == "vote"
        assert after["log_start"] == len(before["log"])
        whole = await stored(program.look)(match)
        assert before["log"] + after["log"] == whole["log"]
        await stream.leave()


async def test_a_changed_vote_reaches_only_its_own_seat():
    match, programs = await stored(playing)()
    await stored(nominate)(match)
    seats = [await stored(seat_of)(match, program.user) for program in programs]
    await stored(act_as)(match, seats[0], action="vote", ja=True)
    streams = [await listen(program, match) for program in programs]
    first = [await stream.position() for stream in streams]
    await stored(act_as)(match, seats[0], action="vote", ja=False)
    mine = await streams[0].position()
    assert mine["view"]["own_vote"] is False
    assert mine["prompt"] > first[0]["prompt"]
    for stream in streams[1:]:
        assert await stream.is_quiet()
    await stored(act_as)(match, seats[1], action="vote", ja=True)
    for stream, before in zip(streams[2:], first[2:], strict=True):
        # One line more: neither prompt nor log gives away that there was an entry between.
        after = await stream.position()
        assert after["prompt"] == before["prompt"]
        assert after["log_start"] == len(before["log"])
        assert len(after["log"]) == 1
    for stream in streams:
        await stream.leave()


async def test_heartbeats_carry_no_information(monkeypatch):
    monkeypatch.setattr(heartbeat, "EVERY", 0.2)
    match, programs = await stored(playing)()
    stream = await listen(programs[0], match)
    await stream.position()
    assert await stream.chunk() == ": heartbeat\n\n"
    assert await stream.chunk() == ": heartbeat\n\n"
    await stream.leave()


async def test_pages_and_streams_of_one_match_are_served_together():
    match, programs = await stored(playing)()
    page = await visit(match)
    stream = await listen(programs[0], match)
    later = await visit(match, programs[1].user)
    await stream.position()
    await stored(nominate)(match)
    assert (await stream.position())["view"]["phase"] == "vote"
    assert await page.shows('id="board"')
    assert await later.shows('id="vote-ja"')
    await page.leave()
    await later.leave()
    await stored(vote_all)(match, ja=False)
    while (await stream.position())["view"]["phase"] != "nominate":
        pass  # a slow machine skips the position between two votes
    await stream.leave()


async def test_the_last_position_shows_everything_and_ends_the_stream():
    match, programs = await stored(playing)(game="noir")
    stream = await listen(programs[0], match)
    last = await stream.position()
    log = last["log"]
    await stored(play_to_the_end)(match)
    while last["status"] != "finished":
        last = await stream.position()
        log = log[: last["log_start"]] + last["log"]
    assert last["view"]["seat"] is None
    assert last["choices"] == []
    assert log == (await stored(programs[0].look)(match))["log"]
    assert await stream.ends()


async def test_a_finished_match_is_sent_once():
    match, programs = await stored(playing)(game="noir")
    await stored(play_to_the_end)(match)
    stream = await listen(programs[0], match)
    assert (await stream.position())["status"] == "finished"
    assert await stream.ends()


async def test_a_revoked_token_closes_its_streams_immediately():
    match, programs = await stored(playing)()
    stream, other = [await listen(program, match) for program in programs[:2]]
    await stream.position()
    await other.position()
    mine = await stored(programs[0].user.api_tokens.get)()
    await stored(tokens.revoke)(user=programs[0].user, pk=mine.pk)
    name, problem = await stream.event()
    assert (name, problem["status"]) == ("closed", 401)
    assert await stream.ends()
    assert await other.is_quiet()
    await other.leave()


async def test_an_expired_token_closes_its_streams_at_the_next_heartbeat(monkeypatch):
    monkeypatch.setattr(heartbeat, "EVERY", 0.2)
    match, programs = await stored(playing)()
    stream = await listen(programs[0], match)
    await stream.position()
    past = (await stored(fresh)(match)).opened_at.replace(year=2000)
    await stored(programs[0].user.api_tokens.update)(expires_at=past)
    assert (await stream.event())[0] == "closed"
    assert await stream.ends()


async def test_a_removed_seat_closes_the_stream():
    host = await stored(person)("Hoster")
    match = await stored(table_for)(host)
    program = await stored(lambda: Program(person("Owner")))()
    await stored(program.sit)(match)
    stream = await listen(program, match)
    assert (await stream.position())["view"] is None
    await stored(lobby.remove)(match.pk, host, program.user.public_id)
    name, problem = await stream.event()
    assert (name, problem["status"]) == ("closed", 404)
    assert await stream.ends()


async def test_the_stream_of_a_table_continues_when_the_match_begins():
    host = await stored(person)("Hoster")
    match = await stored(table_for)(host, game="noir")
    program = await stored(lambda: Program(person("Owner")))()
    await stored(program.sit)(match)
    stream = await listen(program, match)
    assert (await stream.position())["seat"] is None
    await stored(program.ask)("POST", f"/matches/{match.code}/ready")
    await stored(lobby.start)(match.pk, host)
    begun = await stream.position(status="running")
    assert begun["seat"] == await stored(seat_of)(match, program.user)
    await stream.leave()


async def test_a_token_has_a_limited_number_of_streams_and_can_reuse_them(monkeypatch):
    monkeypatch.setattr(limits, "STREAMS", 2)
    match, programs = await stored(playing)()
    streams = [await listen(programs[0], match) for _more in range(2)]
    refused = Listener(programs[0], match)
    assert await refused.connect() == 429
    assert json.loads(await refused.chunk())["type"].endswith("#too-many-streams")
    for stream in streams:
        await stream.position()
    await streams[0].leave()
    again = await listen(programs[0], match)
    await again.position()
    for stream in (again, streams[1]):
        await stream.leave()


async def test_a_stream_requires_a_seat_played_by_api(mallory):
    match, programs = await stored(playing)()
    stranger = await stored(Program)(mallory)
    host = await stored(lambda: Program(fresh(match).host))()
    for program, status in ((stranger, 404), (host, 403)):
        refused = Listener(program, match)
        assert await refused.connect() == status
    nobody = Listener(programs[0], match, authorization="Bearer cn_nothing")
    assert await nobody.connect() == 401


async def test_a_slowly_read_stream_gets_only_the_newest_position():
    match, programs = await stored(playing)()
    stream = await listen(programs[0], match)
    await stream.position()
    await stored(nominate)(match)
    await stored(vote_all)(match, ja=False)
    memory.forget()
    whole = await stored(programs[0].look)(match)
    last = await stream.position(prompt=whole["prompt"])
    assert last["view"]["round"] == whole["view"]["round"]
    assert len(await stored(owing)(match)) == 1
    await stream.leave()


async def test_a_move_undone_before_it_was_read_is_not_sent(monkeypatch):
    monkeypatch.setattr(heartbeat, "EVERY", PATIENCE)
    host = await stored(person)("Hoster")
    match = await stored(table_for)(host)
    quick, slow = [await stored(lambda n=n: Program(person(n)))() for n in ("Quick", "Slow")]
    for program in (quick, slow):
        await stored(program.sit)(match)
    stream = await listen(quick, match)
    token = await stored(slow.user.api_tokens.select_related("user").get)()
    unread = Stream(match.pk, token, "en").events()
    assert (await anext(unread)).startswith(b"event: position")
    await stream.position()
    for is_ready in (True, False):  # both are told of it at once, and one of them does not read
        await stored(lobby.be_ready)(match.pk, quick.user, ready=is_ready)
        assert (await stream.position())["players"][1]["is_ready"] is is_ready
    waiting = asyncio.ensure_future(anext(unread))
    await put_marker()
    assert await waiting == HEARTBEAT
    await stream.leave()


async def test_a_move_during_a_request_for_a_new_deal_reaches_a_stream():
    match, programs = await stored(playing)()
    stream = await listen(programs[0], match)
    await stream.position(next_code=None)
    await stored(lobby.ask_redeal)(match.pk, programs[0].user)
    code = (await stream.position())["next_code"]
    assert code is not None
    await stored(nominate)(match)
    after = await stream.position(next_code=code)
    assert after["view"]["phase"] == "vote"
    await stream.leave()
