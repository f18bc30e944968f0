"""The API gives a seat its view and nothing else: another truth gives the same bytes."""

from random import Random

import msgspec
import pytest

from games.api import limits
from games.engine.seats import Viewer
from games.matches.play import memory
from tests.api.client import Program, playing
from tests.conformance.cases import CASES
from tests.conformance.lookalike import Pair, pairs
from tests.matches.page.test_secrets import bytes_of, retell
from tests.matches.seating import (
    fresh,
    nominate,
    play_one,
    play_to_the_end,
    player_at,
    prompt_of,
    seat_of,
)

pytestmark = pytest.mark.django_db

GAMES = {"secret-hitler": 7, "noir": 2}


@pytest.fixture(autouse=True)
def _unlimited(monkeypatch):
    monkeypatch.setattr(limits, "CALLS", {})


def all_by_api(game: str) -> tuple:
    """Return a match, and for each seat a program that plays there."""
    match, programs = playing(GAMES[game], game)
    match.players.update(is_api=True)
    programs = [*programs, Program(match.host)]
    return match, {seat_of(match, program.user): program for program in programs}


def answers(match, program, viewer, tried) -> list[bytes]:
    """Return all responses to a seat that looks, and tries forbidden actions."""
    address = f"/matches/{match.code}"
    found = [
        program.ask("GET", address),
        program.ask("GET", address, **{"Accept-Language": "de"}),
        program.ask("GET", "/matches"),
        program.ask("DELETE", f"{address}/seat"),
        program.ask("POST", f"{address}/seat", {}),
        program.ask("POST", f"{address}/ready", {}),
        program.ask("POST", f"{address}/action", b"rubbish"),
    ]
    prompt = prompt_of(match, viewer.seat)
    choices = memory.projection_of(fresh(match)).choices[viewer.seat]
    for turn in tried:
        action = msgspec.to_builtins(turn.action)
        wrong = (prompt, 77) if turn.action not in choices else (77,)
        found += [program.act(match, asked, **action) for asked in wrong]
    return [bytes_of(response) for response in found]


def looked_at(game: str) -> list[Pair]:
    """Return pairs of truths that seats cannot tell apart."""
    seeds = range(41, 43 if game == "noir" else 42)
    found = [pair for seed in seeds for pair in pairs(CASES[game], GAMES[game], seed=seed)]
    return [pair for pair in found if pair.viewer.seat is not None]


@pytest.mark.parametrize("game", GAMES)
def test_indistinguishable_truths_give_a_seat_the_same_bytes(game, caplog):
    match, by_seat = all_by_api(game)
    for pair in looked_at(game):
        told, logged = [], []
        for turns in (pair.real, pair.other):
            retell(match, turns)
            caplog.clear()
            tried = [turn for turn in pair.real[-8:] if turn.action is not None]
            told.append(answers(match, by_seat[pair.viewer.seat], pair.viewer, tried))
            logged.append([record.getMessage() for record in caplog.records])
        assert len(told[0]) >= 7 + len(tried)
        assert told[0] == told[1], pair.viewer
        assert logged[0] == logged[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_gets_exactly_its_own_view_choices_and_log(game):
    match, by_seat = all_by_api(game)
    random = Random(7)
    encode = msgspec.json.encode
    for move in range(60):
        projection = memory.projection_of(fresh(match))
        for seat, program in by_seat.items() if move % 3 == 0 else ():
            given = program.look(match)
            viewer = Viewer(seat)
            assert given["view"] == msgspec.json.decode(
                encode(projection.game.view(projection.state, viewer))
            )
            assert given["choices"] == msgspec.json.decode(encode(projection.choices[seat]))
            assert given["log"] == msgspec.json.decode(encode(projection.log(viewer)))
            assert given["seat"] == seat
        if not (play_one(match, random) and fresh(match).is_running):
            break


def test_everything_around_the_view_is_known_to_the_whole_table():
    match, by_seat = all_by_api("secret-hitler")
    given = [program.look(match) for program in by_seat.values()]
    own = {"seat", "prompt", "owes", "choices", "view", "log"}
    shared = [{key: value for key, value in one.items() if key not in own} for one in given]
    assert all(one == shared[0] for one in shared)
    assert shared[0].keys() == {
        "code", "game", "status", "players", "is_paused", "log_start", "next_code",
    }  # fmt: skip


def test_no_response_contains_seed_entropy_or_an_account():
    match, by_seat = all_by_api("secret-hitler")
    nominate(match)
    user = player_at(match, 0).user
    hidden = [bytes(match.seed).hex(), *match.players.values_list("entropy", flat=True)]
    hidden += [str(user.public_id), user.username]
    for program in by_seat.values():
        text = program.ask("GET", f"/matches/{match.code}").content.decode()
        assert not [secret for secret in hidden if secret and f'"{secret}"' in text]


def test_responses_are_not_cached():
    match, by_seat = all_by_api("noir")
    for path in ("/games", "/matches", f"/matches/{match.code}", "/matches/ZZZZZZ"):
        answer = by_seat[0].ask("GET", path)
        assert "no-store" in answer["Cache-Control"]
        assert "private" in answer["Cache-Control"]


def test_after_the_match_every_seat_gets_everything():
    match, by_seat = all_by_api("noir")
    play_to_the_end(match)
    views = [program.look(match) for program in by_seat.values()]
    assert views[0]["view"] == views[1]["view"]
    assert views[0]["view"]["evidence"] is not None
    assert views[0]["log"] == views[1]["log"]
