"""Pages ask who is Hitler, and reveal neither the answer nor the end too early."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from games.engine.seats import PUBLIC, Viewer
from games.matches.drawing import page_states
from games.matches.models import Match
from games.matches.page import fragments
from games.matches.play import memory, services
from tests.matches.seating import (
    act_as,
    browser,
    fresh,
    person,
    player_at,
    running,
    state_of,
    state_until,
)
from tests.matches.sockets import stored, visit

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]

#: A pace so slow that no test reaches the answer.
HELD = 1000.0
#: The texts and elements of a page at the end.
ENDS = (
    "Case closed", "You have won", "You have lost", "after-actions", "plate role", "verdict-words",
    "sentences", "Play again", "All cards are face up", 'data-phase="over"',
)  # fmt: skip


def before_an_execution() -> Match:
    """Return a match of five whose president, not Hitler, is about to execute somebody."""

    def is_wanted(state) -> bool:
        is_ready = state.phase == "power" and state.now.power == "execute"
        return is_ready and state.roles[state.president] == "liberal" and len(_others(state)) > 1

    match = state_until(is_wanted, running)
    match.entries.update(at=timezone.now() - timedelta(days=1))
    memory.forget()
    return fresh(match)


def _others(state) -> list[int]:
    """Return the living liberals except the president."""
    seats = [seat for seat, role in enumerate(state.roles) if role == "liberal"]
    return [seat for seat in seats if state.alive[seat] and seat != state.president]


def _execute_hitler(match: Match) -> int:
    state = state_of(match)
    act_as(match, state.president, action="execute", target=state.roles.index("hitler"))
    return state.roles.index("hitler")


def test_the_page_with_the_question_is_the_same_for_both_answers(settings):
    settings.STAGE_PACE = HELD
    match = before_an_execution()
    viewers = (PUBLIC, Viewer(state_of(match).president))
    seen = []
    for _is_hitler in both_answers(match):
        page_state, until = page_states.shown(fresh(match))
        assert until is not None
        seen.append([_texts(page_state, viewer) for viewer in viewers])
    assert seen[0] == seen[1]


def test_requests_during_the_question_get_the_same_response_for_both_answers(settings):
    settings.STAGE_PACE = HELD
    match = before_an_execution()
    watcher = person("Watcher")
    match.removals.create(user=watcher)
    people = (player_at(match, state_of(match).president).user, watcher, None)
    seen = []
    for is_hitler in both_answers(match):
        assert fresh(match).is_over == is_hitler
        seen.append([_answers(match, browser(one)) for one in people])
    for one, two in zip(*seen, strict=True):
        for name, answer in one.items():
            assert two[name] == answer, name


def both_answers(match: Match) -> Iterator[bool]:
    """Execute the same player twice, as Hitler only the first time; undo it afterwards."""
    state = state_of(match)
    target, other = state.roles.index("hitler"), next(seat for seat in _others(state))
    for roles in (state.roles, _swapped(state.roles, target, other)):
        with transaction.atomic():
            _deal_anew(match, roles)
            act_as(match, state.president, action="execute", target=target)
            yield roles == state.roles
            transaction.set_rollback(True)
        memory.forget()


#: The requests of pages and forged forms, including those allowed only after the end.
ASKED = (
    "", "live/", "verify/", "record.json", "people/", "qr.svg", "insight/", "replay/",
    "replay/embed/", "replay/picture.png", "replay/frames/?from=0&count=16",
    "replay/frames/?from=16&count=16", "replay/?eyes=all", "replay/?eyes=public",
)  # fmt: skip
SENT = {
    "act/": {"action": '{"action":"nominate","chancellor":1}', "prompt": "3"},
    "leave/": {}, "away/": {}, "back/": {}, "resume/": {}, "decline/": {}, "read/": {},
    "start/": {}, "bot/": {}, "sit/": {"name": "Zoe"}, "take/1/": {"name": "Zoe"},
    "wish/pause/": {}, "wish/void/": {}, "unwish/pause/": {}, "rematch/": {}, "redeal/": {},
    "publish/": {"publish": "yes"}, "replay/pin/": {"at": "3", "text": "Look."},
    "say/": {"room": "table", "text": "Aha."},
}  # fmt: skip


def _answers(match: Match, one) -> dict[str, tuple[int, str]]:
    """Return the status and the text of the response to each request of a browser."""
    address, script = match.get_absolute_url(), {"HX-Request": "true"}
    answers = {name: one.get(address + name) for name in ASKED}
    answers |= {name: one.post(address + name, form, headers=script) for name, form in SENT.items()}
    answers["say/ dead"] = one.post(f"{address}say/", {"room": "dead", "text": "Aha."})
    return {name: (answer.status_code, _stable(answer)) for name, answer in answers.items()}


def _stable(answer) -> str:
    """Return the text of a response without the parts that differ between any two responses."""
    text = answer.content.decode(errors="replace")
    for changing in (r'name="csrfmiddlewaretoken" value="[^"]*"', r'nonce="[^"]*"',
                     r'"X-CSRFToken": ?"[^"]*"', r'data-at="[^"]*"', "[0-9a-f]{32}",
                     r"\d\d:\d\d(:\d\dZ| UTC)"):  # fmt: skip
        text = re.sub(changing, "", text)
    return text


def _texts(page_state, viewer) -> dict[str, str]:
    texts = fragments.texts(page_state, viewer, reader=0)
    assert "No." not in texts["baize" if "baize" in texts else "board"]
    return texts


def _swapped(roles, one, other):
    roles = list(roles)
    roles[one], roles[other] = roles[other], roles[one]
    return tuple(roles)


def _deal_anew(match: Match, roles) -> None:
    """Give the stored deal other roles that nothing in the log contradicts."""
    entry = match.entries.get(number=0)
    (dealt,) = memory.turn_of(match.rules, entry).events
    entry.events = services.encode([replace(dealt, roles=roles)])
    entry.save()
    memory.forget()


async def test_open_pages_get_the_question_then_the_answer_then_the_end(
    settings,
):
    settings.STAGE_PACE = 0.5
    match = await stored(before_an_execution)()
    page = await visit(match)
    await page.settle()
    await stored(_execute_hitler)(match)
    phases = []
    while "over" not in phases:
        html = await page.frame()
        phases += re.findall(r'data-phase="([\w-]+)"', html)
        if phases[-1:] != ["over"]:
            assert not [end for end in ENDS if end in html]
    assert phases == ["question", "answered", "over"]
    await page.leave()


async def test_a_click_on_an_open_page_is_refused_during_the_question(settings):
    settings.STAGE_PACE = HELD
    match = await stored(before_an_execution)()
    user = await stored(lambda: match.players.get(seat=state_of(match).president).user)()
    page = await visit(match, user)
    await page.settle()
    await stored(_execute_hitler)(match)
    answer = await page.decide({"action": "nominate", "chancellor": 1}, 99)
    assert "about to be shown at the table" in answer["why"]


async def test_a_page_opened_during_the_question_gets_the_question_and_then_the_rest(settings):
    settings.STAGE_PACE = HELD
    match = await stored(before_an_execution)()
    await stored(_execute_hitler)(match)
    page = await visit(match)
    first = await page.frame()
    assert 'data-phase="question"' in first
    assert re.search(r'Is <span class="who">.+?</span> Hitler\?', first)
    assert not [end for end in ENDS if end in first]
    settings.STAGE_PACE = 0
    other = await visit(match)  # the room renders again
    assert 'data-phase="over"' in await other.frame()
    assert 'data-phase="over"' in await page.frame()
