"""Promotion and relegation: everybody plays somewhere, nobody jumps, sizes hold."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.leagues.standings.contest import Row
from games.leagues.standings.movement import Final, Move, moves
from tests.leagues.standings.contests import PATIENT


def rows(*entries, out=()):
    return tuple(
        Row(entry, rank, 0.0, is_out=entry in out) for rank, entry in enumerate(entries, 1)
    )


def changed(*divisions):
    return [move for move in moves(divisions) if move.reason]


def test_the_last_and_the_first_change_places():
    top = Final(1, rows(11, 12, 13, 14), relegate=1)
    low = Final(2, rows(21, 22, 23, 24), promote=1)
    assert changed(top, low) == [Move(14, 1, 2, "place"), Move(21, 2, 1, "place")]
    assert Move(11, 1, 1) in moves([top, low])


def test_who_left_goes_down_instead_of_the_last():
    top = Final(1, rows(11, 12, 13, 14, out=(11,)), relegate=1)
    low = Final(2, rows(21, 22), promote=1)
    assert changed(top, low) == [Move(11, 1, 2, "left"), Move(21, 2, 1, "place")]


def test_who_left_is_not_promoted():
    top = Final(1, rows(11, 12), relegate=1)
    low = Final(2, rows(21, 22, out=(21,)), promote=1)
    assert Move(22, 2, 1, "place") in changed(top, low)


def test_more_who_left_make_room_for_more_from_below():
    top = Final(1, rows(11, 12, 13, 14, out=(13, 14)), relegate=1)
    low = Final(2, rows(21, 22, 23, 24), promote=1)
    assert changed(top, low) == [
        Move(13, 1, 2, "left"),
        Move(14, 1, 2, "left"),
        Move(21, 2, 1, "place"),
        Move(22, 2, 1, "vacancy"),
    ]


def test_a_division_too_large_sends_more_down():
    top = Final(1, rows(11, 12, 13, 14), relegate=1, size=3)
    low = Final(2, rows(21, 22), promote=1, size=4)
    assert changed(top, low) == [
        Move(13, 1, 2, "overfull"),
        Move(14, 1, 2, "place"),
        Move(21, 2, 1, "place"),
    ]


def test_the_middle_gives_and_takes_at_both_borders():
    top = Final(1, rows(11, 12, 13), relegate=1)
    middle = Final(2, rows(21, 22, 23), promote=1, relegate=1)
    low = Final(3, rows(31, 32, 33), promote=1)
    assert changed(top, middle, low) == [
        Move(13, 1, 2, "place"),
        Move(21, 2, 1, "place"),
        Move(23, 2, 3, "place"),
        Move(31, 3, 2, "place"),
    ]


def test_from_the_lowest_nobody_goes_down():
    assert moves([Final(1, rows(11, 12, out=(12,)), relegate=1)]) == (
        Move(11, 1, 1),
        Move(12, 1, 1),
    )
    assert moves([]) == ()


@st.composite
def finals(draw):
    found = []
    for key in range(1, draw(st.integers(1, 4)) + 1):
        entries = range(100 * key, 100 * key + draw(st.integers(2, 8)))
        out = draw(st.sets(st.sampled_from(entries), max_size=3))
        numbers = st.integers(0, 2)
        found.append(Final(key, rows(*entries, out=out), draw(numbers), draw(numbers)))
    return found


@PATIENT
@given(finals())
def test_everybody_plays_once_and_nobody_moves_by_more_than_one(divisions):
    told = moves(divisions)
    assert Counter(move.entry for move in told) == Counter(
        row.entry for division in divisions for row in division.rows
    )
    assert all(abs(move.target - move.origin) <= 1 for move in told)
    assert all((move.target != move.origin) == bool(move.reason) for move in told)


@PATIENT
@given(finals())
def test_who_left_never_goes_up_and_leaves_every_division_but_the_lowest(divisions):
    out = {row.entry for division in divisions for row in division.rows if row.is_out}
    lowest = divisions[-1].key
    for move in moves(divisions):
        if move.entry in out:
            assert move.target == min(move.origin + 1, lowest)


@PATIENT
@given(finals())
def test_no_division_but_the_lowest_grows_unless_newcomers_alone_fill_it(divisions):
    told = moves(divisions)
    sizes = Counter(move.target for move in told)
    arrived = Counter(move.target for move in told if move.reason)
    for division in divisions[:-1]:
        assert sizes[division.key] <= max(len(division.rows), arrived[division.key])
