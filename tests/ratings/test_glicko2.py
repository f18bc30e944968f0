"""Glicko-2: the paper's own example to its printed digits, and what must hold for any figures."""

from math import isfinite, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings import glicko2
from games.ratings.glicko2 import Game, expected, update
from games.ratings.skill import SCALE, START, Skill, grown, logit

skills = st.builds(Skill, st.floats(0, 3500), st.floats(20, 350), st.floats(0.01, 0.12))
scores = st.sampled_from([0.0, 0.5, 1.0])

#: "Example of the Glicko-2 system", the worked example.
PLAYER = Skill(1500, 200, 0.06)
GAMES = [
    Game(Skill(1400, 30), 1.0),
    Game(Skill(1550, 100), 0.0),
    Game(Skill(1700, 300), 0.0),
]


def test_the_published_example_comes_out_to_its_printed_digits():
    after = update(PLAYER, GAMES)
    mu, phi = (after.rating - START) / SCALE, after.deviation / SCALE
    assert (round(mu, 4), round(phi, 4)) == (-0.2069, 0.8722)
    assert round(173.7178 * round(mu, 4) + 1500, 2) == 1464.06  # as the paper goes on, rounded
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert round(after.deviation, 2) == 151.52
    assert after.volatility == pytest.approx(0.05999, abs=1e-5)


def test_the_steps_of_the_published_example_come_out_too():
    weights = [round(glicko2.weight(game.opponent.deviation / SCALE), 4) for game in GAMES]
    assert weights == [0.9955, 0.9531, 0.7242]
    distances = [(START - game.opponent.rating) / SCALE for game in GAMES]
    assert [round(-distance, 4) for distance in distances] == [
        -0.5756, 0.2878, 1.1513,
    ]  # fmt: skip
    phis = [game.opponent.deviation / SCALE for game in GAMES]
    chances = [
        round(glicko2._chance(distance, phi, 0.0), 3)
        for distance, phi in zip(distances, phis, strict=True)
    ]
    assert chances == [0.639, 0.432, 0.303]
    # The paper goes on with these figures as they are rounded.
    variance = 1 / sum(g**2 * e * (1 - e) for g, e in zip(weights, chances, strict=True))
    surprise = sum(g * (game.score - e) for g, e, game in zip(weights, chances, GAMES, strict=True))
    assert round(variance, 4) == 1.7785
    assert round(round(variance, 4) * surprise, 4) == pytest.approx(-0.4834, abs=1e-4)
    information, whole = glicko2._evidence(0.0, GAMES)
    assert 1 / information == pytest.approx(variance, abs=1e-3)
    assert whole == pytest.approx(surprise, abs=1e-3)


def test_who_does_not_play_is_as_good_and_less_sure():
    after = update(PLAYER, [])
    assert after.rating == PLAYER.rating
    assert after.volatility == PLAYER.volatility
    assert after.deviation == pytest.approx((200**2 + (0.06 * SCALE) ** 2) ** 0.5)


def test_nobody_is_less_known_than_a_newcomer():
    assert grown(PLAYER, 10_000, 350.0).deviation == 350.0


def test_a_year_without_play_takes_a_deviation_of_60_to_107():
    assert round(grown(Skill(1500, 60), 365 / 5, 350.0).deviation) == 107


@given(skills, skills, scores)
def test_any_two_players_and_any_result_leave_sensible_figures(own, other, score):
    after = update(own, [Game(other, score)])
    assert all(isfinite(value) for value in (after.rating, after.deviation, after.volatility))
    assert 0 < after.deviation <= 350
    assert 0 < after.volatility < 1


@given(skills, skills)
def test_a_win_never_costs_and_a_loss_never_gains(own, other):
    before = own.rating
    assert update(own, [Game(other, 0.0)]).rating <= before + 1e-9
    assert update(own, [Game(other, 1.0)]).rating >= before - 1e-9


@given(skills, skills, st.floats(-2, 2))
def test_both_sides_expect_one_point_between_them(own, other, advantage):
    together = expected(own, other, advantage) + expected(other, own, -advantage)
    assert together == pytest.approx(1)


@given(st.floats(0, 3500), st.floats(20, 350), st.floats(20, 350), st.floats(0.05, 0.95))
def test_equal_players_neither_gain_nor_lose_when_results_follow_the_prior(
    rating, deviation, other_deviation, prior
):
    own, other = Skill(rating, deviation), Skill(rating, other_deviation)
    advantage = logit(prior)
    assert expected(own, other, advantage) == pytest.approx(prior)
    won = update(own, [Game(other, 1.0, advantage)])
    lost = update(own, [Game(other, 0.0, advantage)])
    # A surprise moves the volatility and so, a little, the step itself.
    drift = prior * (won.rating - rating) + (1 - prior) * (lost.rating - rating)
    assert abs(drift) <= 0.01 * max(abs(won.rating - rating), abs(lost.rating - rating))


@given(skills, skills, scores)
def test_no_advantage_is_glickman_s_own_system(own, other, score):
    assert update(own, [Game(other, score, logit(0.5))]) == update(own, [Game(other, score)])


def test_an_opponent_who_is_unsure_counts_for_less():
    sure, unsure = Game(Skill(1700, 30), 1.0), Game(Skill(1700, 350), 1.0)
    assert update(PLAYER, [sure]).rating > update(PLAYER, [unsure]).rating
    assert glicko2.weight(0) == 1
    assert glicko2.weight(pi) == pytest.approx(0.5)
