"""3. Actions of both."""

from itertools import product

import pytest
from msgspec.structs import replace

from games.engine.seats import PUBLIC
from games.noir import GAME
from games.noir.actions import Arrest, Collapse, Disguise, Investigate, Murder, OfferDraw, Shift
from games.noir.pieces import (
    INSPECTOR,
    KILLER,
    SUSPECTS,
    collapse_grid,
    rows_of,
    shift_line,
    transpose,
)
from games.noir.state import State
from tests.noir.table import (
    INSPECTORS_EYES,
    alternately,
    cell,
    cells,
    happens,
    killer,
    lines,
    names,
    offered,
    opened,
    refused,
    with_dead,
)

GRID = rows_of(SUSPECTS)
DEAD_BY_ROWS = (1, 2, 7, 11, 17, 22)
DIAGONAL = (4, 8, 12, 16, 20)


def quiet() -> State:
    """The killer's first turn: identity 0, disguise 24, inspector 10, hand 14, 18, 23."""
    return opened(0, 24, 10, 14, 18, 23, victim=1)


@pytest.mark.parametrize(
    ("line", "index", "direction", "after"),
    [
        ("row", 2, "right", cells(14, 10, 11, 12, 13)),
        ("row", 2, "left", cells(11, 12, 13, 14, 10)),
        ("column", 2, "down", cells(22, 2, 7, 12, 17)),
        ("column", 2, "up", cells(7, 12, 17, 22, 2)),
    ],
)
def test_noir_3_1_a_line_moves_by_one_and_what_is_pushed_out_comes_back(
    line: str, index: int, direction: str, after: tuple[str, ...]
) -> None:
    state = killer(quiet(), Shift(line, index, direction))
    lines_now = state.grid if line == "row" else transpose(state.grid)
    lines_then = GRID if line == "row" else transpose(GRID)
    assert lines_now[index] == after
    assert lines_now[:index] == lines_then[:index]
    assert lines_now[index + 1 :] == lines_then[index + 1 :]


def test_noir_3_1_any_line_may_shift_both_ways() -> None:
    rows = product(("row",), range(5), ("left", "right"))
    columns = product(("column",), range(5), ("up", "down"))
    assert set(offered(quiet(), KILLER, Shift)) == {Shift(*each) for each in (*rows, *columns)}


def test_noir_3_1_dead_and_innocent_suspects_keep_their_cards_when_moved() -> None:
    state = alternately(quiet(), Murder(cell(5)), Investigate(cell(14)), Shift("row", 1, "left"))
    state = alternately(state, Shift("row", 2, "left"))
    shown = {c.suspect: c for row in GAME.view(state, PUBLIC).grid for c in row}
    assert not shown[cell(5)].alive
    assert shown[cell(14)].innocent
    assert state.grid[1][4] == cell(5)
    assert state.grid[2][3] == cell(14)


@pytest.mark.parametrize(
    "wrong",
    [
        Shift("row", 5, "left"),
        Shift("row", -1, "left"),
        Shift("row", 0, "up"),
        Shift("column", 0, "left"),
    ],
)
def test_noir_3_1_rows_shift_left_or_right_and_columns_up_or_down(wrong: Shift) -> None:
    refused(quiet(), KILLER, wrong, "3.1")


def test_noir_3_2_a_line_may_not_be_shifted_back_in_the_next_turn() -> None:
    state = killer(quiet(), Shift("row", 2, "right"))
    refused(state, INSPECTOR, Shift("row", 2, "left"), "3.2")
    assert Shift("row", 2, "right") in GAME.choices(state, INSPECTOR)
    assert Shift("column", 2, "up") in GAME.choices(state, INSPECTOR)
    assert len(offered(state, INSPECTOR, Shift)) == 19
    assert GAME.view(state, PUBLIC).barred.direction == "left"


def test_noir_3_2_the_same_holds_for_columns() -> None:
    state = killer(quiet(), Shift("column", 4, "down"))
    refused(state, INSPECTOR, Shift("column", 4, "up"), "3.2")
    refused(killer(quiet(), Shift("column", 4, "up")), INSPECTOR, Shift("column", 4, "down"), "3.2")


def test_noir_3_2_only_the_very_next_turn_counts() -> None:
    state = alternately(quiet(), Shift("row", 2, "right"), Arrest(cell(10)))
    assert {Shift("row", 2, "left"), Shift("row", 2, "right")} <= set(GAME.choices(state, KILLER))
    state = alternately(quiet(), Shift("row", 2, "right"), Arrest(cell(10)), Murder(cell(5)))
    shifts = set(offered(state, INSPECTOR, Shift))
    assert {Shift("row", 2, "left"), Shift("row", 2, "right")} <= shifts


def test_noir_3_2_a_player_may_undo_their_own_shift_after_another_by_the_opponent() -> None:
    state = alternately(quiet(), Shift("row", 2, "right"), Shift("row", 3, "right"))
    assert Shift("row", 2, "left") in GAME.choices(state, KILLER)
    refused(state, KILLER, Shift("row", 3, "left"), "3.2")


def test_noir_3_2_after_a_collapse_nothing_is_barred() -> None:
    state = alternately(quiet(), Shift("row", 2, "right"))
    state = with_dead(state, *DEAD_BY_ROWS)
    state = alternately(state, offered(state, INSPECTOR, Collapse)[0])
    assert len(offered(state, KILLER, Shift)) == 2 * (5 + 4)
    assert GAME.view(state, PUBLIC).barred is None


def test_noir_3_2_offers_are_not_turns() -> None:
    state = killer(quiet(), Shift("row", 2, "right"), OfferDraw())
    refused(state, INSPECTOR, Shift("row", 2, "left"), "3.2")


def test_noir_3_3_one_dead_suspect_leaves_each_row_and_the_rows_close_up_in_order() -> None:
    state = with_dead(quiet(), *DEAD_BY_ROWS)
    action = Collapse("row-each", cells(1, 7, 11, 17, 22))
    after = killer(state, action)
    assert after.grid == (
        cells(0, 2, 3, 4),
        cells(5, 6, 8, 9),
        cells(10, 12, 13, 14),
        cells(15, 16, 18, 19),
        cells(20, 21, 23, 24),
    )
    assert after.removed == action.suspects


def test_noir_3_3_one_dead_suspect_leaves_each_column_and_the_columns_close_up() -> None:
    state = with_dead(quiet(), *DIAGONAL)
    after = killer(state, Collapse("column-each", cells(20, 16, 12, 8, 4)))
    assert after.grid == (
        cells(0, 1, 2, 3, 9),
        cells(5, 6, 7, 13, 14),
        cells(10, 11, 17, 18, 19),
        cells(15, 21, 22, 23, 24),
    )


def test_noir_3_3_a_grid_may_collapse_in_two_ways_by_rows_and_none_by_columns() -> None:
    state = with_dead(quiet(), *DEAD_BY_ROWS)
    assert offered(state, KILLER, Collapse) == (
        Collapse("row-each", cells(1, 7, 11, 17, 22)),
        Collapse("row-each", cells(2, 7, 11, 17, 22)),
    )


def test_noir_3_3_a_collapse_needs_a_dead_suspect_in_each_line() -> None:
    state = with_dead(quiet(), 1, 2, 7, 11, 17)
    assert offered(state, KILLER, Collapse) == ()
    refused(state, KILLER, Collapse("row-each", cells(1, 7, 11, 17, 22)), "3.3")


def test_noir_3_3_the_dead_are_named_line_by_line_in_order() -> None:
    state = with_dead(quiet(), *DEAD_BY_ROWS)
    refused(state, KILLER, Collapse("row-each", cells(7, 1, 11, 17, 22)), "3.3")
    refused(state, KILLER, Collapse("row-each", cells(1, 7, 11, 17)), "3.3")


def test_noir_3_3_the_inspector_may_collapse_too() -> None:
    state = alternately(with_dead(quiet(), *DIAGONAL), Disguise(swap=False))
    assert len(offered(state, INSPECTOR, Collapse)) == 2


def test_noir_3_3_the_killer_keeps_a_removed_disguises_card_face_down() -> None:
    state = with_dead(replace(quiet(), disguise=cell(1)), *DEAD_BY_ROWS)
    after = killer(state, Collapse("row-each", cells(1, 7, 11, 17, 22)))
    assert after.disguise == cell(1)
    assert GAME.view(after, INSPECTORS_EYES).disguise.killer is None
    assert cell(1) not in after.discards


def test_noir_3_4_cards_of_removed_suspects_are_discarded_and_replaced() -> None:
    state = with_dead(opened(0, 24, 10, 17, 18, 11, 15, 16, victim=1), *DEAD_BY_ROWS)
    action = Collapse("row-each", cells(1, 7, 11, 17, 22))
    events = happens(state, KILLER, action)
    assert names(events) == [
        "collapsed",
        *["evidence-discarded"] * 2,
        *["evidence-drawn"] * 2,
        "turn-ended",
    ]
    after = GAME.apply(state, events)
    assert after.hand == cells(18, 15, 16)
    assert GAME.view(after, PUBLIC).discards == cells(11, 17)


def test_noir_3_4_the_order_of_discards_does_not_reveal_the_order_of_the_hand() -> None:
    orders = []
    for hand in ((17, 18, 11), (11, 18, 17)):
        state = with_dead(opened(0, 24, 10, *hand, 15, 16, victim=1), *DEAD_BY_ROWS)
        orders.append(killer(state, Collapse("row-each", cells(1, 7, 11, 17, 22))).discards)
    assert orders[0] == orders[1] == cells(11, 17)


def test_noir_3_4_drawing_stops_when_the_deck_is_empty() -> None:
    state = opened(0, 24, 10, 17, 18, 11, 15, victim=1)
    state = replace(with_dead(state, *DEAD_BY_ROWS), deck=cells(15))
    after = killer(state, Collapse("row-each", cells(1, 7, 11, 17, 22)))
    assert (after.hand, after.deck) == (cells(18, 15), ())


def test_noir_3_4_only_the_inspector_sees_the_cards_drawn_after_a_collapse() -> None:
    state = with_dead(opened(0, 24, 10, 17, 18, 11, 15, 16, victim=1), *DEAD_BY_ROWS)
    events = happens(state, KILLER, Collapse("row-each", cells(1, 7, 11, 17, 22)))
    assert lines(state, events, PUBLIC)[-2:] == ["Inspector draws an evidence card."] * 2
    assert lines(state, events, INSPECTORS_EYES)[-1] == (
        f"Inspector draws the evidence card of {cell(16)}."
    )


def test_noir_3_5_a_card_drawn_for_a_removed_suspect_is_discarded_and_replaced() -> None:
    state = with_dead(opened(0, 24, 10, 17, 18, 14, 22, 7, 3, victim=1), *DEAD_BY_ROWS)
    events = happens(state, KILLER, Collapse("row-each", cells(1, 7, 11, 17, 22)))
    after = GAME.apply(state, events)
    assert after.hand == cells(18, 14, 3)
    assert after.discards == cells(17, 22, 7)
    assert f"The card of {cell(22)}, who is out of the game, is drawn and discarded." in lines(
        state, events, PUBLIC
    )


def test_noir_3_5_the_same_goes_for_a_card_drawn_after_investigating() -> None:
    state = with_dead(opened(0, 24, 10, 14, 18, 23, 22, 3, victim=1), *DEAD_BY_ROWS)
    state = killer(state, Collapse("row-each", cells(1, 7, 11, 17, 22)))
    after = alternately(state, Investigate(cell(14)))
    assert after.hand == cells(18, 23, 3)
    assert after.discards == cells(22)


def test_noir_3_6_two_collapses_remove_nine_dead_and_leave_four_by_four() -> None:
    state = with_dead(quiet(), *DIAGONAL, 5, 11, 18, 19)
    state = killer(state, Collapse("row-each", cells(*DIAGONAL)))
    assert (len(state.grid), len(state.grid[0])) == (5, 4)
    state = alternately(state, Collapse("column-each", cells(5, 11, 18, 19)))
    assert (len(state.grid), len(state.grid[0])) == (4, 4)
    assert offered(state, KILLER, Collapse) == ()
    assert len(offered(state, KILLER, Shift)) == 16


def test_noir_3_6_the_mover_has_up_to_sixteen_ways() -> None:
    state = with_dead(quiet(), 0, 1, 5, 6, 10, 11, 15, 16, 20)
    assert len(offered(state, KILLER, Collapse)) == 16


@pytest.mark.parametrize("grid", [GRID, collapse_grid(GRID, "row-each", cells(0, 6, 12, 18, 24))])
def test_noir_3_6_a_shift_there_and_back_changes_nothing(grid: tuple[tuple[str, ...], ...]) -> None:
    for index in range(4):
        assert shift_line(shift_line(grid, "row", index, "left"), "row", index, "right") == grid
        assert shift_line(shift_line(grid, "column", index, "up"), "column", index, "down") == grid
