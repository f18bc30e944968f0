"""A program at a table before and after a match: where it may sit, and who is notified."""

import re

import pytest

from accounts import privacy
from accounts.models import User
from games.api import limits, play, tokens
from games.matches.limits import OF_A_PERSON, WRONG_CODES, guesses
from games.matches.lobby import reserved_seats
from games.matches.lobby import services as lobby
from games.matches.models import Match
from tests.api.client import Program, kind, playing, table_for
from tests.matches.seating import (
    browser,
    fresh,
    open_table,
    person,
    play_to_the_end,
    running,
)

pytestmark = pytest.mark.django_db


def test_games_are_listed_in_the_readers_language(program):
    games = program.ask("GET", "/games").json()
    assert {game["key"] for game in games} >= {"secret-hitler", "noir"}
    noir = next(game for game in games if game["key"] == "noir")
    assert (noir["seats_min"], noir["seats_max"]) == (2, 2)
    german = program.ask("GET", "/games", **{"Accept-Language": "de"})
    assert german["Content-Language"] == "de"


def test_only_public_tables_that_want_programs_are_listed(alice, program):
    wanted = table_for(alice)
    open_table(person("Else"))
    table_for(person("Hidden"), visibility=Match.Visibility.LINK)
    listed = program.ask("GET", "/matches").json()
    assert [table["code"] for table in listed["open"]] == [wanted.code]
    assert listed["seated"] == []
    program.sit(wanted)
    assert [t["code"] for t in program.ask("GET", "/matches").json()["seated"]] == [wanted.code]


def test_sitting_down_takes_a_seat_marked_as_played_by_api(alice, program, client):
    match = table_for(alice)
    answer = program.sit(match)
    assert answer.status_code == 201
    assert answer.json()["players"][1] == {
        "name": "Bob", "is_bot": False, "is_api": True, "is_ready": False, "is_away": False,
        "decide_by": None,
    }  # fmt: skip
    assert answer.json()["seat"] is None
    page = client.get(match.get_absolute_url()).content.decode()
    assert "API bot" in page
    assert "API bots allowed" in page
    assert match.players.get(user=program.user).entropy == "mine"


def test_sitting_down_twice_changes_nothing(alice, program):
    match = table_for(alice)
    assert [program.sit(match).status_code for _try in range(2)] == [201, 200]
    assert match.players.count() == 2


def test_a_program_that_sits_down_too_often_has_to_wait_as_on_the_pages(
    alice, program, monkeypatch
):
    monkeypatch.setattr(limits, "CALLS", {})
    match = table_for(alice)
    for _time in range(OF_A_PERSON["joins"].times):
        assert program.sit(match).status_code in {200, 201}
    refused = program.sit(match)
    assert (refused.status_code, kind(refused)) == (429, "too-often")
    assert int(refused["Retry-After"]) > 0
    by_hand = browser(program.user).post(f"{match.get_absolute_url()}sit/")
    assert by_hand.status_code == 429


def test_a_program_plays_on_while_its_network_is_limited_for_guessing_codes(alice, program):
    match, away = table_for(alice), "93.184.215.14"
    program.client.defaults["REMOTE_ADDR"] = away
    program.sit(match)
    for _guess in range(WRONG_CODES):
        guesses.note(away)
    assert program.look(match)["status"] == "open"
    refused = program.sit(match)  # the only response that reveals which codes exist
    assert (refused.status_code, kind(refused)) == (429, "too-often")


def test_no_program_sits_down_where_the_host_does_not_allow_it(alice, program):
    match = open_table(alice)
    assert not match.allows_api_bots
    refused = program.sit(match)
    assert (refused.status_code, kind(refused)) == (409, "no-api-bots")
    assert match.players.count() == 1


def test_no_program_takes_a_seat_reserved_for_its_owner(alice, bob, program):
    match = reserved_seats.reserve(
        people=[alice, bob], game="noir", visibility="link", allows_api_bots=True
    )
    assert kind(program.sit(match)) == "played-in-person"
    stranger = Program(person("Else"))
    assert kind(stranger.sit(match)) == "no-api-bots"
    assert not match.players.filter(is_ready=True).exists()


def test_no_program_sits_down_at_a_full_table_or_in_a_running_match(alice, program):
    match = table_for(alice, game="noir")
    lobby.sit(match.pk, person("Quick"))
    assert kind(program.sit(match)) == "table-full"
    begun, _programs = playing()
    refused = program.sit(begun)
    assert (refused.status_code, kind(refused)) == (409, "not-open")


def test_a_seat_that_was_taken_in_person_is_not_handed_to_a_program(alice, bob, program):
    match = table_for(alice, seats=(5, 5))
    lobby.sit(match.pk, bob)
    refused = program.sit(match)
    assert (refused.status_code, kind(refused)) == (403, "played-in-person")
    for method, what in (("GET", ""), ("DELETE", "/seat"), ("POST", "/ready")):
        assert program.ask(method, f"/matches/{match.code}{what}").status_code == 403
    assert not match.players.get(user=bob).is_api


def test_a_program_cannot_act_for_a_person_at_an_ordinary_table(bob, program):
    match = running(bob)
    assert program.ask("GET", f"/matches/{match.code}").status_code == 403
    assert program.act(match, 1, action="vote", ja=True).status_code == 403


def test_sitting_down_in_person_does_not_hide_that_a_program_plays(alice, bob, program):
    match = table_for(alice)
    program.sit(match)
    lobby.sit(match.pk, bob)
    assert match.players.get(user=bob).is_api


def test_a_program_gets_up_before_the_start_and_not_after(alice, program):
    match = table_for(alice)
    program.sit(match)
    left = program.ask("DELETE", f"/matches/{match.code}/seat")
    assert (left.status_code, left.content) == (204, b"")
    assert match.players.count() == 1
    begun, (first, *_others) = playing()
    assert kind(first.ask("DELETE", f"/matches/{begun.code}/seat")) == "not-open"


def test_a_program_says_that_it_is_ready_or_not(alice, program):
    match = table_for(alice)
    program.sit(match)
    path = f"/matches/{match.code}/ready"
    assert program.ask("POST", path).json()["players"][1]["is_ready"] is True
    undone = program.ask("POST", path, {"ready": False})
    assert undone.json()["players"][1]["is_ready"] is False


def test_a_program_never_becomes_the_host(alice, program):
    match = table_for(alice)
    program.sit(match)
    with pytest.raises(lobby.errors.NoSuchSeat):
        lobby.hand_over(match.pk, alice, program.user.public_id)
    lobby.leave(match.pk, alice)
    assert not Match.objects.filter(pk=match.pk).exists()
    assert program.ask("GET", f"/matches/{match.code}").status_code == 404


@pytest.mark.parametrize(("method", "path"), [("POST", "ready"), ("DELETE", "seat")])
@pytest.mark.parametrize("how", ["removed", "closed"])
def test_a_seat_removed_during_a_request_looks_nonexistent(
    method, path, how, alice, program, monkeypatch
):
    match, find = table_for(alice), play.seated_at
    program.sit(match)

    def find_in_vain(code, user):
        found = find(code, user)
        if how == "removed":
            lobby.remove(match.pk, alice, user.public_id)
        else:
            lobby.leave(match.pk, alice)
        return found

    monkeypatch.setattr(play, "seated_at", find_in_vain)
    refused = program.ask(method, f"/matches/{match.code}/{path}")
    assert (refused.status_code, kind(refused)) == (404, "no-such-match")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["seat", "ready"])
def test_a_token_is_invalid_if_its_account_is_deleted_during_a_request(
    path, alice, program, monkeypatch
):
    def find_and_delete(code, user):
        found = find(code, user)
        privacy.delete_account(User.objects.get(pk=user.pk))
        return found

    def check_and_delete(header):
        token = check(header)
        privacy.delete_account(User.objects.get(pk=token.user_id))
        return token

    match, find, check = table_for(alice), play.seated_at, tokens.bearer
    if path == "ready":
        program.sit(match)
        monkeypatch.setattr(play, "seated_at", find_and_delete)
    else:
        monkeypatch.setattr(tokens, "bearer", check_and_delete)
    program.client.raise_request_exception = False
    refused = program.ask("POST", f"/matches/{match.code}/{path}")
    assert (refused.status_code, kind(refused)) == (401, "no-token")
    assert refused["WWW-Authenticate"].startswith("Bearer")
    assert [player.name for player in match.players.all()] == ["Alice"]


def test_the_next_table_allows_programs_which_sit_down_again():
    match, programs = playing(game="noir")
    play_to_the_end(match)
    following = lobby.rematch(match.pk, match.host)
    assert following.allows_api_bots
    assert programs[0].look(match)["next_code"] == following.code
    assert not following.players.filter(is_api=True).exists()
    assert programs[0].sit(following).status_code == 201
    assert following.players.get(user=programs[0].user).is_api


def test_no_program_agrees_to_a_new_deal_by_sitting_down_at_it():
    match, programs = playing(game="noir")
    following = lobby.ask_redeal(match.pk, match.host)
    refused = programs[0].sit(following)
    assert (refused.status_code, kind(refused)) == (409, "no-api-bots")
    lobby.ask_redeal(match.pk, match.host)
    assert fresh(match).is_running
    lobby.ask_redeal(match.pk, programs[0].user)
    assert fresh(following).is_running


def test_an_owner_who_returns_in_person_plays_in_person():
    match, programs = playing(game="noir")
    play_to_the_end(match)
    following = lobby.rematch(match.pk, programs[0].user)
    assert not following.players.get(user=programs[0].user).is_api
    assert programs[0].ask("GET", f"/matches/{following.code}").status_code == 403


def test_the_host_says_whether_programs_may_sit(alice):
    client = browser(alice)
    fields = {
        "game": "noir", "seats_min": 2, "seats_max": 2, "visibility": "link", "language": "en",
        "pace": "untimed",
    }  # fmt: skip
    for extra, wanted in (({}, False), ({"allows_api_bots": "on"}, True)):
        address = client.post("/open/", fields | extra).url
        assert Match.objects.get(code=address.strip("/")[-6:]).allows_api_bots is wanted


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
def test_the_board_shows_which_seats_programs_play(game, client):
    match, programs = playing(game=game)
    page = client.get(match.get_absolute_url()).content.decode()
    beside_names = re.findall(r'<span class="sr-only">\s*API bot</span>', page)
    assert len(beside_names) == len(programs)


def test_a_nul_in_what_a_program_adds_to_chance_is_a_malformed_request(alice, program):
    table = table_for(alice)
    refused = program.ask("POST", f"/matches/{table.code}/seat", {"entropy": "a\0b"})
    assert (refused.status_code, refused.json()["type"]) == (400, "/api/#malformed")
    assert table.players.count() == 1
    assert program.ask("POST", f"/matches/{table.code}/seat", {"entropy": "ab"}).status_code == 201
