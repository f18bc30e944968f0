"""Brackets and knock-out tables, checked against their definition."""

from itertools import pairwise

import pytest

from games.contests.pairing import knockout
from games.contests.pairing.draw import CannotDraw

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("count", range(2, 40))
def test_a_bracket_contains_everybody_once_and_byes_go_to_the_best(count):
    places = knockout.bracket(count)
    assert sorted(places) == list(range(1, len(places) + 1))
    assert len(places) // 2 < count <= len(places)
    pairs = [(places[at], places[at + 1]) for at in range(0, len(places), 2)]
    assert all(one + other == len(places) + 1 for one, other in pairs)
    free = {min(pair) for pair in pairs if max(pair) > count}
    assert free == set(range(1, len(places) - count + 1))


@pytest.mark.parametrize("count", [2, 3, 5, 8, 11, 16])
def test_the_best_two_meet_in_the_final_if_the_better_seed_always_wins(count):
    groups = knockout.first_groups(range(1, count + 1))
    rounds = 0
    while len(groups) > 1:
        drawn = knockout.pair(groups, seed="a")
        rounds += 1
        places = dict(zip([*drawn.tables, *((one,) for one in drawn.byes)], drawn.report.groups,
                          strict=True))  # fmt: skip
        final = drawn.tables
        groups = {min(table): group // 2 for table, group in places.items()}
    assert set(final[0]) == {1, 2}
    assert set(groups) == {1}
    assert 2 ** (rounds - 1) < count <= 2**rounds


def test_an_empty_place_gives_its_opponent_a_bye_and_three_in_one_place_are_refused():
    drawn = knockout.pair({7: 0, 9: 1, 8: 1}, seed="a")
    assert drawn.byes == (7,)
    assert set(drawn.tables[0]) == {8, 9}
    with pytest.raises(CannotDraw):
        knockout.pair({1: 0, 2: 0, 3: 0}, seed="a")
    with pytest.raises(CannotDraw, match="are too few"):
        knockout.pair({1: 0}, seed="a")


@pytest.mark.parametrize(("players", "tables"), [(5, 1), (10, 1), (12, 2), (23, 3), (40, 6)])
def test_tables_are_of_equal_strength_and_size(players, tables):
    drawn = knockout.seat(range(1, players + 1), target=7, seed="a")
    assert len(drawn.tables) == tables
    assert sorted(one for table in drawn.tables for one in table) == list(range(1, players + 1))
    lengths = [len(table) for table in drawn.tables]
    assert max(lengths) - min(lengths) <= 1
    means = sorted(sum(table) / len(table) for table in drawn.tables)
    assert all(later - earlier <= tables for earlier, later in pairwise(means))


@pytest.mark.parametrize(
    ("players", "goes_on", "rounds"), [(7, 3, 1), (12, 3, 2), (40, 3, 3), (40, 2, 3), (12, 1, 2)]
)
def test_tables_end_with_a_single_table(players, goes_on, rounds):
    assert knockout.rounds(players, goes_on=goes_on, target=7) == rounds


def test_it_is_refused_if_all_players_of_a_table_would_advance():
    with pytest.raises(CannotDraw):
        knockout.rounds(20, goes_on=5, target=5)
    with pytest.raises(CannotDraw, match="are too few"):
        knockout.rounds(4, goes_on=3, target=7)
