"""2. The grid."""

import pytest

from games.engine.seats import PUBLIC
from games.noir import GAME
from games.noir.actions import Arrest, Investigate, Murder
from games.noir.pieces import SUSPECTS, neighbours, rows_of
from tests.noir.table import KILLERS_EYES, alternately, cell, cells, opened

GRID = rows_of(SUSPECTS)


@pytest.mark.parametrize(
    ("number", "around"),
    [
        (0, (1, 5, 6)),
        (4, (3, 8, 9)),
        (24, (18, 19, 23)),
        (2, (1, 3, 6, 7, 8)),
        (10, (5, 6, 11, 15, 16)),
        (12, (6, 7, 8, 11, 13, 16, 17, 18)),
    ],
)
def test_noir_2_1_suspects_who_touch_are_adjacent_and_edges_do_not_wrap(
    number: int, around: tuple[int, ...]
) -> None:
    assert neighbours(GRID, cell(number)) == set(cells(*around))


def test_noir_2_1_adjacency_is_mutual() -> None:
    assert all(
        (one in neighbours(GRID, other)) == (other in neighbours(GRID, one))
        for one in SUSPECTS
        for other in SUSPECTS
    )


def test_noir_2_1_a_suspect_who_is_not_on_the_grid_touches_nobody() -> None:
    assert neighbours(GRID, "Nobody") == frozenset()


def test_noir_2_2_a_suspect_is_alive_or_dead_and_innocent_if_a_card_lies_on_it() -> None:
    state = alternately(
        opened(0, 1, 20, 21, 22, 23, victim=5), Murder(cell(6)), Investigate(cell(21))
    )
    shown = {c.suspect: (c.alive, c.innocent) for row in GAME.view(state, PUBLIC).grid for c in row}
    assert shown[cell(5)] == shown[cell(6)] == (False, False)
    assert shown[cell(21)] == (True, True)
    assert shown[cell(0)] == (True, False)


def test_noir_2_3_positions_deaths_cards_left_actions_and_answers_are_public() -> None:
    state = alternately(
        opened(0, 1, 20, 21, 22, 23, victim=5),
        Murder(cell(6)),
        Investigate(cell(21)),
        Murder(cell(1)),
        Arrest(cell(15)),
    )
    view = GAME.view(state, PUBLIC)
    assert [[c.suspect for c in row] for row in view.grid] == [list(row) for row in GRID]
    assert view.dead == cells(5, 6, 1)
    assert (view.murders, view.evidence_left, view.hand_size) == (3, 18, 3)
    assert [(c.suspect, c.asked_of, c.adjacent) for c in view.canvasses] == [
        (cell(21), "killer", False)
    ]
    assert (view.last_move.kind, view.last_move.suspects) == ("arrest", cells(15))


def test_noir_2_3_hands_identities_and_the_disguise_are_secret() -> None:
    state = opened(0, 1, 20, 21, 22, 23, victim=5)
    view = GAME.view(state, PUBLIC)
    assert (view.identity.killer, view.identity.inspector) == (None, None)
    assert (view.disguise.killer, view.hand.inspector, view.evidence) == (None, None, None)
    assert GAME.view(state, KILLERS_EYES).evidence is None
