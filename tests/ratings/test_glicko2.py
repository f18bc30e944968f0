"""Glicko-2: the paper's own example to its printed digits, and general properties."""

from math import exp, isfinite, log, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings import glicko2
from games.ratings.glicko2 import GameResult, expected, update
from games.ratings.skill import SCALE, START, Skill, after_pause, logit

skills = st.builds(Skill, st.floats(0, 3500), st.floats(20, 350), st.floats(0.01, 0.12))
scores = st.sampled_from([0.0, 0.5, 1.0])

#: "Example of the Glicko-2 system", the worked example.
PLAYER = Skill(1500, 200, 0.06)
GAMES = [
    GameResult(Skill(1400, 30), 1.0),
    GameResult(Skill(1550, 100), 0.0),
    GameResult(Skill(1700, 300), 0.0),
]


def test_the_published_example_is_reproduced_to_its_printed_digits():
    after = update(PLAYER, GAMES)
    mu, phi = (after.rating - START) / SCALE, after.deviation / SCALE
    assert (round(mu, 4), round(phi, 4)) == (-0.2069, 0.8722)
    assert round(173.7178 * round(mu, 4) + 1500, 2) == 1464.06  # as the paper goes on, rounded
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert round(after.deviation, 2) == 151.52
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def root_of_step_5(sigma, phi, variance, delta):
    """Return the volatility that solves the paper's f(x) = 0, by bisection."""

    def f(x):
        whole = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - whole) / (2 * whole**2) - (x - 2 * log(sigma)) / glicko2.TAU**2

    low, high = -40.0, 10.0
    assert f(low) > 0 > f(high)
    for _halving in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    return exp(low / 2)


@pytest.mark.parametrize("upsets", [1, 3, 10])
@pytest.mark.parametrize("deviation", [30, 60, 200])
def test_volatility_after_large_upsets_is_the_root_of_the_papers_equation(upsets, deviation):
    own = Skill(1500, deviation, 0.06)
    lost = [GameResult(Skill(700, 30), 0.0)] * upsets
    information, surprise = glicko2._evidence(0.0, lost)
    expected_root = root_of_step_5(0.06, deviation / SCALE, 1 / information, surprise / information)
    after = update(own, lost).volatility
    assert after == pytest.approx(expected_root, rel=1e-5)
    assert after > 0.06


def test_results_as_expected_make_nobody_more_volatile():
    level = [GameResult(Skill(1500, 30), 1.0), GameResult(Skill(1500, 30), 0.0)]
    information, surprise = glicko2._evidence(0.0, level)
    after = update(Skill(1500, 60, 0.06), level).volatility
    assert after < 0.06
    assert after == pytest.approx(
        root_of_step_5(0.06, 60 / SCALE, 1 / information, surprise / information), rel=1e-5
    )


def test_an_inactive_player_keeps_their_rating_with_more_uncertainty():
    after = update(PLAYER, [])
    assert after.rating == PLAYER.rating
    assert after.volatility == PLAYER.volatility
    assert after.deviation == pytest.approx((200**2 + (0.06 * SCALE) ** 2) ** 0.5)


def test_no_deviation_exceeds_that_of_a_newcomer():
    assert after_pause(PLAYER, 10_000, 350.0).deviation == 350.0


def test_a_year_without_play_takes_a_deviation_of_60_to_107():
    assert round(after_pause(Skill(1500, 60), 365 / 5, 350.0).deviation) == 107


@given(skills, skills, scores)
def test_any_two_players_and_any_result_give_sensible_ratings(own, other, score):
    after = update(own, [GameResult(other, score)])
    assert all(isfinite(value) for value in (after.rating, after.deviation, after.volatility))
    assert 0 < after.deviation <= 350
    assert 0 < after.volatility < 1


@given(skills, skills)
def test_a_win_never_lowers_and_a_loss_never_raises_a_rating(own, other):
    before = own.rating
    assert update(own, [GameResult(other, 0.0)]).rating <= before + 1e-9
    assert update(own, [GameResult(other, 1.0)]).rating >= before - 1e-9


@given(skills, skills, st.floats(-2, 2))
def test_the_expectations_of_both_sides_add_up_to_one(own, other, advantage):
    together = expected(own, other, advantage) + expected(other, own, -advantage)
    assert together == pytest.approx(1)


@given(st.floats(0, 3500), st.floats(20, 350), st.floats(20, 350), st.floats(0.05, 0.95))
def test_equal_players_neither_gain_nor_lose_when_results_follow_the_prior(
    rating, deviation, other_deviation, prior
):
    own, other = Skill(rating, deviation), Skill(rating, other_deviation)
    advantage = logit(prior)
    assert expected(own, other, advantage) == pytest.approx(prior)
    won = update(own, [GameResult(other, 1.0, advantage)])
    lost = update(own, [GameResult(other, 0.0, advantage)])
    # A surprise moves the volatility and so, a little, the step itself.
    drift = prior * (won.rating - rating) + (1 - prior) * (lost.rating - rating)
    assert abs(drift) <= 0.01 * max(abs(won.rating - rating), abs(lost.rating - rating))


@given(skills, skills, scores)
def test_without_an_advantage_it_is_glickmans_own_system(own, other, score):
    assert update(own, [GameResult(other, score, logit(0.5))]) == update(
        own, [GameResult(other, score)]
    )


def test_an_opponent_with_an_uncertain_rating_counts_for_less():
    gains = []
    for deviation in (30, 350):
        after = update(PLAYER, [GameResult(Skill(1700, deviation), 1.0)])
        weight = 1 / sqrt(1 + 3 * (deviation / SCALE / pi) ** 2)  # Glickman's g, step 3
        chance = 1 / (1 + exp(-weight * (PLAYER.rating - 1700) / SCALE))
        step = SCALE * (after.deviation / SCALE) ** 2 * weight * (1 - chance)  # steps 7 and 8
        gains.append(after.rating - PLAYER.rating)
        assert gains[-1] == pytest.approx(step, abs=1e-6)
    assert gains[0] > gains[1]
    assert glicko2.weight(0) == 1
    assert glicko2.weight(pi) == pytest.approx(0.5)
