"""What the page says of a game: in words and initials, and to nobody more than they may know."""

import re
from typing import Any

import pytest

from games.engine.seats import PUBLIC, Seat, Viewer
from games.matches import fragments
from games.matches.scenes import Face
from games.noir import GAME
from games.noir.actions import Collapse, Disguise, Investigate, Murder, OfferDraw, Shift
from games.noir.pieces import INSPECTOR, KILLER, SUSPECTS
from games.noir.state import State
from tests.noir import table


class _Scene:
    """As much of a scene as a game's own fragments are drawn from."""

    faces = (Face("Ada", 0), Face("Ben", 1))
    table = None


@pytest.fixture(autouse=True)
def _nothing_kept():
    fragments.forget()


def drawn(state: State, name: str, seat: Seat | None = None) -> str:
    """Return a fragment as `seat`, or the public, is sent it."""
    given: dict[str, Any] = {"me": seat, "choices": (), "prompt": 3}
    if seat is not None:
        given["choices"] = GAME.choices(state, seat)
    view = GAME.view(state, PUBLIC if seat is None else Viewer(seat))
    return fragments.draw(f"noir/_{name}.html", _Scene, view=view, **given)  # type: ignore[arg-type]


def board(state: State) -> str:
    return drawn(state, "board")


def choices(state: State, seat: Seat) -> str:
    return drawn(state, "choices", seat)


def cell_of(page: str, suspect: str) -> str:
    """Return the cell of the grid that shows a suspect."""
    cells = re.findall(r'<div role="gridcell".*?</div>', page, re.S)
    (found,) = [cell for cell in cells if f"data-name>{suspect}<" in cell]
    return found


def kinds(page: str) -> dict[str, bool]:
    """Return the kinds of action on offer, and whether each can be taken now."""
    found = re.findall(r'name="kind" value="([\w-]+)"(.*?)>', page)
    return {kind: "disabled" not in rest for kind, rest in found}


def begun(**options: Any) -> State:
    """Return the killer's first turn: 12 is the killer, 0 the disguise, 24 the inspector."""
    state = table.killer(table.dealt(12, 0, 24, 23, 22, 21, **options), Murder(table.cell(11)))
    return table.investigator(state, GAME.choices(state, INSPECTOR)[0])


def test_every_suspect_shows_an_initial_and_the_dead_and_innocent_say_so():
    state = table.killer(begun(), Murder(table.cell(13)))
    state = table.investigator(state, Investigate(table.cell(23)))
    page = board(state)
    for suspect in SUSPECTS:
        assert f'<b class="initial">{suspect[0]}</b>' in cell_of(page, suspect)
    assert ">dead<" in cell_of(page, table.cell(13))
    assert ">innocent<" in cell_of(page, table.cell(23))
    assert ">not beside<" in cell_of(page, table.cell(23))
    assert "The killer was not beside" in page
    assert ">dead<" not in cell_of(page, table.cell(23))


def test_the_board_of_a_running_game_names_nobody_as_killer_disguise_or_inspector():
    page = board(begun())
    assert "suspect-owner" not in page
    assert "Evidence face down" not in page


def test_a_swap_and_a_bluff_leave_the_same_page_to_everybody_else():
    pages = []
    for swap in (True, False):
        state = table.killer(begun(), Disguise(swap))
        pages.append((board(state), choices(state, INSPECTOR)))
    assert pages[0] == pages[1]


def test_a_dead_disguise_leaves_the_killer_one_card_and_the_inspector_no_hint():
    dead = table.with_dead(begun(), 0, 11)
    assert choices(dead, KILLER).count("hand-back") == 1
    assert choices(begun(), KILLER).count("hand-back") == 2


def test_the_notebook_is_on_the_page_unless_it_was_switched_off():
    for seat in (KILLER, INSPECTOR):
        assert "note-dots" in choices(begun(), seat)
        without = choices(begun(notebook=False), seat)
        assert "note-dots" not in without
        assert "still possible" not in without
        assert "Where your cards are" in without


def test_in_the_set_up_there_is_one_thing_to_do():
    dealt = table.dealt(12, 0, 24, 23, 22, 21)
    assert kinds(choices(dealt, KILLER)) == {"murder": True}
    state = table.killer(dealt, Murder(table.cell(11)))
    assert kinds(choices(state, INSPECTOR)) == {"choose-identity": True}
    assert kinds(choices(state, KILLER)) == {}


def test_what_cannot_be_done_now_stays_in_its_place_switched_off():
    assert kinds(choices(begun(), KILLER)) == {
        "murder": True, "disguise": True, "shift": True, "collapse": False,
    }  # fmt: skip
    state = table.killer(begun(), Shift("row", 0, "left"))
    assert kinds(choices(state, INSPECTOR)) == {
        "arrest": True, "investigate": True, "deduce": True, "shift": True, "collapse": False,
    }  # fmt: skip


def test_a_deduction_may_name_the_removed_too():
    dead = table.with_dead(begun(), 1, 2, 7, 11, 17, 22)
    removed = tuple(table.cell(number) for number in (1, 7, 11, 17, 22))
    state = table.killer(dead, Collapse("row-each", removed))
    page = choices(state, INSPECTOR)
    for suspect in SUSPECTS:
        assert page.count(f'<option value="&#34;{suspect}&#34;"') == 2
    assert "Out of the game" in board(state)


def test_an_offer_of_a_draw_is_before_the_other_alone():
    state = table.killer(begun(), OfferDraw())
    assert "Ada offers a draw" in choices(state, INSPECTOR)
    assert "Accept the draw" not in choices(state, KILLER)
    assert "it stands until the other has moved" in choices(state, KILLER)


@pytest.mark.parametrize("name", ["board", "choices"])
def test_a_fragment_is_one_element_named_like_its_file(name: str):
    text = drawn(begun(), name, None if name == "board" else KILLER).strip()
    assert text.startswith(f'<section id="{name}"')
    assert text.endswith("</section>")
    assert len(re.findall(r"<section\b", text)) == len(re.findall("</section>", text))
