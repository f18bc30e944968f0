"""The strong inspector's valuation of positions, and the regression behind it."""

from math import exp
from random import Random

import pytest

from games.noir import pieces
from games.noir.bots import belief
from games.noir.bots.win_probability import WEIGHTS, InspectorPosition, features, inspectors_chance
from research.fitting import fit, solve

GRID = pieces.rows_of(pieces.SUSPECTS)
AROUND = belief.adjacency(GRID)
ME, BESIDE, FAR = "Gudrun", "Anouk", "Yasemin"  #: the second row's second, a neighbour, a corner


def position(*identities: str, left: int = 5, candidates: int = 12) -> InspectorPosition:
    """Return a position in which the killer is one of `identities`, all equally likely."""
    pairs = {(name, "Pavel"): 1.0 for name in identities}
    return InspectorPosition(ME, left, pairs, pieces.SUSPECTS[:candidates], AROUND)


def test_there_is_a_weight_for_every_feature():
    assert len(features(position(FAR))) == len(WEIGHTS)


def test_a_killer_with_few_murders_left_is_more_dangerous():
    chances = [inspectors_chance(position(FAR, BESIDE, "Vesa", left=left)) for left in (8, 4, 1)]
    assert chances == sorted(chances, reverse=True)


def test_a_killer_within_reach_is_better_than_one_that_may_be_anywhere():
    anywhere = position(*(name for name in pieces.SUSPECTS if name not in (ME, "Pavel")))
    assert inspectors_chance(position(BESIDE)) > inspectors_chance(anywhere)


def test_an_inspector_with_few_cards_to_hide_among_is_in_danger():
    among = [inspectors_chance(position(BESIDE, FAR, candidates=count)) for count in (12, 7)]
    assert among[0] > among[1]


def test_the_chance_is_zero_if_no_pair_is_left():
    assert inspectors_chance(position()) == 0.0


def test_the_regression_recovers_the_weights_behind_the_wins():
    random, true = Random(1), (0.5, -2.0, 1.0)
    rows = [(1.0, random.uniform(-1, 1), random.uniform(-1, 1)) for _ in range(4000)]
    odds = [1 / (1 + exp(-sum(w * x for w, x in zip(true, row, strict=True)))) for row in rows]
    found = fit(rows, [random.random() < share for share in odds])
    assert found == pytest.approx(true, abs=0.15)


def test_equations_are_solved_in_any_order():
    assert solve([[0.0, 2.0], [4.0, 1.0]], [6.0, 11.0]) == pytest.approx([2.0, 3.0])


def test_equations_without_a_solution_are_refused():
    with pytest.raises(ZeroDivisionError):
        solve([[1.0, 1.0], [1.0, 1.0]], [1.0, 2.0])
