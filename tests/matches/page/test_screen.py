"""A television: a code, a table chosen by its host, no secrets, and nothing to press."""

import re
from dataclasses import replace
from time import time

import msgspec
import pytest
from django.core.cache import cache, caches
from django.test import Client

from games.engine.seats import PUBLIC, Viewer
from games.matches import publish
from games.matches.drawing import on_screen
from games.matches.drawing.page_states import page_state_of
from games.matches.lobby import services as lobby
from games.matches.page import screen
from tests.matches.seating import browser, fresh, open_table, play_to_the_end, running

pytestmark = pytest.mark.django_db


def code_on(television: Client) -> str:
    """Return the code that a television shows."""
    page = television.get("/screen/").content.decode()
    return re.search(r'class="tv-big">([A-Z]{6})<', page)[1]


def give(user, match, code: str):
    """Have `user` type the code at the table."""
    return browser(user).post(f"{match.get_absolute_url()}screen/", {"screen": code})


def test_a_television_shows_a_code_until_the_host_gives_it_a_table(alice):
    television, match = Client(), open_table(alice)
    code = code_on(television)
    assert television.get("/screen/now/").status_code == 200
    assert give(alice, match, code.lower()).status_code == 302
    page = television.get("/screen/now/").content.decode()
    assert match.code in page
    assert "/qr.svg" in page


def test_everybody_in_the_room_sees_who_is_not_ready(alice, bob):
    television, match = Client(), open_table(alice)
    give(alice, match, code_on(television))
    lobby.sit(match.pk, bob, "entropy of Bob")
    shown = television.get("/screen/now/").text
    assert shown.count('waiting-chair ready"') == 1  # the host
    lobby.be_ready(match.pk, bob, ready=True)
    assert television.get("/screen/now/").content.decode().count('waiting-chair ready"') == 2


def test_a_restart_without_redis_keeps_the_table_on_the_television(alice, bob, monkeypatch):
    television, match = Client(), running(alice, bob)
    give(alice, match, code_on(television))
    assert match.code in television.get("/screen/now/").content.decode()
    cache.clear()
    assert match.code in television.get("/screen/now/").content.decode()
    assert match.code in television.get("/screen/").content.decode()
    cache.clear()
    monkeypatch.setattr(screen, "KEPT_FOR", 0)  # the evening is over
    assert television.get("/screen/now/").status_code == 410


def test_a_waiting_television_keeps_its_code_when_the_cache_is_lost(alice):
    television, match = Client(), open_table(alice)
    code = code_on(television)
    cache.clear()
    assert television.get("/screen/now/").status_code == 200
    assert code_on(television) == code
    assert give(alice, match, code).status_code == 302
    assert match.code in television.get("/screen/now/").content.decode()


def test_only_the_host_can_give_it_a_table_and_only_with_a_valid_code(alice, bob):
    match, code = running(alice, bob), code_on(Client())
    assert give(bob, match, code).status_code == 403
    assert give(alice, match, "AAAAAA").status_code == 404
    assert screen.match_on(code) is None


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
def test_a_player_logged_in_on_it_sees_only_public_information_and_no_buttons(alice, bob, game):
    match = running(alice, bob, game=game)
    player, stranger = browser(alice), Client()
    for television in (player, stranger):
        give(alice, match, code_on(television))
    shown = player.get("/screen/now/").content
    assert shown == stranger.get("/screen/now/").content
    assert b'id="board"' in shown
    assert not re.search(rb"<(form|input|button type=\"submit|a |details)|name=\"action", shown)


def test_other_secret_roles_look_the_same(alice, bob):
    match = running(alice, bob)
    page_state = page_state_of(match)
    roles = page_state.projection.state.roles
    other = msgspec.structs.replace(page_state.projection.state, roles=(*roles[1:], roles[0]))
    assert other.roles != roles
    lookalike = replace(
        page_state, projection=replace(page_state.projection, state=other), views={}
    )
    assert screen.stage_of(page_state, "site") == screen.stage_of(lookalike, "site")
    assert set(lookalike.views) == {PUBLIC}
    seats = [Viewer(seat) for seat in range(5)]
    assert any(page_state.view(one) != lookalike.view(one) for one in seats)


def test_it_gets_only_new_content_and_follows_the_table(alice, bob):
    television, match = Client(), running(alice, bob)
    give(alice, match, code_on(television))
    seen = television.get("/screen/now/").headers["X-Seen"]
    nothing_new = television.get(f"/screen/now/?seen={seen}")
    assert nothing_new.status_code == 204
    assert int(nothing_new.headers["X-At"])  # its clocks are the server's
    play_to_the_end(match)
    assert television.get(f"/screen/now/?seen={seen}").status_code == 200
    first, second, third = [player.user for player in match.players.all()][:3]
    for user in (first, second):
        again = lobby.rematch(match.pk, user)
        assert again.code not in television.get("/screen/now/").content.decode()
    assert "Waiting at the next table" in television.get("/screen/now/").content.decode()
    lobby.rematch(match.pk, third)
    assert again.code in television.get("/screen/now/").content.decode()
    assert fresh(match).is_over


def test_a_german_table_is_in_german_on_any_television(alice, bob):
    television = Client(headers={"Accept-Language": "en"})
    match = running(alice, bob, language="de")
    give(alice, match, code_on(television))
    assert "Liberale" in television.get("/screen/now/").content.decode()


def test_a_table_s_pages_are_told_once_that_a_television_shows_it(alice, bob, monkeypatch):
    told, television, match = [], Client(), running(alice, bob)
    monkeypatch.setattr(publish, "screen", told.append)
    assert not page_state_of(fresh(match)).table.is_on_screen
    give(alice, match, code_on(television))
    for _look in range(3):
        television.get("/screen/now/")
    assert told == [match.pk]
    assert page_state_of(fresh(match)).table.is_on_screen


def test_while_the_cache_is_unavailable_pages_keep_the_last_known_state(alice, bob, monkeypatch):
    match, other = running(alice, bob), open_table(alice)
    on_screen.note(match)
    assert on_screen.among([match.pk, other.pk]) == {match.pk}
    cache.clear()
    moment = time()
    with monkeypatch.context() as away:
        away.setattr(type(caches["default"]), "is_away", True, raising=False)
        for _heartbeat in range(8):
            moment += 10
            away.setattr(on_screen, "time", lambda now=moment: now)
            assert page_state_of(fresh(match)).table.is_on_screen
            assert on_screen.among([match.pk, other.pk]) == {match.pk}
    for later, shown in ((59, {match.pk}), (61, set())):  # one minute after a request
        monkeypatch.setattr(on_screen, "time", lambda later=later: moment + later)
        assert on_screen.among([match.pk]) == shown


def test_at_the_end_it_requests_the_sentences_in_the_table_s_language(alice, bob):
    television = Client(headers={"Accept-Language": "en"})
    match = running(alice, bob, language="de")
    give(alice, match, code_on(television))
    asks = re.compile(r'hx-get="([^"]+)" hx-trigger="load[^"]*" hx-target="#sentences"')
    assert not asks.search(television.get("/screen/now/").content.decode())
    play_to_the_end(match)
    shown = television.get("/screen/now/").content.decode()
    assert 'id="sentences"' in shown
    assert "was alle sahen" in television.get(asks.search(shown)[1]).content.decode()


def test_a_table_without_spectators_is_not_shown(alice, bob):
    television, match = Client(), running(alice, bob, allows_spectators=False)
    give(alice, match, code_on(television))
    assert 'id="board"' not in television.get("/screen/now/").content.decode()
