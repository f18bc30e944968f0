"""The notebook is an option: without it no byte changes; with it a seat sees only its own."""

import json
from random import Random

import msgspec
import pytest

from games.engine import portable
from games.engine.record import Turn, replay
from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer
from games.engine.simulation import simulate
from games.secret_hitler import GAME
from games.secret_hitler.dealing import Options
from games.secret_hitler.events import Dealt
from games.secret_hitler.pieces import ROLES, TILES

DEAL = Dealt(ROLES[5], TILES, Seat(0))


def test_without_a_notebook_records_and_logs_do_not_mention_it():
    assert msgspec.json.encode(Options()) == b"{}"
    assert b"notebook" not in msgspec.json.encode(DEAL)
    old = json.dumps({"event": "dealt", "roles": ROLES[5], "deck": TILES, "first_president": 0})
    assert msgspec.json.decode(old, type=GAME.records.events) == DEAL
    assert msgspec.json.encode(DEAL) == old.replace(" ", "").encode()


def test_a_record_with_a_notebook_is_read_back_with_it():
    [played] = simulate(GAME, 5, 1, 3, dict.fromkeys(GAME.sides.names, GAME.bots["simple"]))
    names = [f"Player {seat}" for seat in range(5)]
    record = portable.record_of(GAME, names, Options(notebook=True), played.turns)
    assert record.options == {"notebook": True}
    turns = portable.turns_of(GAME, record)
    assert turns[0].events[0].notebook is True
    assert [turn.events for turn in turns[1:]] == [turn.events for turn in played.turns[1:]]


def test_a_record_may_state_that_there_is_no_notebook():
    [played] = simulate(GAME, 5, 1, 3, dict.fromkeys(GAME.sides.names, GAME.bots["simple"]))
    record = portable.record_of(GAME, ["a", "b", "c", "d", "e"], Options(), played.turns)
    said = msgspec.structs.replace(record, options={"notebook": False})
    assert portable.options_of(GAME, said) == Options()


def test_an_invalid_option_is_refused():
    [played] = simulate(GAME, 5, 1, 3, dict.fromkeys(GAME.sides.names, GAME.bots["simple"]))
    record = portable.record_of(GAME, ["a", "b", "c", "d", "e"], Options(), played.turns)
    with pytest.raises(portable.RecordError):
        portable.options_of(GAME, msgspec.structs.replace(record, options={"notebok": True}))


@pytest.mark.parametrize("notebook", [True, False])
def test_views_differ_only_in_whether_there_is_a_notebook(notebook):
    events = GAME.records.deal(5, Options(notebook=notebook), GAME.records.extract_setup([DEAL]))
    plain = GAME.records.deal(5, Options(), GAME.records.extract_setup([DEAL]))
    for viewer in (PUBLIC, EVERYTHING, Viewer(Seat(2))):
        [noted], [bare] = (
            [GAME.view(frame.state, viewer) for frame in replay(GAME, [Turn(tuple(made))])]
            for made in (events, plain)
        )
        assert noted.notebook is notebook
        assert msgspec.structs.replace(noted, notebook=False) == bare


def test_bots_play_the_same_with_and_without_a_notebook():
    def first_choice(notebook):
        events = GAME.records.deal(
            5, Options(notebook=notebook), GAME.records.extract_setup([DEAL])
        )
        state = GAME.apply(GAME.start.empty, events)
        bot = GAME.bots["strong"]
        return bot(GAME.view(state, Viewer(Seat(0))), GAME.choices(state, Seat(0)), Random(1))

    assert first_choice(True) == first_choice(False)
