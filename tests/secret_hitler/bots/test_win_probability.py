"""A fascist's chance to win: certain at the end, and better the less the table knows."""

import pytest

from games.engine.seats import PUBLIC, Seat
from games.secret_hitler import GAME
from games.secret_hitler.bots.strong.assignments import assignments_of
from games.secret_hitler.bots.strong.posterior import belief_of
from games.secret_hitler.bots.strong.win_probability import RoundStart, fascist_chance
from tests.secret_hitler.table import Table

ROLES = {5: (0, 0, 0, 1, 2), 10: (0, 0, 0, 0, 0, 0, 1, 1, 1, 2)}


def chance(players: int, **known) -> float:
    """Return the fascists' chance at the start, given what the public knows."""
    letters = "".join("LFH"[role] for role in ROLES[players])
    belief = belief_of(GAME.view(Table(letters).state, PUBLIC))._replace(**known)
    return fascist_chance(RoundStart(ROLES[players], (True,) * players, Seat(0), belief))


def weights(players: int, odds: float) -> list[float]:
    """Return weights by which the true deal is more likely than any other by `odds`."""
    found = assignments_of(players).roles
    return [odds if deal == ROLES[players] else 1.0 for deal in found]


@pytest.mark.parametrize("players", ROLES)
def test_a_full_track_is_certain(players):
    assert chance(players, liberal=5) == 0
    assert chance(players, fascist=6) == 1


@pytest.mark.parametrize("players", ROLES)
def test_a_table_that_knows_the_roles_is_worse_for_fascists(players):
    assert chance(players, weights=weights(players, 10_000.0)) < chance(players) - 0.1


@pytest.mark.parametrize("players", ROLES)
def test_fascist_policies_are_better_for_fascists_than_liberal_ones(players):
    assert chance(players, fascist=5) > chance(players) > chance(players, liberal=4)
