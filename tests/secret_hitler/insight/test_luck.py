"""Luck: draws compared with expectations."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.engine.record import replay
from games.engine.seats import EVERYTHING, PUBLIC, Seat, Viewer
from games.engine.simulation import simulate
from games.secret_hitler import GAME
from games.secret_hitler.insight.luck import chances, luck, together
from games.secret_hitler.insight.win_rates import BY_PLAYERS, liberals_win


@given(some.integers(1, 10), some.data())
def test_chances_match_a_count_of_every_draw(size, data):
    liberal = data.draw(some.integers(0, size))
    count = data.draw(some.integers(0, size))
    deck = [1] * liberal + [0] * (size - liberal)
    counted = Counter(sum(drawn) for drawn in combinations(deck, count))
    total = counted.total()
    assert chances(size, liberal, count) == pytest.approx(
        [counted[n] / total for n in range(count + 1)]
    )


def test_two_independent_counts_add_up():
    assert together((0.5, 0.5), (0.25, 0.75)) == pytest.approx((0.125, 0.5, 0.375))
    assert together((1.0,), (0.2, 0.8)) == pytest.approx((0.2, 0.8))


def played(seed: int):
    [match] = simulate(GAME, 7, 1, seed, dict.fromkeys(GAME.sides.names, GAME.bots["simple"]))
    return [frame.state for frame in replay(GAME, match.turns)]


@pytest.mark.parametrize("seed", range(4))
def test_the_omniscient_view_counts_every_tile_that_left_the_deck(seed):
    states = played(seed)
    found = luck([GAME.view(state, EVERYTHING) for state in states])
    rounds = states[-1].rounds
    drawn = [played.drawn for played in rounds if played.drawn]
    drawn += [(played.chaos,) for played in rounds if played.chaos]
    assert found.findings[0].line.numbers == {
        "tiles": sum(map(len, drawn)),
        "liberal": sum(tiles.count("liberal") for tiles in drawn),
    }
    assert sum(draw.got for draw in found.draws) == found.findings[0].line.numbers["liberal"]
    first = found.draws[0]
    assert first.expected == pytest.approx(3 * 6 / 17)
    hands = found.findings[1].line.numbers
    assert hands["enacted"] <= hands["possible"] <= hands["hands"]


@pytest.mark.parametrize("seed", range(4))
def test_a_seat_sees_the_luck_of_its_own_draws_only(seed):
    states = played(seed)
    for seat in range(7):
        views = [GAME.view(state, Viewer(Seat(seat))) for state in states]
        assert {draw.what.seats["player"] for draw in luck(views).draws} <= {seat}


def test_the_table_sees_the_luck_of_policies_only():
    found = luck([GAME.view(state, PUBLIC) for state in played(1)])
    assert found.draws == ()
    assert len(found.findings) == 1


@pytest.mark.parametrize("players", range(5, 11))
def test_chances_to_win_start_from_the_measured_share_and_follow_the_policies(players):
    assert liberals_win(players, 0, 0) == pytest.approx(BY_PLAYERS[players])
    assert liberals_win(players, 5, 3) == 1.0
    assert liberals_win(players, 4, 6) == 0.0
    for fascist in range(6):
        chance = [liberals_win(players, liberal, fascist) for liberal in range(6)]
        assert chance == sorted(chance)
