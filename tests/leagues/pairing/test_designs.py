"""Balanced designs: each is checked whole."""

from collections import Counter
from itertools import combinations

import pytest

from games.leagues.pairing.designs import DESIGNS, NoSuchDesign, designs_for, games
from tests.leagues.pairing.seasons import everybody

NAMED = {(6, 5), (7, 6), (8, 7), (9, 8), (10, 9), (11, 5), (11, 6), (13, 9), (15, 7), (15, 8)}
LARGE = {(19, 9), (19, 10), (21, 5), (31, 6), (37, 9), (57, 8)}


def test_all_promised_designs_are_there():
    assert set(DESIGNS) >= NAMED | LARGE
    assert all(5 <= size <= 10 for _players, size in DESIGNS)


@pytest.mark.parametrize(("players", "size"), DESIGNS)
def test_everybody_meets_everybody_equally_often_and_sits_in_each_seat_once(players, size):
    entries = range(100, 100 + players)
    draw = games(entries, size=size, seed="any")
    assert len(draw.tables) == players
    assert {len(set(table)) for table in draw.tables} == {size}
    sat = Counter((entry, seat) for table in draw.tables for seat, entry in enumerate(table))
    assert sat == {(entry, seat): 1 for entry in entries for seat in range(size)}
    met = Counter(frozenset(pair) for table in draw.tables for pair in combinations(table, 2))
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {draw.report.most_meetings}
    assert everybody(draw) == sorted(list(entries) * size)


def test_the_designs_for_a_number_name_their_meetings():
    assert designs_for(11) == ((11, 5, 2), (11, 6, 3), (11, 10, 9))
    assert designs_for(57) == ((57, 8, 1),)
    assert designs_for(12) == ()


def test_there_is_no_design_for_twelve():
    with pytest.raises(NoSuchDesign, match="12 players at tables of 6"):
        games(range(12), size=6, seed="x")


def test_the_seed_decides_who_is_which_number_and_the_order_given_does_not():
    one = games(range(11), size=5, seed="one")
    assert games(reversed(range(11)), size=5, seed="one") == one
    assert games(range(11), size=5, seed="two").tables != one.tables
