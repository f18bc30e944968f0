"""A program at a table: it sits where it may, acts by the rules, and is told clearly why not."""

from random import Random

import msgspec
import pytest
from django.test import Client

from games.api import limits, shapes
from games.matches import agreements, reserved, tables
from games.matches.models import Match
from tests.api.client import Program, playing, table_for
from tests.matches.seating import (
    act,
    choices_of,
    fresh,
    nominate,
    open_table,
    owing,
    person,
    play_to_the_end,
    running,
    seat_of,
)
from tests.matches.test_secrets import bytes_of

pytestmark = pytest.mark.django_db


def kind(response) -> str:
    """Return what kind of problem an answer is."""
    assert response["Content-Type"] == "application/problem+json"
    problem = msgspec.json.decode(response.content, type=shapes.Problem)
    assert problem.status == response.status_code
    assert problem.title
    return problem.type.partition("#")[2]


@pytest.fixture
def program(bob):
    """Bob's program."""
    return Program(bob)


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


def test_sitting_down_takes_a_chair_that_everybody_sees_is_played_by_api(alice, program, client):
    match = table_for(alice)
    answer = program.sit(match)
    assert answer.status_code == 201
    assert answer.json()["players"][1] == {
        "name": "Bob", "is_bot": False, "is_api": True, "is_ready": False, "is_away": False,
        "decide_by": None,
    }  # fmt: skip
    assert answer.json()["seat"] is None
    page = client.get(match.get_absolute_url()).content.decode()
    assert "bot by API" in page
    assert "Bots by API may sit" in page
    assert match.players.get(user=program.user).entropy == "mine"


def test_sitting_down_twice_changes_nothing(alice, program):
    match = table_for(alice)
    assert [program.sit(match).status_code for _try in range(2)] == [201, 200]
    assert match.players.count() == 2


def test_no_program_sits_where_the_host_does_not_want_it(alice, program):
    match = open_table(alice)
    assert not match.allows_api_bots
    refused = program.sit(match)
    assert (refused.status_code, kind(refused)) == (409, "no-api-bots")
    assert match.players.count() == 1


def test_no_program_sits_on_a_chair_that_is_kept_for_its_owner(alice, bob, program):
    match = reserved.reserve(
        people=[alice, bob], game="noir", visibility="link", allows_api_bots=True
    )
    assert kind(program.sit(match)) == "played-in-person"
    stranger = Program(person("Else"))
    assert kind(stranger.sit(match)) == "no-api-bots"
    assert not match.players.filter(is_ready=True).exists()


def test_no_program_sits_at_a_full_table_or_in_a_running_match(alice, program):
    match = table_for(alice, game="noir")
    tables.sit(match.pk, person("Quick"))
    assert kind(program.sit(match)) == "table-full"
    begun, _programs = playing()
    refused = program.sit(begun)
    assert (refused.status_code, kind(refused)) == (409, "not-open")


def test_a_seat_that_was_taken_in_person_is_not_handed_to_a_program(alice, bob, program):
    match = table_for(alice, seats=(5, 5))
    tables.sit(match.pk, bob)
    refused = program.sit(match)
    assert (refused.status_code, kind(refused)) == (403, "played-in-person")
    for method, what in (("GET", ""), ("DELETE", "/seat"), ("POST", "/ready")):
        assert program.ask(method, f"/matches/{match.code}{what}").status_code == 403
    assert not match.players.get(user=bob).is_api


def test_a_person_at_an_ordinary_table_is_not_driven_by_a_program(bob, program):
    match = running(bob)
    assert program.ask("GET", f"/matches/{match.code}").status_code == 403
    assert program.act(match, 1, action="vote", ja=True).status_code == 403


def test_sitting_down_in_person_does_not_hide_that_a_program_plays(alice, bob, program):
    match = table_for(alice)
    program.sit(match)
    tables.sit(match.pk, bob)
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
    seat = seat_of(match, program.user)
    with pytest.raises(tables.refusals.NoSuchSeat):
        tables.hand_over(match.pk, alice, seat)
    tables.leave(match.pk, alice)
    assert not Match.objects.filter(pk=match.pk).exists()
    assert program.ask("GET", f"/matches/{match.code}").status_code == 404


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
def test_programs_play_a_whole_match_and_it_counts_as_one_with_bots(game, monkeypatch):
    monkeypatch.setattr(limits, "CALLS", {})
    match, programs = playing(game=game)
    by_seat = {seat_of(match, program.user): program for program in programs}
    random, shape = Random(5), shapes.POSITIONS[game]
    for _move in range(1500):
        if not fresh(match).is_running:
            break
        for seat, program in by_seat.items():
            text = program.ask("GET", f"/matches/{match.code}").content
            position = msgspec.json.decode(text, type=shape)  # every answer fits its type
            assert position.owes == (seat in owing(match))
            duties = [c for c in position.choices if kind_of(c) not in AVOIDED]
            if position.owes:
                action = msgspec.to_builtins(random.choice(duties))
                answer = program.act(match, position.prompt, **action)
                assert answer.status_code == 200, answer.content
                assert msgspec.json.decode(answer.content, type=shape).prompt > position.prompt
        host = seat_of(match, match.host)
        if fresh(match).is_running and host in owing(match):
            from_page(match, host, random)
    match = fresh(match)
    assert match.is_over
    assert match.has_bots
    last = programs[0].look(match)
    assert last["status"] == "finished"
    assert last["owes"] is False
    assert last["choices"] == []


AVOIDED = {"claim", "resign", "offer-draw", "accept-draw"}


def kind_of(action) -> str:
    return action.__struct_config__.tag


def from_page(match, seat: int, random: Random) -> None:
    """Have the person on `seat` do something that is owed."""
    duties = [c for c in choices_of(match, seat) if kind_of(c) not in AVOIDED]
    act(match, seat, random.choice(duties))


def acting() -> tuple[Match, Program, dict]:
    """Return a match, a program that owes a vote there, and its position."""
    match, programs = playing()
    nominate(match)
    return match, programs[0], programs[0].look(match)


def test_a_stale_prompt_is_refused_with_the_fresh_position():
    match, program, position = acting()
    for prompt in (position["prompt"] - 1, position["prompt"] + 1, -1, 10**30):
        refused = program.act(match, prompt, action="vote", ja=True)
        assert (refused.status_code, kind(refused)) == (409, "stale-prompt")
        assert refused.json()["position"] == position
    assert program.look(match) == position


def test_the_same_action_twice_is_done_once():
    match, program, position = acting()
    answers = [program.act(match, position["prompt"], action="vote", ja=True) for _i in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert answers[1].json()["position"] == answers[0].json()


def test_who_has_nothing_to_do_is_told_that_it_is_not_their_turn():
    match, programs = playing()
    program = next(one for one in programs if seat_of(match, one.user) not in owing(match))
    position = program.look(match)
    assert position["choices"] == []
    refused = program.act(match, position["prompt"], action="vote", ja=True)
    assert (refused.status_code, kind(refused)) == (409, "not-your-turn")
    assert refused.json()["position"] == position


def test_what_the_rules_forbid_names_the_clause():
    match, program, position = acting()
    refused = program.act(match, position["prompt"], action="discard", tile="liberal")
    assert (refused.status_code, kind(refused)) == (422, "against-the-rules")
    assert refused.json()["clause"]
    assert refused.json()["detail"]
    assert refused.json()["position"] == position


def test_a_refusal_speaks_the_language_that_was_asked_for():
    match, program, _position = acting()
    path = f"/matches/{match.code}/seat"
    english, german = (
        program.ask("DELETE", path, **{"Accept-Language": language}).json()
        for language in ("en", "de")
    )
    assert english["title"] == "This match has already begun."
    assert german["title"] == "Diese Partie hat schon begonnen."
    assert english["type"] == german["type"]


MALFORMED = [
    b"", b"{", b"[]", b"null", b'"text"', b"\xff", b'{"prompt": 1}', b'{"action": {}}',
    b'{"prompt": "1", "action": {"action": "vote", "ja": true}}',
    b'{"prompt": 1, "action": {"action": "vote"}}',
    b'{"prompt": 1, "action": {"action": "vote", "ja": 1}}',
    b'{"prompt": 1, "action": {"action": "vote", "ja": true, "seat": 2}}',
    b'{"prompt": 1, "action": {"action": "vote", "ja": true}, "seat": 2}',
    b'{"prompt": 1, "action": {"action": "win"}}', b'{"prompt": 1, "action": "vote"}',
    b'{"prompt": 1, "action": ' + b"[" * 3000 + b"]" * 3000 + b"}",
]  # fmt: skip


@pytest.mark.parametrize("body", MALFORMED)
def test_what_is_no_action_is_refused_and_says_why(body):
    match, program, position = acting()
    refused = program.ask("POST", f"/matches/{match.code}/action", body)
    assert (refused.status_code, kind(refused)) == (400, "malformed")
    assert refused.json()["detail"]
    assert program.look(match) == position


def test_what_is_too_long_is_refused(program, alice):
    match = table_for(alice)
    refused = program.ask("POST", f"/matches/{match.code}/seat", {"entropy": "x" * 9000})
    assert (refused.status_code, kind(refused)) == (413, "too-large")
    refused = program.ask("POST", f"/matches/{match.code}/seat", {"entropy": "x" * 129})
    assert (refused.status_code, kind(refused)) == (400, "malformed")


def test_a_match_of_others_looks_like_none_at_all(alice, mallory, monkeypatch):
    monkeypatch.setattr(limits, "CALLS", {})
    match, stranger = running(alice), Program(mallory)
    private = open_table(person("Lone"), allows_spectators=False, visibility="link")
    for method, what in (
        ("GET", ""), ("DELETE", "/seat"), ("POST", "/ready"), ("GET", "/stream"),
        ("POST", "/action"),
    ):  # fmt: skip
        body = {"prompt": 0, "action": {"action": "peek"}} if what == "/action" else None
        answers = [
            stranger.ask(method, f"/matches/{code}{what}", body)
            for code in (match.code, private.code, "ZZZZZZ")
        ]
        assert {answer.status_code for answer in answers} == {404}
        assert len({bytes_of(answer) for answer in answers}) == 1


def test_what_there_is_not_is_a_problem_too(program):
    for path in ("/", "/match", "/matches/abc", "/matches/AAAAAA/hand"):
        assert kind(program.ask("GET", path)) == "no-such-address"
    wrong = program.ask("PUT", "/games")
    assert (wrong.status_code, kind(wrong), wrong["Allow"]) == (405, "wrong-method", "GET")
    wrong = program.ask("GET", "/matches/AAAAAA/seat")
    assert (wrong.status_code, wrong["Allow"]) == (405, "DELETE, POST")


def test_a_paused_table_waits_for_programs_too():
    match, program, position = acting()
    Match.objects.filter(pk=match.pk).update(paused_at=match.started_at)
    assert program.look(match)["is_paused"]
    refused = program.act(match, position["prompt"], action="vote", ja=True)
    assert (refused.status_code, kind(refused)) == (409, "paused")


def test_a_program_that_was_away_is_back_when_it_acts():
    match, program, position = acting()
    agreements.step_away(match.pk, program.user)
    assert program.look(match)["players"][position["seat"]]["is_away"]
    program.act(match, program.look(match)["prompt"], action="vote", ja=True)
    assert not program.look(match)["players"][position["seat"]]["is_away"]


def test_what_a_table_agrees_on_is_agreed_by_its_people():
    match, programs = playing()
    agreements.wish(match.pk, programs[0].user, "void")
    assert fresh(match).is_running
    agreements.wish(match.pk, match.host, "void")
    assert fresh(match).status == Match.Status.VOID
    assert programs[0].look(match)["status"] == "void"


def test_the_table_that_follows_allows_programs_which_sit_down_anew():
    match, programs = playing(game="noir")
    play_to_the_end(match)
    following = tables.rematch(match.pk, match.host)
    assert following.allows_api_bots
    assert programs[0].look(match)["next_code"] == following.code
    assert not following.players.filter(is_api=True).exists()
    assert programs[0].sit(following).status_code == 201
    assert following.players.get(user=programs[0].user).is_api


def test_an_owner_who_comes_back_in_person_plays_in_person():
    match, programs = playing(game="noir")
    play_to_the_end(match)
    following = tables.rematch(match.pk, programs[0].user)
    assert not following.players.get(user=programs[0].user).is_api
    assert programs[0].ask("GET", f"/matches/{following.code}").status_code == 403


def test_only_people_matches_stay_without_bots(alice):
    assert not play_to_the_end(running(alice, game="noir")).has_bots


def test_a_page_of_another_site_gets_no_answer_to_read(program):
    answer = program.ask("GET", "/games", Origin="https://evil.example")
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]


def test_the_host_says_whether_programs_may_sit(alice):
    client = Client()
    client.force_login(alice)
    fields = {
        "game": "noir", "seats_min": 2, "seats_max": 2, "visibility": "link", "language": "en",
        "pace": "untimed",
    }  # fmt: skip
    for extra, wanted in (({}, False), ({"allows_api_bots": "on"}, True)):
        address = client.post("/open/", fields | extra).url
        assert Match.objects.get(code=address.strip("/")[-6:]).allows_api_bots is wanted


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
def test_the_board_says_which_seats_programs_play(game, client):
    match, programs = playing(game=game)
    page = client.get(match.get_absolute_url()).content.decode()
    assert page.count('<span class="visually-hidden">bot by API</span>') == len(programs)
    assert page.count('<span class="badge faint">bot by API</span>') == len(programs)
