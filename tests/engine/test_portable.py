"""Reading and writing records, on Secret Hitler: valid ones, refusals, and their texts."""

import contextlib
import json
import time
from functools import cache, reduce
from operator import getitem
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import portable, simulation
from games.engine.chance import commitment
from games.engine.portable import RecordError
from games.engine.record import Turn
from games.secret_hitler import GAME

GAMES = {GAME.key: GAME}
BOTS = dict.fromkeys(GAME.sides.names, GAME.bots["random"])
PLAYERS = ["Ada", "Ben", "Chiyo", "Dario", "Elif"]


@cache
def simulated(seed, count=5):
    return next(simulation.simulate(GAME, count, 1, seed, BOTS))


def plain_record(number=0, **changes):
    """Return a finished game's record as plain JSON, with fields changed or (None) left out."""
    played = simulated(number)
    record = portable.record_of(
        GAME, PLAYERS, GAME.start.options(), played.turns, result=played.outcome
    )
    plain = json.loads(portable.write(record)) | changes
    return {key: value for key, value in plain.items() if value is not Ellipsis}


def turns_of(plain):
    data = plain if isinstance(plain, bytes) else json.dumps(plain).encode()
    return portable.turns_of(*portable.read(data, GAMES))


def refusal_of(plain):
    with pytest.raises(RecordError) as caught:
        turns_of(plain)
    assert str(caught.value).isprintable(), "an error is one line"
    return caught.value


def with_reshuffle():
    """Return a plain record in which the deck was reshuffled."""
    return next(plain for plain in map(plain_record, range(50)) if plain["shuffles"])


@settings(max_examples=60)
@given(st.integers(0, 10**9), st.sampled_from(GAME.seats))
def test_any_game_written_and_read_again_is_the_same_game(seed, count):
    played = simulated(seed, count)
    record = portable.record_of(
        GAME,
        [f"Player {seat}" for seat in range(count)],
        GAME.start.options(),
        played.turns,
        result=played.outcome,
        seed=played.seed.hex(),
        entropy=played.entropy,
        commitment=commitment(played.seed),
        played_at="1932-11-08T20:15:00Z",
    )
    game, read = portable.read(portable.write(record), GAMES)
    assert (game, read) == (GAME, record)
    assert portable.turns_of(game, read) == played.turns


@given(st.integers(0, 10**9), st.data())
def test_any_unfinished_game_is_a_record_too(seed, data):
    played = simulated(seed)
    cut = played.turns[: data.draw(st.integers(1, len(played.turns)))]
    record = portable.record_of(GAME, PLAYERS, GAME.start.options(), cut)
    assert portable.turns_of(*portable.read(portable.write(record), GAMES)) == cut


def test_actors_and_times_are_read_back_unchanged():
    turns = list(simulated(1).turns)
    turns[1] = Turn(turns[1].events, turns[1].seat, turns[1].action, "clock", "1933-01-30T12:00Z")
    record = portable.record_of(GAME, PLAYERS, GAME.start.options(), turns)
    assert record.actions[0]["by"] == "clock"
    again = portable.turns_of(*portable.read(portable.write(record), GAMES))
    assert [(turn.by, turn.at) for turn in again] == [(turn.by, turn.at) for turn in turns]


def test_a_record_may_also_say_that_a_player_acted():
    unsaid, said = plain_record(), plain_record()
    for silent, spoken in zip(unsaid["actions"], said["actions"], strict=True):
        del silent["by"]
        spoken["by"] = "player"
    assert turns_of(said) == turns_of(unsaid)
    assert {turn.by for turn in turns_of(unsaid)} == {"player"}


def test_a_record_holds_its_optional_fields_only_if_they_are_given():
    assert not {"seed", "entropy", "commitment", "played_at"} & set(plain_record())


def test_a_finished_game_may_leave_its_result_open():
    assert turns_of(plain_record(result=None)) == turns_of(plain_record())


@pytest.mark.parametrize(
    "field", ["format", "game", "players", "options", "setup", "actions", "shuffles", "result"]
)
def test_a_required_key_may_not_be_missing(field):
    assert refusal_of(plain_record(**{field: Ellipsis})).text == f"{field} is missing"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"notes": "x"}, "unknown field notes"),
        ({"format": "cabinet-noir/2"}, "format can't be 'cabinet-noir/2'"),
        ({"game": "chess"}, "chess"),
        ({"game": 7}, "game should be a text, not a whole number"),
        ({"players": ["Ada", "Ben"]}, "this number of players: 2"),
        ({"players": [*PLAYERS[:4], ""]}, "players"),
        ({"players": [*PLAYERS[:4], 3]}, "players[4]"),
        ({"players": "Ada"}, "players"),
        ({"options": {"speed": 1}}, "speed"),
        ({"options": None}, "options"),
        ({"setup": []}, "setup"),
        ({"actions": {}}, "actions"),
        ({"actions": ["file"]}, "actions[0]"),
        ({"shuffles": [["liberal"], "liberal"]}, "shuffles[1]"),
        ({"shuffles": [[True]]}, "shuffles[0][0]"),
        ({"result": {"winner": "liberal"}}, "result.reason is missing"),
        ({"result": {"winner": "liberal", "reason": "x", "y": 1}}, "unknown field result.y"),
        ({"result": "liberal"}, "result"),
        ({"seed": "00" * 31}, "seed"),
        ({"seed": "zz" * 32}, "seed"),
        ({"seed": "00" * 32 + "\n"}, "seed"),
        ({"seed": None}, "seed"),
        ({"commitment": "00" * 33}, "commitment"),
        ({"entropy": ["a", "b"]}, "one string per seat"),
        ({"entropy": ["a", "b", 3]}, "entropy[2]"),
        ({"played_at": "yesterday"}, "played_at"),
        ({"played_at": "1932-11-08"}, "played_at"),
        ({"played_at": "1932-11-08T20:15:00"}, "played_at"),
        ({"played_at": "1932-11-08T20:15:00+01:00"}, "played_at"),
        ({"played_at": "1932-13-08T20:15:00Z"}, "played_at"),
    ],
)
def test_a_malformed_record_is_refused_as_such(changes, says):
    error = refusal_of(plain_record(**changes))
    assert says in error.text
    assert (error.number, error.clause) == (0, "record-format")


@pytest.mark.parametrize("text", ["1932-11-08T20:15:00Z", "1932-11-08T20:15:00.123+00:00"])
def test_a_time_in_utc_is_kept_as_it_was_written(text):
    data = json.dumps(plain_record(played_at=text)).encode()
    assert portable.read(data, GAMES)[1].played_at == text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"{} {}",
        b"\xff\xfe",
        b'{"game": "\xff"}',
        b'{"game": "\\ud800"}',
        b'{"game": NaN}',
        b'{"game": 1e999}',
        b'{"game": ' + b"9" * 5000 + b"}",
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b" " * (portable.LARGEST_RECORD + 1),
        b'{"\\u2028\\n\\u001b[31m": 1}',
    ],
    ids=lambda data: repr(data[:12]),
)
def test_input_that_is_not_a_record_gets_a_one_line_error(data):
    assert refusal_of(data).clause == "record-format"


def test_a_duplicate_key_is_an_error_at_any_depth():
    whole = json.dumps(plain_record())
    twice = whole.replace('"action": ', '"action": "say", "action": ', 1)
    assert twice != whole
    assert '"action" is given twice' in refusal_of(twice.encode()).text


def test_a_duplicate_among_very_many_keys_is_found_quickly():
    keys = ",".join(f'"{number}":0' for number in range(20_000))
    began = time.process_time()
    assert '"19999" is given twice' in refusal_of(f'{{{keys},"19999":0}}'.encode()).text
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"action": "shout"}, "shout"),
        ({"action": 7}, "action "),
        ({"chair": 0}, "chair"),
        ({"seat": 5}, "no seat 5"),
        ({"seat": -1}, "no seat -1"),
        ({"seat": False}, "seat "),
        ({"seat": 0.0}, "seat "),
        ({"seat": None}, "seat "),
        ({"by": "ghost"}, "by "),
        ({"at": "noon"}, "at is not"),
        ({"at": None}, "at "),
    ],
)
def test_a_malformed_action_is_refused_with_its_number(changes, says):
    plain = plain_record()
    plain["actions"][0] |= changes
    error = refusal_of(plain)
    assert says in error.text
    assert (error.number, error.clause) == (1, "record-format")


@pytest.mark.parametrize("key", ["seat", "action"])
def test_an_action_needs_its_seat_and_its_name(key):
    plain = plain_record()
    del plain["actions"][2][key]
    assert refusal_of(plain).number == 3


def test_true_is_not_one_and_one_is_not_true():
    plain = plain_record()
    number = next(n for n, action in enumerate(plain["actions"]) if action["action"] == "vote")
    plain["actions"][number]["ja"] = 1
    assert refusal_of(plain).number == number + 1


def test_an_illegal_action_is_refused_with_its_number_request_and_clause():
    plain = plain_record()
    other = another_nominates(plain)
    error = refusal_of(plain)
    assert (error.number, error.clause) == (1, "2.2")
    assert f'"seat": {other}' in error.asked
    assert str(error).startswith("action 1: {")
    assert str(error).endswith("(clause 2.2)")


def another_nominates(plain):
    """Give the first action of `plain` to a seat that does not owe it; return the seat."""
    first = plain["actions"][0]
    first["seat"] = (first["seat"] + 1) % len(PLAYERS)
    return first["seat"]


def test_the_first_fault_is_the_one_reported():
    plain = plain_record()
    another_nominates(plain)
    plain["actions"][1]["action"] = "shout"
    assert refusal_of(plain).number == 1


def test_nothing_may_follow_the_end():
    plain = plain_record()
    plain["actions"].append({"seat": 0, "action": "vote", "ja": True})
    error = refusal_of(plain)
    assert (error.number, error.clause) == (len(plain["actions"]), "6.1")


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"roles": ["liberal"] * 5}, "1.1"),
        ({"deck": ["liberal"] * 17}, "1.3"),
        ({"deck": ["liberal"] * 16 + ["maybe"]}, "record-format"),
        ({"hands": []}, "record-format"),
    ],
)
def test_an_impossible_set_up_is_action_0(changes, clause):
    plain = plain_record()
    plain["setup"] |= changes
    error = refusal_of(plain)
    assert (error.number, error.clause) == (0, clause)


def test_a_new_deck_must_be_recorded():
    error = refusal_of(with_reshuffle() | {"shuffles": []})
    assert "no new deck for deck/1" in error.text
    assert error.number > 0


def test_a_new_deck_holds_exactly_the_remaining_tiles():
    plain = with_reshuffle()
    plain["shuffles"][0] = ["liberal"] * len(plain["shuffles"][0])
    assert "does not contain the remaining tiles" in refusal_of(plain).text


def test_an_unneeded_new_deck_is_an_error():
    plain = plain_record()
    plain["shuffles"].append(["liberal"])
    error = refusal_of(plain)
    assert error.number == len(plain["actions"])
    assert "shuffles given" in error.text


def test_a_running_game_has_no_result():
    plain = plain_record()
    plain["actions"].pop()
    assert "has not ended" in refusal_of(plain).text


def test_a_result_must_follow_from_the_actions():
    plain = plain_record()
    plain["result"]["reason"] = "bribery"
    assert "the actions lead to" in refusal_of(plain).text


def test_a_key_that_a_game_would_ignore_is_refused():
    class Shout(msgspec.Struct, tag="shout"):
        loud: bool = True

    with pytest.raises(msgspec.ValidationError, match="chair"):
        portable._strict({"type": "shout", "chair": 0}, Shout)


def test_an_error_message_stays_short_for_a_very_long_key():
    for path in ([], ["actions", 0], ["setup"]):
        plain = plain_record()
        reduce(getitem, path, plain)["\u2028\u202e" + "x" * 9000] = "y"
        assert len(str(refusal_of(plain))) < 1000, path


@settings(max_examples=300)
@given(st.randoms(use_true_random=False), st.integers(0, 50))
def test_a_record_with_any_value_replaced_is_played_or_refused_without_a_crash(random, seed):
    plain = plain_record(seed)
    _replace_something(plain, random)
    with contextlib.suppress(RecordError):
        assert turns_of(plain)[0].seat is None


def _replace_something(value, random: Random):
    """Replace one thing somewhere inside `value`."""
    junk = random.choice([None, True, 0, -1, 1.0, 10**30, "", "liberal", "\x00", [], {}, [[]]])
    while True:
        key = random.choice(list(value) if isinstance(value, dict) else range(len(value)))
        inner = value[key]
        if not inner or not isinstance(inner, dict | list) or random.random() < 0.2:
            value[key] = junk
            return
        value = inner
