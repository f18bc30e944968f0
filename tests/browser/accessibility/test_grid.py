"""Boards with pieces as choices, in any game: keyboard, previews and marks."""

import re
from itertools import cycle

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Locator, Page, expect

from games.engine.regions import PlayerInfo
from games.engine.seats import PUBLIC, Seat
from games.matches.drawing import regions
from games.noir import GAME
from games.noir.actions import Murder, Shift
from games.noir.pieces import INSPECTOR, KILLER
from games.noir.state import State
from tests.noir import table

pytestmark = pytest.mark.browser

SHEETS = ("base/_sheets.html", "base/_table_sheets.html", "noir/_sheets.html")
SCRIPTS = ("presses", "dossier", "grid", "pencil", "flip")
#: What decides and is smaller than 44 px; a handle reaches further than it looks (handles.css).
THIN = """() => [...document.querySelectorAll(
  "#choices :is(button, label:not(.sr-only), summary, select),"
  + "[data-grid] .suspect[data-open]:not([data-picked-piece])"
)].filter((one) => one.checkVisibility()).filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return width && Math.min(width, height) < 43.5;
}).map((one) => one.outerHTML.slice(0, 90))"""
FACES = (PlayerInfo("Ada", 0), PlayerInfo("Ben", 1))
#: Clause vectors: these six dead make two ways to collapse by rows, and none by columns.
SIX_DEAD = (1, 2, 7, 11, 17, 22)


def shown(page: Page, site: str, state: State, seat: int) -> None:
    """Have `page` show the board and the choices of `seat`, with our scripts and styles."""
    board = regions.draw_table(GAME, GAME.view(state, PUBLIC), FACES)
    choices = regions.draw_own(GAME, state, FACES, Seat(seat), GAME.choices(state, seat), 7)
    sheets = "".join(render_to_string(name) for name in SHEETS)
    scripts = "".join(f'<script src="/static/js/{name}.js" defer></script>' for name in SCRIPTS)
    table = f'{board}<form class="dock tray lit">{choices}</form>'
    play = f'<section class="table-play" data-me="{seat}">{table}</section>'
    screen = f'<div class="table-page screen" data-game="noir">{play}</div>'
    main = f'<main class="page">{screen}</main>'
    text = f'<!doctype html>{sheets}{scripts}<body class="at-table cabinet staged">{main}'
    page.set_viewport_size({"width": 1280, "height": 1500})  # as high as all kinds of action need
    page.route("**/a-table/", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(f"{site}/a-table/")


def kind(page: Page, name: str) -> None:
    page.locator(f".kind:has(input[value={name}])").click()


def piece(page: Page, cell: int) -> Locator:
    """Return the suspect who starts in `cell`: they are laid out in alphabetical order."""
    return page.locator(f"#suspect-{cell}")


def pressable(page: Page) -> set[str]:
    """Return the keys of all pieces that may be picked now."""
    found = page.locator("[data-grid] [data-open]")
    return set(found.evaluate_all("pieces => pieces.map(piece => piece.dataset.piece)"))


def picked(page: Page) -> set[str]:
    found = page.locator("[data-grid] [data-picked-piece]")
    return set(found.evaluate_all("pieces => pieces.map(piece => piece.dataset.piece)"))


def chosen(page: Page) -> str | None:
    """Return the choice that the form would send."""
    return page.evaluate("new FormData(document.querySelector('form')).get('choice')")


def corner(page: Page, cell: int) -> tuple[int, int]:
    """Return where a piece is on the screen, once it has come to rest."""
    page.wait_for_function("!document.getAnimations().length")
    box = piece(page, cell).bounding_box()
    return round(box["x"]), round(box["y"])


def killers_turn(*dead: int) -> State:
    return table.with_dead(table.opened(12, 0, 24, 23, 22, 21, victim=11), *dead)


def after_a_murder() -> State:
    return table.killer(killers_turn(11), Murder(table.cell(6)))


def test_nothing_may_be_pressed_until_a_kind_of_action_is_opened(page: Page, site: str):
    shown(page, site, killers_turn(11), KILLER)
    assert pressable(page) == set()
    assert page.locator("button.handle:enabled").count() == 0


def test_only_what_the_question_offers_may_be_pressed(page: Page, site: str):
    shown(page, site, killers_turn(11), KILLER)
    kind(page, "murder")
    assert pressable(page) == {"6", "7", "8", "13", "16", "17", "18"}
    piece(page, 24).click(force=True)
    assert chosen(page) is None
    piece(page, 8).click()
    assert chosen(page) == '{"action":"murder","suspect":"Ifeoma"}'
    expect(page.locator("[data-picked]:visible")).to_have_text("Ifeoma")
    piece(page, 17).click()
    assert picked(page) == {"17"}


def test_on_a_phone_every_control_of_a_decision_is_as_large_as_a_thumb(page: Page, site: str):
    for state, seat in ((killers_turn(*SIX_DEAD), KILLER), (after_a_murder(), INSPECTOR)):
        shown(page, site, state, seat)
        page.set_viewport_size({"width": 390, "height": 844})
        assert page.evaluate(THIN) == []
        for mark in page.locator(".kind input:enabled").all():
            kind(page, mark.get_attribute("value") or "")
            expect(mark).to_be_checked()
            page.locator("[data-grid] [data-open], .hand-tile:visible").first.click()
            assert page.evaluate(THIN) == []


def test_pressing_a_kind_of_action_again_closes_it(page: Page, site: str):
    shown(page, site, killers_turn(11), KILLER)
    kind(page, "murder")
    piece(page, 8).click()
    kind(page, "murder")
    assert pressable(page) == set()
    assert chosen(page) is None


def test_a_collapse_is_picked_one_by_one_and_forced_picks_are_added(page: Page, site: str):
    shown(page, site, killers_turn(*SIX_DEAD), KILLER)
    kind(page, "collapse")
    assert pressable(page) == {str(cell) for cell in SIX_DEAD}
    piece(page, 7).click()
    assert picked(page) == {"7", "11", "17", "22"}
    assert chosen(page) is None
    piece(page, 1).click()
    assert picked(page) == {"1", "7", "11", "17", "22"}
    assert '"remove":"row-each"' in chosen(page)


def test_another_dead_suspect_in_the_same_line_replaces_the_first(page: Page, site: str):
    shown(page, site, killers_turn(*SIX_DEAD), KILLER)
    kind(page, "collapse")
    piece(page, 1).click()
    assert picked(page) == {"1", "7", "11", "17", "22"}
    piece(page, 2).click()
    assert picked(page) == {"2", "7", "11", "17", "22"}


def test_a_collapse_shows_the_grid_as_it_will_be(page: Page, site: str):
    shown(page, site, killers_turn(*SIX_DEAD), KILLER)
    places = {cell: corner(page, cell) for cell in range(25)}
    kind(page, "collapse")
    piece(page, 1).click()
    assert corner(page, 0) == places[0]
    assert corner(page, 2) == places[1]
    assert corner(page, 4) == places[3]
    assert corner(page, 24) == places[23]
    expect(piece(page, 1)).to_have_css("opacity", "0")


def test_a_shift_shows_the_line_as_it_will_be(page: Page, site: str):
    shown(page, site, killers_turn(11), KILLER)
    places = {cell: corner(page, cell) for cell in range(25)}
    kind(page, "shift")
    page.locator("[data-piece=row-1-right]").click()
    assert [corner(page, cell) for cell in range(5, 10)] == [
        *(places[cell] for cell in range(6, 10)),
        places[5],
    ]
    assert corner(page, 0) == places[0]
    page.keyboard.press("Escape")
    assert corner(page, 9) == places[9]


def test_the_shift_that_undoes_the_last_one_has_no_handle(page: Page, site: str):
    state = after_a_murder()
    state = table.investigator(state, Shift("row", 2, "right"))
    shown(page, site, state, KILLER)
    kind(page, "shift")
    assert "row-2-left" not in pressable(page)
    assert {"row-2-right", "row-1-left"} <= pressable(page)
    assert page.locator(".handle-place.left .handle-barred").is_visible()


def test_the_kinds_of_action_say_that_enter_moves_to_the_board(page: Page, site: str):
    shown(page, site, killers_turn(11), KILLER)
    said = re.compile("Enter moves on to the board")
    expect(page.get_by_role("radiogroup")).to_have_accessible_description(said)


def test_arrows_move_between_suspects_and_enter_picks_then_continues(page: Page, site: str):
    shown(page, site, killers_turn(11), KILLER)
    kind(page, "murder")
    piece(page, 0).focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.id") == "suspect-8"
    page.keyboard.press("Enter")
    assert "Ifeoma" in chosen(page)
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent.trim()") == "Murder"


def test_arrows_reach_the_handles_and_the_whole_grid_is_one_tab_stop(page: Page, site: str):
    shown(page, site, killers_turn(11), KILLER)
    kind(page, "shift")
    piece(page, 5).focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.piece") == "row-1-left"
    page.keyboard.press(" ")
    assert '"index":1,"direction":"left"' in chosen(page)
    stops = page.locator("#grid [tabindex='0']")
    expect(stops).to_have_count(1)


def test_arrows_stop_at_the_edge(page: Page, site: str):
    shown(page, site, killers_turn(11), KILLER)
    piece(page, 4).focus()
    for key in ("ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.id") == "suspect-4"


def test_two_pieces_fill_two_slots_and_a_third_takes_the_last(page: Page, site: str):
    state = after_a_murder()
    shown(page, site, state, INSPECTOR)
    kind(page, "deduce")
    for cell in (3, 20, 21):
        piece(page, cell).click()
    assert picked(page) == {"3", "21"}
    parts = page.evaluate("new FormData(document.querySelector('form')).getAll('part').join('')")
    assert parts == '{"action":"deduce","suspects":["Dragan","Vesa"]}'
    piece(page, 3).click()
    assert picked(page) == {"21"}


def test_private_marks_stay_in_this_browser_and_are_not_picks(page: Page, site: str):
    shown(page, site, killers_turn(11), KILLER)
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    kind(page, "murder")
    page.locator("[data-pencil]").click()
    marks = cycle(["no", "maybe", "yes", None])
    for _press in range(5):
        piece(page, 8).click()
        mark = next(marks)
        assert piece(page, 8).get_attribute("data-mark") == mark
    assert chosen(page) is None
    assert requests == []
    page.reload()
    expect(piece(page, 8)).to_have_attribute("data-mark", "no")
    expect(page.locator("td[data-marked='8']")).to_have_attribute("data-mark", "no")


def test_a_disguise_is_two_cards_that_look_the_same(page: Page, site: str):
    shown(page, site, killers_turn(11), KILLER)
    kind(page, "disguise")
    backs = page.locator(".disguise-hand .hand-back")
    pictures = {re.sub(r"\s", "", back.inner_html()) for back in backs.all()}
    assert backs.count() == 2
    assert len(pictures) == 1
    assert not page.locator(".disguise-hand .hand-face").first.is_visible()


def test_a_bluff_is_chosen_with_enter_and_confirmed_with_another(page: Page, site: str):
    shown(page, site, killers_turn(11), KILLER)
    page.locator("input[name=kind][value=disguise]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert '"swap":false' in chosen(page)
    expect(page.locator("[data-picked]:visible")).to_have_text("Bluff")
    page.keyboard.press("Enter")
    expect(page.locator("button[name=action]:focus")).to_have_text("Take a disguise")


def test_a_suspect_without_a_drawing_is_a_silhouette_with_an_initial(page: Page, site: str):
    names = ("Zola", *table.SUSPECTS[1:])
    setup = table.Setup(
        roles=table.SIDES, grid=table.rows_of(names), evidence=tuple(reversed(names))
    )
    events = GAME.records.deal(2, table.Options(), setup)
    shown(page, site, GAME.apply(GAME.start.empty, events), KILLER)
    stranger = page.locator(".suspect:has(.portrait.unknown)")
    expect(stranger).to_have_count(1)
    expect(stranger.locator(".initial")).to_have_text("Z")
