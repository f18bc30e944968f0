"""The strong bot does what its analysis says."""

from collections import Counter
from random import Random

import pytest

from games.engine.seats import PUBLIC, Seat
from games.secret_hitler import GAME
from games.secret_hitler import actions as ac
from games.secret_hitler.bots.strong.bot import play_strongly
from games.secret_hitler.insight.analysis import weigh
from tests.secret_hitler.table import Table

TIMES = 400


def weighed(table: Table, seat: int, *later):
    return weigh(table.view(seat), GAME.choices(table.state, Seat(seat)), later)


def shares(table: Table, seat: int):
    """Return how often a strong bot at `seat` takes each action, over many draws."""
    view, choices = table.view(seat), GAME.choices(table.state, Seat(seat))
    done = Counter(play_strongly(view, choices, Random(lot)) for lot in range(TIMES))
    return {action: number / TIMES for action, number in done.items()}


def hitler_runs_late() -> Table:
    table = Table("LLLLLFFH").fascist_rounds(3)
    return table.nominate(table.state.president, 7)


TABLES = {
    "a president who knows all": (Table("FLLLH", deck="LLF").government(0, 1), 0),
    "a president who knows nobody": (Table("HLLLLFF", deck="LFF").government(0, 1), 0),
    "a chancellor who knows all": (Table("LLLLFFH", deck="LFF").government(0, 4).discard("F"), 4),
    "a chancellor who knows nobody": (
        Table("LLLLFFH", deck="LFF").government(0, 6).discard("F"),
        6,
    ),
    "a liar": (Table("FLLLH", deck="LFF").government(0, 1).discard("L").enact("F"), 0),
    "Hitler lies": (Table("HLLLLFF", deck="LFF").government(0, 1).discard("L").enact("F"), 0),
    "a fascist votes": (Table("LLLLLFFH").nominate(0, 1), 5),
    "a fascist votes for Hitler": (hitler_runs_late(), 5),
    "a liberal votes": (Table("LLLLFFH").nominate(0, 1), 2),
    "a liberal nominates": (Table("LLLLFFH"), 0),
    "a fascist nominates": (Table("FLLLLFH"), 0),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_bot_chooses_each_action_as_often_as_its_analysis_says(name):
    table, seat = TABLES[name]
    done = shares(table, seat)
    for action, share in done.items():
        (found,) = weighed(table, seat, action)
        said = [option.often for option in found.options if option.is_taken]
        assert said == [pytest.approx(share, abs=0.1)]
    (found,) = weighed(table, seat, next(iter(done)))
    assert sum(option.often > 0.02 for option in found.options) <= len(done)


def test_better_actions_are_drawn_more_often():
    (found,) = weighed(*TABLES["a chancellor who knows all"])
    worths = [option.worth for option in found.options]
    assert len(worths) == 2
    assert worths == sorted(worths, reverse=True)
    assert found.options[0].often > found.options[1].often > 0


def test_a_seat_without_a_decision_or_a_choice_has_no_analysis():
    table = Table("LLLLFFH", deck="FFF").nominate(0, 1)
    assert weighed(table.vote(ja=range(3)), 0) == ()  # has voted
    forced = Table("LLLLFFH", deck="FFF").government(0, 1)
    assert len(GAME.choices(forced.state, Seat(0))) == 1
    assert weighed(forced, 0) == ()
    assert weigh(GAME.view(forced.state, PUBLIC), (), ()) == ()


def test_a_liberal_has_no_alternative_to_the_truth():
    table = Table("LLLLFFH", deck="FFL").round("L")
    assert any(isinstance(choice, ac.Claim) for choice in GAME.choices(table.state, Seat(0)))
    assert weighed(table, 0) == ()


def test_the_order_of_its_tiles_does_not_change_a_story():
    table, seat = TABLES["a liar"]
    turned = ac.Claim("president-hand", 1, tiles=("fascist", "liberal", "fascist"))
    (found,) = weighed(table, seat, turned)
    assert [option.is_taken for option in found.options].count(True) == 1
