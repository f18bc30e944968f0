"""A program in a match: it acts by the rules, and refusals state the reason clearly."""

from random import Random

import msgspec
import pytest

from games.api import limits, shapes
from games.matches.models import Match
from games.matches.play import table_votes
from tests.api.client import Program, kind, playing, table_for
from tests.matches.page.test_secrets import bytes_of
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

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
def test_a_whole_match_played_by_programs_counts_as_one_with_bots(game, monkeypatch):
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
    """Have the person on `seat` take an action that is owed."""
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


def test_an_action_sent_twice_is_performed_once():
    match, program, position = acting()
    answers = [program.act(match, position["prompt"], action="vote", ja=True) for _i in range(2)]
    assert [answer.status_code for answer in answers] == [200, 409]
    assert answers[1].json()["position"] == answers[0].json()


def test_a_program_without_a_decision_is_told_that_it_is_not_its_turn():
    match, programs = playing()
    program = next(one for one in programs if seat_of(match, one.user) not in owing(match))
    position = program.look(match)
    assert position["choices"] == []
    refused = program.act(match, position["prompt"], action="vote", ja=True)
    assert (refused.status_code, kind(refused)) == (409, "not-your-turn")
    assert refused.json()["position"] == position


def test_an_illegal_action_names_the_clause():
    match, program, position = acting()
    refused = program.act(match, position["prompt"], action="discard", tile="liberal")
    assert (refused.status_code, kind(refused)) == (422, "against-the-rules")
    assert refused.json()["clause"]
    assert refused.json()["detail"]
    assert refused.json()["position"] == position


def test_a_refusal_is_in_the_requested_language():
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
def test_an_invalid_action_is_refused_with_the_reason(body):
    match, program, position = acting()
    refused = program.ask("POST", f"/matches/{match.code}/action", body)
    assert (refused.status_code, kind(refused)) == (400, "malformed")
    assert refused.json()["detail"]
    assert program.look(match) == position


def test_an_oversized_action_is_refused(program, alice):
    match = table_for(alice)
    refused = program.ask("POST", f"/matches/{match.code}/seat", {"entropy": "x" * 9000})
    assert (refused.status_code, kind(refused)) == (413, "too-large")
    refused = program.ask("POST", f"/matches/{match.code}/seat", {"entropy": "x" * 129})
    assert (refused.status_code, kind(refused)) == (400, "malformed")


@pytest.mark.django_db(transaction=True)  # a stream drops a connection amid one
def test_a_match_of_others_looks_nonexistent(alice, mallory, monkeypatch):
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


def test_a_paused_table_waits_for_programs_too():
    match, program, position = acting()
    Match.objects.filter(pk=match.pk).update(paused_at=match.started_at)
    assert program.look(match)["is_paused"]
    refused = program.act(match, position["prompt"], action="vote", ja=True)
    assert (refused.status_code, kind(refused)) == (409, "paused")


def test_a_program_that_was_away_returns_by_acting():
    match, program, position = acting()
    table_votes.step_away(match.pk, program.user)
    assert program.look(match)["players"][position["seat"]]["is_away"]
    program.act(match, program.look(match)["prompt"], action="vote", ja=True)
    assert not program.look(match)["players"][position["seat"]]["is_away"]


def test_matches_for_people_only_stay_without_bots(alice):
    assert not play_to_the_end(running(alice, game="noir")).has_bots


def test_a_page_of_another_site_cannot_read_the_response(program):
    answer = program.ask("GET", "/games", Origin="https://evil.example")
    assert not [name for name in answer.headers if name.lower().startswith("access-control")]
