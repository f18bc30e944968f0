"""The page of a game: as text and initials, and only what each viewer may know."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from games.engine.regions import PlayerInfo
from games.engine.seats import PUBLIC, Seat, Viewer
from games.matches.drawing import regions
from games.noir import GAME
from games.noir.actions import (
    Arrest,
    Collapse,
    Disguise,
    Investigate,
    Murder,
    OfferDraw,
    Resign,
    Shift,
)
from games.noir.pieces import INSPECTOR, KILLER, SUSPECTS
from games.noir.state import State
from tests.noir import table

FACES = (PlayerInfo("Ada", 0), PlayerInfo("Ben", 1))


@pytest.fixture(autouse=True)
def _nothing_kept():
    regions.forget()


def drawn(state: State, name: str, seat: Seat | None = None) -> str:
    """Return a fragment as `seat`, or the public, receives it."""
    if name == "board":
        return regions.draw_table(GAME, GAME.view(state, PUBLIC), FACES)
    assert seat is not None
    return regions.draw_own(GAME, state, FACES, seat, GAME.choices(state, seat), 3)


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
    """Return the offered kinds of action, and whether each is possible now."""
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
    assert f'"Row 3, column 4, {table.cell(13)}, dead"' in cell_of(page, table.cell(13))
    asked = f'"Row 5, column 4, {table.cell(23)}, alive, innocent, The killer was not beside"'
    assert asked in cell_of(page, table.cell(23))
    assert "The killer was not beside" not in cell_of(page, table.cell(22))


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


def test_actions_that_are_impossible_now_stay_in_place_but_disabled():
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
        assert page.count(f"""<option class="named" value='"{suspect}"'""") == 2
    assert "Out of the game" in board(state)


def test_only_the_opponent_can_accept_an_offer_of_a_draw():
    state = table.killer(begun(), OfferDraw())
    assert "Ada offers a draw" in choices(state, INSPECTOR)
    assert "Accept the draw" not in choices(state, KILLER)
    assert "the offer is open until the other side has moved" in choices(state, KILLER)


class Roots(HTMLParser):
    """Collects the elements that no other element contains."""

    EMPTY = ("input", "use", "link", "img")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.depth = 0
        self.found: list[str | None] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth == 0:
            self.found.append(dict(attrs).get("id"))
        self.depth += tag not in self.EMPTY

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Ignore elements without contents."""

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag not in self.EMPTY


@pytest.mark.parametrize("seat", [KILLER, INSPECTOR])
def test_a_region_is_one_element_with_its_own_name(seat: Seat):
    over = table.killer(begun(), Resign())
    for state in (begun(), over):
        asked = GAME.choices(state, seat)
        pages, own = GAME.pages.regions, GAME.view(state, Viewer(seat))
        found = {
            **pages.public(GAME.view(state, PUBLIC), FACES),
            **pages.own(own, FACES, seat, asked, 3),
        }
        for name, text in regions.draw_all("noir", found).items():
            roots = Roots(text)
            assert (roots.found, roots.depth) == ([name], 0)


def test_every_action_that_can_end_the_game_is_explained_before_the_first_click():
    dealt = table.dealt(12, 0, 24, 23, 22, 21)
    assert "Nobody wins or loses by this first murder" in choices(dealt, KILLER)
    state = table.killer(dealt, Murder(table.cell(11)))
    words = choices(state, INSPECTOR)
    assert f"The killer stands beside {table.cell(11)}" in words
    assert "which ends the game" in words
    assert "Naming a wrong pair loses immediately" in choices(
        table.killer(begun(), Shift("row", 0, "left")), INSPECTOR
    )


def test_the_question_names_the_verb_and_the_tile_that_is_picked():
    words = choices(table.killer(begun(), Shift("row", 0, "left")), INSPECTOR)
    assert "Arrest <span data-picked></span>?" in words
    assert "Ask about <span data-picked></span>?" in words


@pytest.mark.parametrize("kind", [Murder, Arrest, Investigate])
def test_suspects_that_cannot_be_chosen_carry_the_reason_from_the_rules(kind):
    state, seat = table.killer(begun(), Murder(table.cell(13))), INSPECTOR
    if kind is Murder:
        state, seat = begun(), KILLER
    page, offered = choices(state, seat), set(GAME.choices(state, seat))
    told = {
        int(number): why
        for numbers, why in re.findall(r'data-why-pieces="([\d ]+)">([^<]+)<', _panel(page, kind))
        for number in numbers.split()
    }
    for number, suspect in enumerate(SUSPECTS):
        if kind(suspect) in offered:
            assert number not in told
        else:
            assert unescape(told[number]) == GAME.refusal(state, seat, kind(suspect)).text


def _panel(page: str, kind: Any) -> str:
    """Return the choices of one kind of action."""
    name = kind.__struct_config__.tag
    return page[page.index(f'id="picks-{name}-') :].split('class="noir-picks ')[0]
