"""How often each side wins: the published table, and even odds where none is known."""

import pytest

from games.catalog import GAMES
from games.ratings import priors


@pytest.mark.parametrize(
    ("size", "share"), [(5, 0.46), (6, 0.57), (7, 0.48), (8, 0.54), (9, 0.42), (10, 0.46)]
)
def test_liberals_win_as_often_as_in_matches_of_people(size, share):
    assert priors.expected("secret-hitler", "liberal", size) == share
    assert priors.expected("secret-hitler", "fascist", size) == pytest.approx(1 - share)


def test_killer_and_inspector_are_nearly_even():
    assert priors.expected("noir", "killer", 2) == 0.49
    assert priors.expected("noir", "inspector", 2) == 0.51


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_the_sides_of_every_game_share_one_match(game):
    for size in game.seats:
        assert sum(
            priors.expected(game.key, side, size) for side in game.sides.names
        ) == pytest.approx(1)


@pytest.mark.parametrize(
    "asked",
    [("nightfall", "village", 4), ("secret-hitler", "liberal", 4), ("secret-hitler", "green", 7)],
)
def test_a_game_without_statistics_is_even(asked):
    assert priors.expected(*asked) == 0.5
