"""Round robins: everybody meets everybody."""

import json
from collections import Counter
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contests.pairing.draw import CannotDraw
from games.contests.pairing.round_robin import rounds, table
from tests.contests.pairing.seasons import everybody

#: FIDE Handbook, C.05 Annex 1, for nine or ten players.
TEN = """
1-10 2-9 3-8 4-7 5-6
10-6 7-5 8-4 9-3 1-2
2-10 3-1 4-9 5-8 6-7
10-7 8-6 9-5 1-4 2-3
3-10 4-2 5-1 6-9 7-8
10-8 9-7 1-6 2-5 3-4
4-10 5-3 6-2 7-1 8-9
10-9 1-8 2-7 3-6 4-5
5-10 6-4 7-3 8-2 9-1
"""


def test_the_table_equals_the_one_in_the_handbook():
    found = [[f"{one}-{other}" for one, other in duels] for duels in table(range(1, 11))]
    assert found == [line.split() for line in TEN.split("\n") if line]


@given(st.integers(2, 24), st.text(max_size=5), st.booleans())
def test_everybody_meets_everybody_and_sits_out_equally_often(count, seed, double):
    season = rounds(range(count), seed=seed, double=double)
    times = 2 if double else 1
    assert len(season) == times * (count - 1 + count % 2)
    assert all(everybody(draw) == list(range(count)) for draw in season)
    met = Counter(frozenset(duel) for draw in season for duel in draw.tables)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {times}
    idle = Counter(entry for draw in season for entry in draw.byes)
    assert idle == (dict.fromkeys(range(count), times) if count % 2 else {})


@given(st.integers(2, 24), st.text(max_size=5), st.booleans())
def test_sides_are_balanced_and_swapped_in_the_second_half(count, seed, double):
    season = rounds(range(count), seed=seed, double=double)
    firsts = Counter(first for draw in season for first, _second in draw.tables)
    seconds = Counter(second for draw in season for _first, second in draw.tables)
    most = 0 if double or count % 2 else 1
    assert all(abs(firsts[entry] - seconds[entry]) <= most for entry in range(count))
    assert season[-1].report.balance_after <= most
    if double:
        duels = [duel for draw in season for duel in draw.tables]
        assert set(duels) == {(second, first) for first, second in duels}


@given(st.integers(4, 24), st.text(max_size=5))
def test_nobody_has_the_same_side_three_times_in_a_row_in_a_double_round_robin(count, seed):
    sides = {entry: [] for entry in range(count)}
    for draw in rounds(range(count), seed=seed, double=True):
        for first, second in draw.tables:
            sides[first].append(0)
            sides[second].append(1)
    rows = [set(own[i : i + 3]) for own in sides.values() for i in range(len(own) - 2)]
    assert {0, 1} in rows
    assert all(row == {0, 1} for row in rows)


@given(st.permutations(range(9)), st.text(max_size=5))
def test_the_order_of_entries_does_not_matter(entries, seed):
    assert rounds(entries, seed=seed) == rounds(range(9), seed=seed)


def test_another_seed_assigns_other_numbers():
    drawn = {rounds(range(8), seed=str(seed))[0].tables for seed in range(20)}
    assert len(drawn) > 10


def test_the_second_half_reports_its_repeats_and_is_serialisable_as_json():
    season = rounds(range(4), seed="x", double=True)
    assert [len(draw.report.repeats) for draw in season] == [0, 0, 0, 2, 2, 2]
    assert json.loads(json.dumps(asdict(season[3])))["report"]["most_meetings"] == 2


def test_a_single_entry_and_duplicates_are_refused():
    with pytest.raises(CannotDraw, match="are too few"):
        rounds([7], seed="x")
    with pytest.raises(CannotDraw, match="is there twice"):
        rounds([7, 8, 7], seed="x")
