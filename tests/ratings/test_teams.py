"""Two teams by their mean: equal players are even at every table, whatever the sizes."""

from math import isfinite, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ratings import priors, teams
from games.ratings.skill import SCALE, Skill, logistic
from games.ratings.teams import NEWCOMER, expected, update

SIZES = range(5, 11)
skills = st.builds(Skill, st.floats(0, 3500), st.floats(10, 174), st.just(0.06))
sides = st.lists(skills, min_size=1, max_size=7)
chances = st.floats(0.05, 0.95)


def table(size: int, skill: Skill = NEWCOMER) -> tuple[list[Skill], list[Skill]]:
    """Return liberals and fascists, all equal, as a table of `size` has them."""
    fascists = (size - 1) // 2
    return [skill] * (size - fascists), [skill] * fascists


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("skill", [NEWCOMER, Skill(1900, 60), Skill(900, 25)])
def test_equal_players_are_expected_to_win_as_often_as_their_side_does(size, skill):
    liberals, fascists = table(size, skill)
    prior = priors.expected("secret-hitler", "liberal", size)
    assert expected(liberals, fascists, prior) == pytest.approx(prior, abs=1e-15)
    assert expected(fascists, liberals, 1 - prior) == pytest.approx(1 - prior, abs=1e-15)


@pytest.mark.parametrize("size", SIZES)
def test_equal_players_gain_and_lose_nothing_on_average_on_either_side(size):
    liberals, fascists = table(size)
    prior = priors.expected("secret-hitler", "liberal", size)
    won, lost = (update(liberals, fascists, score, prior) for score in (1.0, 0.0))
    for side in (0, 1):
        for when_won, when_lost in zip(won[side], lost[side], strict=True):
            change = prior * (when_won.rating - 1500) + (1 - prior) * (when_lost.rating - 1500)
            assert change == pytest.approx(0, abs=1e-10)
            assert when_won.deviation == when_lost.deviation < NEWCOMER.deviation


@given(sides, sides, chances)
def test_nobody_gains_on_average_when_results_follow_the_expectation(own, other, prior):
    chance = expected(own, other, prior)
    won, lost = update(own, other, 1.0, prior), update(own, other, 0.0, prior)
    for before, after_win, after_loss in zip(
        [*own, *other], [*won[0], *won[1]], [*lost[0], *lost[1]], strict=True
    ):
        change = chance * (after_win.rating - before.rating)
        change += (1 - chance) * (after_loss.rating - before.rating)
        assert change == pytest.approx(0, abs=1e-8)


@given(sides, sides, st.sampled_from([0.0, 0.5, 1.0]), chances)
def test_it_does_not_matter_which_team_is_named_first(own, other, score, prior):
    one, two = update(own, other, score, prior)
    second, first = update(other, own, 1 - score, 1 - prior)
    for here, there in zip([*one, *two], [*first, *second], strict=True):
        assert here.rating == pytest.approx(there.rating, abs=1e-6)
        assert here.deviation == pytest.approx(there.deviation)


@given(sides, sides, st.sampled_from([0.0, 1.0]), chances)
def test_winners_gain_losers_lose_and_all_ratings_become_more_certain(own, other, score, prior):
    after = update(own, other, score, prior)
    for before, now in zip(own, after[0], strict=True):
        assert (now.rating - before.rating) * (1 if score else -1) >= 0
        assert 0 < now.deviation <= before.deviation
        assert isfinite(now.rating)
    for before, now in zip(other, after[1], strict=True):
        assert (now.rating - before.rating) * (-1 if score else 1) >= 0


@given(sides, sides, st.integers(2, 4), chances)
def test_duplicating_the_members_of_a_team_does_not_make_it_better(own, other, times, prior):
    known = [Skill(one.rating, 1e-6) for one in own]
    rivals = [Skill(one.rating, 1e-6) for one in other]
    assert expected(known * times, rivals, prior) == pytest.approx(expected(known, rivals, prior))


def test_within_a_team_the_less_certain_rating_moves_more():
    team = [Skill(1500, 50), Skill(1500, 100), Skill(1500, 150)]
    after, _others = update(team, [NEWCOMER] * 2, 1.0)
    moved = [skill.rating - 1500 for skill in after]
    assert moved[1] / moved[0] == pytest.approx((100 / 50) ** 2)
    assert moved[2] / moved[0] == pytest.approx((150 / 50) ** 2)


def test_one_logit_between_well_known_teams_is_scale_points():
    own, other = [Skill(1500 + SCALE, 1e-6)] * 3, [Skill(1500, 1e-6)] * 2
    assert expected(own, other) == pytest.approx(logistic(1))


def test_two_single_players_are_the_papers_own_bradley_terry_pair():
    """Algorithm 1 of Weng and Lin with teams of one, and a gamma of 1, written out."""
    one, two = Skill(1600, 120), Skill(1450, 80)
    c = sqrt(120**2 + 80**2 + 2 * teams.BETA**2)
    p = 1 / (1 + 2.718281828459045 ** (-(1600 - 1450) / c))
    [after], [_other] = update([one], [two], 1.0)
    assert after.rating == pytest.approx(1600 + 120**2 / c * (1 - p))
    assert after.deviation == pytest.approx(120 * sqrt(1 - 120**2 / c**2 * p * (1 - p)))
