"""Which identities could be known, and what chance did."""

import pytest

from games.engine.record import replay
from games.engine.seats import EVERYTHING, PUBLIC, Viewer
from games.engine.simulation import simulate
from games.noir import GAME
from games.noir.bots.belief import identities, killer_pairs
from games.noir.bots.inspector import own_cards
from games.noir.insight.likelihood import WHO_HUNTS, WHO_KILLS, likelihoods
from games.noir.insight.luck import luck
from games.noir.insight.reading import LEFT, read
from games.noir.pieces import INSPECTOR, KILLER


def played(seed: int):
    [match] = simulate(GAME, 2, 1, seed, dict.fromkeys(GAME.sides.names, GAME.bots["simple"]))
    return [frame.state for frame in replay(GAME, match.turns)]


@pytest.mark.parametrize("seed", range(4))
def test_the_inspector_s_likelihoods_are_those_of_the_bots(seed):
    for state in played(seed)[2:-1]:
        view = GAME.view(state, Viewer(INSPECTOR))
        expected = identities(killer_pairs(view, own_cards(view)))
        assert likelihoods(view)[WHO_KILLS] == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(4))
def test_each_player_wonders_about_the_other_alone(seed):
    for state in played(seed)[2:-1]:
        assert read(GAME.view(state, Viewer(KILLER)), None).answers.keys() == {WHO_HUNTS, LEFT}
        assert read(GAME.view(state, Viewer(INSPECTOR)), None).answers.keys() == {WHO_KILLS, LEFT}
        assert read(GAME.view(state, PUBLIC), None).answers.keys() == {WHO_KILLS, WHO_HUNTS, LEFT}


@pytest.mark.parametrize("seed", range(4))
def test_a_player_never_knows_less_than_the_table(seed):
    for state in played(seed)[2:-1]:
        table = likelihoods(GAME.view(state, PUBLIC))
        for seat, name in ((KILLER, WHO_HUNTS), (INSPECTOR, WHO_KILLS)):
            own = likelihoods(GAME.view(state, Viewer(seat)))
            assert own[name].keys() <= table[name].keys()


def test_before_the_first_murder_nothing_is_asked():
    assert read(GAME.view(played(0)[0], PUBLIC), None).answers == {}


@pytest.mark.parametrize("seed", range(6))
def test_murders_are_the_killer_s_luck_and_arrests_the_inspector_s(seed):
    states = played(seed)
    whole = luck([GAME.view(state, EVERYTHING) for state in states])
    killer = luck([GAME.view(state, Viewer(KILLER)) for state in states])
    inspector = luck([GAME.view(state, Viewer(INSPECTOR)) for state in states])
    assert {draw.seat for draw in killer.draws} <= {KILLER}
    assert {draw.seat for draw in inspector.draws} <= {INSPECTOR}
    assert len(whole.draws) == len(killer.draws) + len(inspector.draws)
    assert all(0 <= draw.expected <= 1 + 1e-9 for draw in whole.draws)


def test_all_seeing_eyes_are_told_how_far_apart_the_two_began():
    found = luck([GAME.view(state, EVERYTHING) for state in played(2)])
    steps = found.findings[0].line.numbers["steps"]
    assert 1 <= steps <= 4
    assert 1 < found.findings[0].decimals["expected"] < 3
