"""Promotion and relegation: everybody plays somewhere, nobody jumps, sizes hold."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.contests.standings.contest import Standing
from games.contests.standings.movement import DivisionResult, NextPlace, moves


def rows(*entries, out=()):
    return tuple(
        Standing(entry, rank, 0.0, is_out=entry in out) for rank, entry in enumerate(entries, 1)
    )


def changed(*divisions):
    return [move for move in moves(divisions) if move.reason]


def test_the_last_and_the_first_change_places():
    top = DivisionResult(1, rows(11, 12, 13, 14), relegate=1)
    low = DivisionResult(2, rows(21, 22, 23, 24), promote=1)
    assert changed(top, low) == [NextPlace(14, 1, 2, "place"), NextPlace(21, 2, 1, "place")]
    assert NextPlace(11, 1, 1) in moves([top, low])


def test_who_left_goes_down_instead_of_the_last():
    top = DivisionResult(1, rows(11, 12, 13, 14, out=(11,)), relegate=1)
    low = DivisionResult(2, rows(21, 22), promote=1)
    assert changed(top, low) == [NextPlace(11, 1, 2, "left"), NextPlace(21, 2, 1, "place")]


def test_who_left_is_not_promoted():
    top = DivisionResult(1, rows(11, 12), relegate=1)
    low = DivisionResult(2, rows(21, 22, out=(21,)), promote=1)
    assert NextPlace(22, 2, 1, "place") in changed(top, low)


def test_more_who_left_make_room_for_more_from_below():
    top = DivisionResult(1, rows(11, 12, 13, 14, out=(13, 14)), relegate=1)
    low = DivisionResult(2, rows(21, 22, 23, 24), promote=1)
    assert changed(top, low) == [
        NextPlace(13, 1, 2, "left"),
        NextPlace(14, 1, 2, "left"),
        NextPlace(21, 2, 1, "place"),
        NextPlace(22, 2, 1, "vacancy"),
    ]


def test_a_division_too_large_sends_more_down():
    top = DivisionResult(1, rows(11, 12, 13, 14), relegate=1, size=3)
    low = DivisionResult(2, rows(21, 22), promote=1, size=4)
    assert changed(top, low) == [
        NextPlace(13, 1, 2, "overfull"),
        NextPlace(14, 1, 2, "place"),
        NextPlace(21, 2, 1, "place"),
    ]


def test_the_middle_gives_and_takes_at_both_borders():
    top = DivisionResult(1, rows(11, 12, 13), relegate=1)
    middle = DivisionResult(2, rows(21, 22, 23), promote=1, relegate=1)
    low = DivisionResult(3, rows(31, 32, 33), promote=1)
    assert changed(top, middle, low) == [
        NextPlace(13, 1, 2, "place"),
        NextPlace(21, 2, 1, "place"),
        NextPlace(23, 2, 3, "place"),
        NextPlace(31, 3, 2, "place"),
    ]


def test_from_the_lowest_nobody_goes_down():
    assert moves([DivisionResult(1, rows(11, 12, out=(12,)), relegate=1)]) == (
        NextPlace(11, 1, 1),
        NextPlace(12, 1, 1),
    )
    assert moves([]) == ()


@st.composite
def finals(draw):
    found = []
    for key in range(1, draw(st.integers(1, 4)) + 1):
        entries = range(100 * key, 100 * key + draw(st.integers(2, 8)))
        out = draw(st.sets(st.sampled_from(entries), max_size=3))
        numbers = st.integers(0, 2)
        found.append(DivisionResult(key, rows(*entries, out=out), draw(numbers), draw(numbers)))
    return found


@given(finals())
def test_everybody_plays_once_and_nobody_moves_by_more_than_one(divisions):
    told = moves(divisions)
    assert Counter(move.entry for move in told) == Counter(
        row.entry for division in divisions for row in division.rows
    )
    assert all(abs(move.target - move.origin) <= 1 for move in told)
    assert all((move.target != move.origin) == bool(move.reason) for move in told)


@given(finals())
def test_who_left_never_goes_up_and_leaves_every_division_but_the_lowest(divisions):
    out = {row.entry for division in divisions for row in division.rows if row.is_out}
    lowest = divisions[-1].key
    for move in moves(divisions):
        if move.entry in out:
            assert move.target == min(move.origin + 1, lowest)


@given(finals())
def test_no_division_but_the_lowest_grows_unless_newcomers_alone_fill_it(divisions):
    told = moves(divisions)
    sizes = Counter(move.target for move in told)
    arrived = Counter(move.target for move in told if move.reason)
    for division in divisions[:-1]:
        assert sizes[division.key] <= max(len(division.rows), arrived[division.key])
