"""Decisions by socket: validated like a form's, acknowledged after commit, never taken twice."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
from django.db import transaction
from django.db.models import F

from games.chat import reactions
from games.chat import services as chat
from games.matches import publish
from games.matches.live import consumers, latency, wire
from games.matches.models import Match
from games.matches.play import memory, moves, services, table_votes
from tests.matches.seating import (
    act,
    act_as,
    choices_of,
    fresh,
    nominate,
    owing,
    player_at,
    prompt_of,
    running,
    vote_all,
)
from tests.matches.sockets import PATIENCE, Page, are_quiet, revisit, settle, stored, visit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("_leaving")]


def text_of(action) -> str:
    """Return an action as a page sends it."""
    return msgspec.json.encode(action).decode()


@contextmanager
def unheard() -> Iterator[None]:
    """Deliver nothing to pages in the meantime, as if another process's messages were lost."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publish, "_publish", lambda *_message: None)
        yield


async def asked(match: Match) -> tuple[Page, str, int]:
    """Return the page of the nominating player, one of their choices, and the question's number."""
    (seat,) = await stored(owing)(match)
    user = await stored(lambda: player_at(match, seat).user)()
    page = await visit(match, user)
    await page.settle()
    return page, (await stored(choices_of)(match, seat))[0], await stored(prompt_of)(match, seat)


async def test_a_decision_is_acknowledged_once_it_is_stored_and_shown_to_everybody():
    match = await stored(running)()
    page, action, prompt = await asked(match)
    other = await visit(match)
    await settle(other, page)
    assert await page.decide(action, prompt, 7) == {"ack": 7}
    assert (await stored(fresh)(match)).length == 1
    memory.forget()
    assert (await stored(memory.projection_of)(await stored(fresh)(match))).length == 1
    for shown in (page, other):
        assert 'id="log"' in await shown.frame()
        assert await shown.is_quiet()


async def test_the_duration_of_a_decision_is_measured(monkeypatch):
    monkeypatch.setitem(latency.LANES, "socket", latency.MoveTimes())
    page, action, prompt = await asked(await stored(running)())
    assert await page.decide(action, prompt, 7) == {"ack": 7}
    assert len(latency.LANES["socket"]) == 1
    assert 0 < latency.LANES["socket"].seconds < PATIENCE


@pytest.mark.parametrize("news", ["talk", "reaction"])
async def test_neither_talk_nor_a_reaction_makes_an_old_position_current(news, bob):
    match = await stored(lambda: running(bob))()
    (seat,) = await stored(owing)(match)
    page, action, prompt = await asked(match)
    await stored(lambda: chat.say(match.pk, bob, "table", "Hello, all."))()
    await page.shows("Hello, all.")
    assert await page.decide(action, prompt, 7) == {"ack": 7}
    # A job changes rows like this after a standstill, without notifying the room.
    await stored(match.players.update)(missed=1)
    touched = Match.objects.filter(pk=match.pk)
    await stored(touched.update)(touched=F("touched") + 1)
    if news == "talk":
        await stored(lambda: chat.say(match.pk, bob, "table", "Are you there?"))()
        await page.shows("Are you there?")
    else:
        said = await stored(match.messages.get)()
        other = await stored(lambda: match.players.exclude(user=bob).first().user)()
        await stored(lambda: reactions.react(match.pk, other, said.key, "agree"))()
        await page.shows("Agreement")
    vote = '{"action":"vote","ja":true}'
    assert await page.decide(vote, await stored(prompt_of)(match, seat), 8) == {"ack": 8}
    counts = (await stored(fresh)(match)).counts
    position = await stored(memory.locked_position)(match.pk, counts)
    rows = await stored(lambda: list(match.players.order_by("seat")))()
    assert [player.missed for player in position.players] == [player.missed for player in rows]


async def test_talk_that_arrives_late_hides_no_lost_change(monkeypatch, bob):
    match = await stored(lambda: running(bob, pace=Match.Pace.BRISK))()
    page = await visit(match, bob)
    await page.settle()
    heard = []
    with monkeypatch.context() as late:
        late.setattr(publish, "_publish", lambda message, *_move: heard.append(message))
        await stored(lambda: chat.say(match.pk, bob, "table", "Hello, all."))()
        publish.deliver({"type": "table", "place": match.pk})  # like a heartbeat that notices it
        await page.shows("Hello, all.")
        await page.settle()
        other = await stored(lambda: match.players.exclude(user=bob).first().user)()
        await stored(lambda: table_votes.vote(match.pk, other, "pause"))()
    publish.deliver(heard[0])
    assert "1 of 4 agree" in await page.frame()


@pytest.mark.parametrize(
    ("act", "prompt", "words"),
    [
        ("", None, "Choose first"),
        ("[", None, "not an action"),
        ('{"action":"vote","ja":true}', None, "clause"),
        (None, 77, "already"),
    ],
)
async def test_an_invalid_decision_is_refused_in_words_and_changes_nothing(act, prompt, words):
    match = await stored(running)()
    page, action, open_prompt = await asked(match)
    answer = await page.decide(act if act is not None else action, prompt or open_prompt)
    assert answer["ack"] == 1
    assert answer["why"]
    assert (await stored(fresh)(match)).length == 0
    assert await page.is_quiet()
    assert await page.decide(action, open_prompt, 2) == {"ack": 2}


async def test_a_double_click_and_another_tab_decide_once_without_an_error():
    match = await stored(running)()
    page, action, prompt = await asked(match)
    tab = await revisit(match, page.client)
    await tab.settle()
    assert await page.decide(action, prompt) == {"ack": 1}
    assert await page.decide(action, prompt, 2) == {"ack": 2}
    assert await tab.decide(action, prompt) == {"ack": 1}
    assert (await stored(fresh)(match)).length == 1


async def test_a_message_that_arrives_twice_is_stored_once_and_answered_twice():
    match = await stored(running)()
    page, action, prompt = await asked(match)
    watcher = await visit(match)
    await watcher.settle()
    act = msgspec.json.encode(action).decode()
    for message in ({"id": 7, "prompt": prompt, "act": act}, {"id": 7, "prompt": prompt}):
        for _time in range(2):
            await page.send(text=json.dumps(message))
        assert [await page.answer(), await page.answer()] == [{"ack": 7}] * 2
    assert (await stored(fresh)(match)).length == 1
    assert len(await watcher.settle()) == 1


async def test_a_page_can_ask_whether_an_unanswered_decision_arrived():
    match = await stored(running)()
    page, action, prompt = await asked(match)
    await page.send(text=json.dumps({"id": 5, "prompt": prompt}))
    assert await page.answer() == {"open": 5}
    assert (await stored(fresh)(match)).length == 0
    await page.decide(action, prompt)
    again = await revisit(match, page.client)
    await again.settle()
    await again.send(text=json.dumps({"id": 1, "prompt": prompt, "lost": text_of(action)}))
    assert await again.answer() == {"ack": 1}


def by_clock(match: Match, seat: int, action) -> None:
    with transaction.atomic():
        position = memory.position_of(services.lock_match(match.pk))
        services.take(position, seat, action, by="clock")


@pytest.mark.parametrize(("overtakes", "choice"), [(act, 1), (by_clock, 0)])
async def test_a_player_whose_decision_was_overtaken_is_told(overtakes, choice):
    match = await stored(running)()
    page, action, prompt = await asked(match)
    [seat] = await stored(owing)(match)
    choices = await stored(choices_of)(match, seat)
    await stored(overtakes)(match, seat, choices[choice])
    await page.settle()
    await page.send(text=json.dumps({"id": 5, "prompt": prompt, "lost": text_of(action)}))
    answer = await page.answer()
    assert answer["ack"] == 5
    assert "had moved on" in answer["why"]


async def test_spectators_cannot_decide():
    match = await stored(running)()
    _page, action, prompt = await asked(match)
    watcher = await visit(match)
    await watcher.settle()
    answer = await watcher.decide(action, prompt)
    assert "seat" in answer["why"]
    assert (await stored(fresh)(match)).length == 0


async def test_a_decision_after_a_move_of_another_process_is_checked_anew():
    match = await stored(running)()
    await stored(nominate)(match)
    page = await visit(match, await stored(lambda: player_at(match, 0).user)())
    await page.settle()
    prompt = await stored(prompt_of)(match, 0)
    with unheard():
        await stored(lambda: act_as(match, 1, action="vote", ja=True))()
    memory.forget()
    assert await page.decide('{"action":"vote","ja":true}', prompt) == {"ack": 1}
    assert (await stored(fresh)(match)).length == 3


async def test_a_question_asked_by_another_process_can_be_answered_without_its_message():
    match = await stored(running)()
    page, action, prompt = await asked(match)
    [president] = await stored(owing)(match)
    await page.decide(action, prompt)
    await page.settle()
    with unheard():
        await stored(lambda: vote_all(match, ja=True))()
    tile = (await stored(choices_of)(match, president))[0]
    prompt = await stored(prompt_of)(match, president)
    assert await page.decide(text_of(tile), prompt) == {"ack": 1}
    assert (await stored(fresh)(match)).length == 7


async def test_a_decision_stored_by_another_process_counts_as_arrived_without_its_message():
    match = await stored(running)()
    page, action, prompt = await asked(match)
    [seat] = await stored(owing)(match)
    with unheard():
        await stored(act)(match, seat, action)
    await page.send(text=json.dumps({"id": 5, "prompt": prompt, "lost": text_of(action)}))
    assert await page.answer() == {"ack": 5}


async def test_a_pause_whose_message_was_lost_still_stops_a_decision():
    match = await stored(lambda: running(pace=Match.Pace.BRISK))()
    page, action, prompt = await asked(match)
    with unheard():
        for seat in range(5):
            user = await stored(lambda seat=seat: player_at(match, seat).user)()
            if not (await stored(fresh)(match)).paused_at:
                await stored(table_votes.vote)(match.pk, user, "pause")
    assert "is paused" in (await page.decide(action, prompt))["why"]
    assert (await stored(fresh)(match)).length == 0


async def test_the_clocks_continue_as_after_a_posted_move():
    match = await stored(lambda: running(pace=Match.Pace.BRISK))()
    page, action, prompt = await asked(match)
    await page.decide(action, prompt)

    def timed() -> list[int]:
        players = match.players.filter(asked_at__isnull=False)
        return sorted(players.values_list("seat", flat=True))

    assert await stored(timed)() == [0, 1, 2, 3, 4]
    assert 'id="clocks"' in await page.frame()
    assert (await stored(fresh)(match)).due_at is not None


async def test_everybody_votes_simultaneously_and_every_vote_counts():
    match = await stored(running)()
    await stored(nominate)(match)
    users = await stored(lambda: [player_at(match, seat).user for seat in range(5)])()
    pages = [await visit(match, user) for user in users]
    await settle(*pages)
    prompts = [await stored(prompt_of)(match, seat) for seat in range(5)]
    vote = '{"action":"vote","ja":true}'
    answers = await asyncio.gather(
        *(page.decide(vote, prompt) for page, prompt in zip(pages, prompts, strict=True))
    )
    assert answers == [{"ack": 1}] * 5
    assert (await stored(fresh)(match)).length == 6


async def test_too_many_decisions_in_a_row_are_refused(monkeypatch):
    monkeypatch.setattr(consumers, "BURST", 2)
    monkeypatch.setattr(consumers, "A_SECOND", 0)
    match = await stored(running)()
    page, action, prompt = await asked(match)
    for number in (1, 2):
        assert "Too many actions" not in (await page.decide("", prompt, number))["why"]
    assert "Too many actions" in (await page.decide(action, prompt, 3))["why"]
    assert (await stored(fresh)(match)).length == 0


async def test_a_failed_write_is_not_acknowledged_and_the_page_asks_again(monkeypatch):
    match = await stored(running)()
    page, action, prompt = await asked(match)

    def break_down(_moves):
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(moves, "store", break_down)
        act = msgspec.json.encode(action).decode()
        await page.send(text=json.dumps({"id": 1, "prompt": prompt, "act": act}))
        assert await page.close_code() == consumers.BROKEN
    assert (await stored(fresh)(match)).length == 0
    again = await revisit(match, page.client)
    await again.settle()
    await again.send(text=json.dumps({"id": 1, "prompt": prompt}))
    assert await again.answer() == {"open": 1}
    assert await again.decide(action, prompt) == {"ack": 1}


async def test_a_decision_from_a_page_that_reads_nothing_blocks_no_room(monkeypatch):
    match = await stored(running)()
    page, action, prompt = await asked(match)
    monkeypatch.setattr(wire, "MOST_WAITING", 0)
    await stored(lambda: chat.say(match.pk, match.host, "table", "Hello, all."))()
    async with asyncio.timeout(PATIENCE):
        while match.pk in publish.subscribers:
            await asyncio.sleep(0.01)
    act = msgspec.json.encode(action).decode()
    await page.send(text=json.dumps({"id": 1, "prompt": prompt, "act": act}))
    await page.socket.send_input({"type": "websocket.disconnect", "code": 1001})
    done, _pending = await asyncio.wait([page.socket.future], timeout=PATIENCE)
    assert done
    assert (await stored(fresh)(match)).length == 0


async def test_the_last_move_ends_the_match_for_everybody_with_one_frame():
    match = await stored(lambda: running(game="noir"))()
    users = await stored(lambda: [player_at(match, seat).user for seat in (0, 1)])()
    pages = [await visit(match, user) for user in users]
    watcher = await visit(match)
    for seat in (0, 1):  # the first murder, and the inspector's identity
        await stored(act)(match, seat, (await stored(choices_of)(match, seat))[0])
    await settle(*pages, watcher)
    prompt = await stored(prompt_of)(match, 0)
    assert await pages[0].decide('{"action":"resign"}', prompt) == {"ack": 1}
    ended = await stored(fresh)(match)
    assert (ended.is_over, ended.winner, ended.reason) == (True, "inspector", "resigned")
    for page in (*pages, watcher):
        html = await page.frame()
        assert '<hx-partial id="log" hx-swap="innerMorph"' in html
    assert await are_quiet(*pages, watcher)


async def test_a_vote_by_socket_reveals_neither_its_value_nor_its_change():
    match = await stored(running)()
    await stored(nominate)(match)
    await stored(vote_all)(match, ja=True, besides=(0, 4))
    users = await stored(lambda: [player_at(match, seat).user for seat in range(5)])()
    pages = [await visit(match, user) for user in users]
    await settle(*pages)
    for ja, frames in (("true", 1), ("false", 0), ("true", 0)):
        prompt = await stored(prompt_of)(match, 0)
        assert "why" not in await pages[0].decide(f'{{"action":"vote","ja":{ja}}}', prompt)
        mine, *others = await settle(*pages)
        assert len(mine) == 1
        for told in others:
            assert len(told) == frames
            assert not any(
                "ja" in text.partition('id="log"')[2].partition("hx-partial")[0] for text in told
            )
