"""Whole responses, byte for byte: a viewer can't tell apart two truths that fit their knowledge.

The truths look the same on every page, in every refusal, header and line of the site's log.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from functools import reduce

import msgspec
import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games.chat import services as chat
from games.engine.record import Turn
from games.engine.seats import Viewer
from games.matches.drawing import regions
from games.matches.models import Match, MatchEntry
from games.matches.page import fragments
from games.matches.play import memory
from tests.conformance.cases import CASES
from tests.conformance.lookalike import Pair, pairs
from tests.matches.ahead import entry_of
from tests.matches.seating import (
    act_as,
    fresh,
    nominate,
    play_to_the_end,
    player_at,
    prompt_of,
    running,
)
from tests.staff import staff_browser

pytestmark = pytest.mark.django_db

GAME = "secret-hitler"
SCRIPT = {"HX-Request": "true"}
#: Parts that differ from one response to the next, regardless of the truth.
PASSING = re.compile(
    rb'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"'
    rb'|data-at="\d+"|Expires: [^\n]+|Set-Cookie: [^\n]+'
    rb"|(an?|\d+)\S{0,2}\s?(second|minute|hour)s? ago"  # the time of the current turn
    # The next table's nonce and fingerprint in the lobby, new in every response.
    rb'|name="nonce" value="\w+"|<code>[0-9a-f]{64}</code>'
)


#: The number of a question that no match ever asks; with a real number an action would be taken.
NEVER_ASKED = "999999"


def retell(match: Match, turns: tuple[Turn, ...]) -> None:
    """Store `turns` as the log of `match`."""
    match.entries.all().delete()
    MatchEntry.objects.bulk_create(entry_of(match, *numbered) for numbered in enumerate(turns))
    Match.objects.filter(pk=match.pk).update(length=len(turns) - 1)
    memory.forget()
    regions.forget()


def answers(match: Match, viewer: Viewer, tried: tuple[Turn, ...]) -> list[HttpResponse]:
    """Return all responses to `viewer`, including those to forbidden requests."""
    client, address = Client(), match.get_absolute_url()
    if viewer.seat is not None:
        client.force_login(player_at(match, viewer.seat).user)
    found = [
        client.get(address),
        client.get(address, headers={"Accept-Language": "de"}),
        client.get(f"{address}live/", headers=SCRIPT),
        client.get(f"{address}verify/"),
        client.get(f"{address}record.json"),
        client.get("/"),
        client.post(f"{address}say/", {"room": "kitchen", "text": "hello"}, headers=SCRIPT),
        client.post(f"{address}mute/", {"who": "Nobody"}, headers=SCRIPT),
        client.post(f"{address}act/", {"action": "rubbish"}, headers=SCRIPT),
    ]
    prompt = "0" if viewer.seat is None else str(prompt_of(match, viewer.seat))
    choices = () if viewer.seat is None else memory.projection_of(fresh(match)).choices[viewer.seat]
    for turn in tried:
        action = msgspec.json.encode(turn.action).decode()
        for asked in (NEVER_ASKED,) if turn.action in choices else (prompt, NEVER_ASKED):
            form = {"action": action, "prompt": asked}
            found.append(client.post(f"{address}act/", form, headers=SCRIPT))
    return found


def bytes_of(response: HttpResponse) -> bytes:
    """Return a response without the parts that differ each time.

    The Content-Length is removed too, because "10 seconds ago" is longer than "9 seconds ago".
    It is checked instead, so it reveals nothing that the content doesn't.
    """
    stated = response.headers.get("Content-Length", len(response.content))
    assert int(stated) == len(response.content)
    headers = "".join(
        f"{name}: {value}\n" for name, value in sorted(response.items()) if name != "Content-Length"
    )
    return PASSING.sub(
        b"", b"%d\n%s\n%s" % (response.status_code, headers.encode(), response.content)
    )


def test_responses_are_alike_whether_nine_or_ten_seconds_have_passed():
    answers = [
        HttpResponse(text, headers={"Content-Length": len(text)})
        for text in ("asked 9 seconds ago", "asked 10 seconds ago")
    ]
    assert len({bytes_of(answer) for answer in answers}) == 1


def differing(match: Match, pair: Pair, caplog) -> list[int]:
    """Return the indexes of responses that differ between the two truths; -1 for the site's log."""
    told, logged = [], []
    for turns in (pair.real, pair.other):
        retell(match, turns)
        caplog.clear()
        tried = tuple(turn for turn in pair.real[-4:] if turn.action is not None)
        told.append([bytes_of(response) for response in answers(match, pair.viewer, tried)])
        logged.append([record.getMessage() for record in caplog.records])
    assert len(told[0]) == len(told[1]) > 9
    unlike = [n for n, (one, other) in enumerate(zip(*told, strict=True)) if one != other]
    return unlike + ([-1] if logged[0] != logged[1] else [])


def a_table_that_talks(count: int, mallory) -> Match:
    match = running(count=count)
    # "8 seconds ago" would differ from one response to the next, regardless of the truth.
    Match.objects.filter(pk=match.pk).update(started_at=timezone.now() - timedelta(days=1))
    chat.say(match.pk, match.host, "table", "let us begin")
    chat.say(match.pk, mallory, "gallery", "psst")
    return match


@pytest.mark.parametrize("count", [5, 7, pytest.param(10, marks=pytest.mark.prove)])
def test_no_response_of_the_site_distinguishes_two_truths(count, mallory, caplog):
    match = a_table_that_talks(count, mallory)
    for pair in pairs(CASES[GAME], count, seed=41):
        assert not differing(match, pair, caplog), pair.viewer


def next_tile(state) -> str:
    return state.deck[0] if state.deck else "none"


def hitler(state) -> int:
    return state.roles.index("hitler")


LEAKS = {
    "a comment": lambda text, state: f"{text}<!-- {next_tile(state)} -->",
    "an id": lambda text, state: f'<i id="chair-{hitler(state)}"></i>{text}',
    "a size": lambda text, state: text + " " * hitler(state),
    "a next-tile attribute": lambda text, state: text.replace(
        "<div", f'<div data-next="{next_tile(state)}"', 1
    ),
    "an order": lambda text, state: (
        text + "".join(sorted(["<i>a</i>", "<i>b</i>"], reverse=state.roles[0] == "liberal"))
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_template_that_leaks_is_detected(leak, mallory, caplog, monkeypatch):
    match, texts = a_table_that_talks(5, mallory), fragments.texts
    spoil: Callable = LEAKS[leak]

    def spoilt(page_state, viewer, *pieces, **options):
        found = texts(page_state, viewer, *pieces, **options)
        public = fragments.public(page_state)
        return found | {name: spoil(found[name], page_state.projection.state) for name in public}

    monkeypatch.setattr(fragments, "texts", spoilt)
    told = [pair for pair in pairs(CASES[GAME], 5, seed=41) if leaks(spoil, pair)]
    assert differing(match, told[0], caplog)


def leaks(spoil: Callable, pair: Pair) -> bool:
    """Return whether the deliberate leak distinguishes the two truths."""
    game = CASES[GAME].game
    real, other = (
        reduce(game.apply, (turn.events for turn in turns), game.start.empty)
        for turns in (pair.real, pair.other)
    )
    return spoil("<div", real) != spoil("<div", other)


def test_pages_of_a_match_are_never_cached(alice, client):
    match = running(alice)
    client.force_login(alice)
    for what in ("", "live/", "verify/", "record.json"):
        response = client.get(f"{match.get_absolute_url()}{what}")
        assert "no-store" in response["Cache-Control"]
        assert "private" in response["Cache-Control"]


def test_neither_the_seed_nor_entropy_is_shown_before_the_end(alice, client):
    match = running(alice)
    client.force_login(alice)
    hidden = [bytes(match.seed).hex(), *match.players.values_list("entropy", flat=True)]
    for what in ("", "live/", "verify/", "record.json"):
        shown = client.get(f"{match.get_absolute_url()}{what}").content.decode()
        assert not [secret for secret in hidden if secret and secret in shown]


def test_administrators_see_no_secret_of_a_match_either(alice):
    match = running(alice)
    desk = staff_browser()
    listed = desk.get("/admin/matches/match/").content.decode()
    shown = desk.get(f"/admin/matches/match/{match.pk}/change/").content.decode()
    assert match.code in listed
    assert match.code in shown
    for secret in (bytes(match.seed).hex(), "roles", "fascist", "entropy of"):
        assert secret not in shown.lower()


def test_administrators_do_not_see_that_a_vote_was_changed(alice):
    match = running(alice)
    nominate(match)
    desk, listed = staff_browser(), "/admin/matches/match/"

    def shown() -> list[bytes]:
        paths = (listed, f"{listed}{match.pk}/change/")
        return [PASSING.sub(b"", desk.get(path).content) for path in paths]

    act_as(match, 0, action="vote", ja=True)
    before = shown()
    act_as(match, 0, action="vote", ja=False)
    assert fresh(match).length == 3
    assert shown() == before
    for asked in ("length=3", "length__gt=2", "seed__gt=7", "due_at__isnull=True"):
        assert desk.get(f"{listed}?{asked}").status_code == 400
    assert desk.get(f"{listed}?status__exact=running").status_code == 200


def test_administrators_see_how_long_a_match_was(alice):
    match = play_to_the_end(running(alice))
    listed = staff_browser().get("/admin/matches/match/").content.decode()
    assert f">{match.length}</td>" in listed
