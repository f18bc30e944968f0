"""Promotion and relegation: everybody plays, nobody skips a division, sizes stay the same."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.contests.standings.contest import Standing
from games.contests.standings.movement import DOWN, STAYS, UP, DivisionResult, moves


def rows(*entries, out=()):
    return tuple(
        Standing(entry, rank, 0.0, is_out=entry in out) for rank, entry in enumerate(entries, 1)
    )


def division(*entries, out=(), **fields):
    return DivisionResult(rows(*entries, out=out), **fields)


#: The case, its divisions, and the entries that go down and up.
EXCHANGES = {
    "the last and the first change places": (
        [division(11, 12, 13, 14, relegate=1), division(21, 22, 23, 24, promote=1)], {14}, {21},
    ),
    "who left goes down instead of the last": (
        [division(11, 12, 13, 14, out=(11,), relegate=1), division(21, 22, promote=1)], {11}, {21},
    ),
    "who left is not promoted": (
        [division(11, 12, relegate=1), division(21, 22, out=(21,), promote=1)], {12}, {22},
    ),
    "more who left make room for more from below": (
        [division(11, 12, 13, 14, out=(13, 14), relegate=1), division(21, 22, 23, promote=1)],
        {13, 14}, {21, 22},
    ),
    "a division too large sends more down": (
        [division(11, 12, 13, 14, relegate=1, size=3), division(21, 22, promote=1, size=4)],
        {13, 14}, {21},
    ),
    "the middle gives and takes at both borders": (
        [division(11, 12, 13, relegate=1), division(21, 22, 23, promote=1, relegate=1),
         division(31, 32, 33, promote=1)],
        {13, 23}, {21, 31},
    ),
    "from the lowest nobody goes down": ([division(11, 12, out=(12,), relegate=1)], set(), set()),
    "nobody moves where nobody is": ([], set(), set()),
}  # fmt: skip


@pytest.mark.parametrize("told", EXCHANGES)
def test_divisions_exchange_players(told):
    divisions, down, up = EXCHANGES[told]
    entries = [row.entry for one in divisions for row in one.rows]
    assert moves(divisions) == {
        entry: DOWN if entry in down else UP if entry in up else STAYS for entry in entries
    }


@st.composite
def finals(draw):
    found = []
    for key in range(1, draw(st.integers(1, 4)) + 1):
        entries = range(100 * key, 100 * key + draw(st.integers(2, 8)))
        out = draw(st.sets(st.sampled_from(entries), max_size=3))
        numbers = st.integers(0, 2)
        found.append(DivisionResult(rows(*entries, out=out), draw(numbers), draw(numbers)))
    return found


@given(finals())
def test_everybody_plays_once_and_nobody_moves_by_more_than_one_division(divisions):
    told = moves(divisions)
    assert set(told) == {row.entry for one in divisions for row in one.rows}
    assert set(told.values()) <= {UP, STAYS, DOWN}
    assert UP not in {told[row.entry] for row in divisions[0].rows}


@given(finals())
def test_leavers_are_never_promoted_and_leave_every_division_but_the_lowest(divisions):
    told = moves(divisions)
    for one in divisions:
        expected = STAYS if one is divisions[-1] else DOWN
        assert {told[row.entry] for row in one.rows if row.is_out} <= {expected}


@given(finals())
def test_only_the_lowest_division_grows_unless_a_division_is_all_newcomers(divisions):
    told = moves(divisions)
    target = {row.entry: n + told[row.entry] for n, one in enumerate(divisions) for row in one.rows}
    sizes = Counter(target.values())
    arrived = Counter(target[entry] for entry, step in told.items() if step)
    for place, one in enumerate(divisions[:-1]):
        assert sizes[place] <= max(len(one.rows), arrived[place])
