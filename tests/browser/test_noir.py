"""Noir in real browsers: two people to the end, and one without a script."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import PHONE, Person

pytestmark = pytest.mark.browser

WISHES = ("arrest", "murder", "choose-identity", "shift")
TURNS = 300


def sit_at_noir(browser: Browser, site: str) -> tuple[Person, Person]:
    """Return two people at a table of Noir that has begun.

    The second has a phone, and asks for less motion.
    """
    ada = Person.arrive(browser, site, "Ada")
    ada.page.goto("/open/?game=noir")
    ada.page.fill("#open-name", "Ada")
    ada.page.click("form.open-form button.big")
    expect(ada.page.locator("#waiting")).to_be_visible()
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    ben = Person.arrive(browser, site, "Ben", **phone, reduced_motion="reduce")
    ben.sit_down(ada.page.url)
    ada.page.get_by_role("button", name="Start").click()
    for person in (ada, ben):
        expect(person.page.locator("#board")).to_be_visible()
    return ada, ben


def mover(*people: Person) -> Person:
    """Return who is asked, as soon as somebody is."""
    for _moment in range(TURNS):
        for person in people:
            if person.owes():
                return person
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody was asked")


def open_kind(page: Page, *wishes: str) -> str:
    """Open the first of these kinds of action that can be taken, and return it."""
    expect(page.locator("#choices[data-owes]")).to_have_count(1)  # once the page knows of the turn
    for wish in wishes:
        if page.locator(f"input[name=kind][value={wish}]:enabled").count():
            page.locator(f".kind:has(input[value={wish}])").click()
            return wish
    raise AssertionError(f"none of {wishes} was offered")


def confirm(page: Page) -> None:
    """Confirm what is picked, and wait until the table has it."""
    asked = page.locator("#choices fieldset.decision").get_attribute("id")
    page.locator(".noir-picks:visible button[name=action]").click()
    page.wait_for_function(
        "asked => !document.querySelector(`#choices[data-owes] #${asked}`)", arg=asked
    )


def move(person: Person, *wishes: str, nth: int = 0) -> str:
    """Once asked, take the first kind of action that can be taken, on one of its pieces."""
    expect(person.page.locator("#choices[data-owes]")).to_have_count(1)
    kind = open_kind(person.page, *(wishes or WISHES))
    pieces = person.page.locator("[data-grid] [data-open]")
    pieces.nth(nth % pieces.count()).click()
    confirm(person.page)
    return kind


def set_up(ada: Person, ben: Person) -> tuple[Person, Person]:
    """Take the two decisions of the set-up; return the killer, who acts then, and the inspector."""
    killer = mover(ada, ben)
    move(killer, "murder")
    inspector = mover(ada, ben)
    move(inspector, "choose-identity")
    return killer, inspector


def board(person: Person) -> str:
    """Return the board's text, but for the word that says which side is one's own."""
    text = person.page.locator("#board").inner_text()
    return re.sub(r"\s+", " ", re.sub(r"\byou\b", "", text, flags=re.IGNORECASE))


@pytest.mark.sqlite  # a whole match on a site of one process; what follows is about pages alone
def test_two_people_play_a_whole_match_while_a_third_watches(browser: Browser, site: str):
    ada, ben = sit_at_noir(browser, site)
    watcher = Person.arrive(browser, site, "Mallory")
    watcher.page.goto(ada.page.url)
    killer = mover(ada, ben)
    move(killer, "murder")
    inspector = mover(ada, ben)
    assert inspector is not killer
    move(inspector, "choose-identity")
    move(killer, "shift", nth=3)
    move(inspector, "investigate")
    expect(watcher.page.locator("#file .answer")).to_have_count(1)
    expect(watcher.page.locator("#log .canvass")).to_have_count(1)
    assert watcher.page.locator("#choices button, #choices input").count() == 0
    assert watcher.page.locator("[data-open], .handle:enabled").count() == 0
    killer.page.locator(".tab:has(#tab-talk)").click()
    killer.page.locator("#say-text").fill("It was the butler.")
    killer.page.get_by_role("button", name="Send").click()
    if killer.page.locator(".tab:has(#tab-table)").is_visible():
        killer.page.locator(".tab:has(#tab-table)").click()
    expect(inspector.page.get_by_text("It was the butler.", exact=True)).to_be_attached()

    for turn in range(TURNS):
        if ada.is_over() and ben.is_over():
            break
        for person in (ada, ben):
            if person.owes():
                move(person, nth=turn)
        ada.page.wait_for_timeout(30)
    for person in (ada, ben, watcher):
        expect(person.page.get_by_text("Case closed")).to_be_visible()
        expect(person.page.locator(".suspect-owner.killer")).to_have_count(1)
    for _look in range(200):  # what could be known is worked out after the end: a later frame
        if board(ada) == board(ben) == board(watcher):
            break
        ada.page.wait_for_timeout(100)
    assert board(ada) == board(ben) == board(watcher)
    ada.page.locator(".tab:has(#tab-record)").click()
    ada.page.get_by_role("link", name="Verify the deal").click()
    expect(ada.page.get_by_text("as dealt").first).to_be_visible()
    assert ada.page.get_by_text("differs").count() == 0


#: The row and the column of the cell that a press of Tab leads to.
STOP = """() => ["row", "column"]
  .map((line) => document.querySelector("[data-grid] [tabindex='0']").dataset[line])"""


def test_the_focus_stays_on_its_cell_after_every_answer(browser: Browser, site: str):
    ada, ben = sit_at_noir(browser, site)
    killer, inspector = set_up(ada, ben)
    move(killer, "shift")
    page = inspector.page
    expect(page.locator("#choices[data-owes]")).to_have_count(1)
    page.locator("input[name=kind][value=investigate]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-grid] [data-open]").last.focus()
    cell = page.evaluate(STOP)
    assert cell != ["0", "0"]
    for key in ("Enter", "Enter", "Escape"):  # choose, go on to the confirmation, take it back
        page.keyboard.press(key)
    expect(page.locator("[data-picked-piece]")).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('[data-grid] [data-open]')")
    for _press in range(3):  # choose, go on to the confirmation, confirm
        page.keyboard.press("Enter")
    expect(page.locator("#choices[data-owes]")).to_have_count(0)
    assert page.evaluate("document.activeElement.matches('.suspect')")
    assert page.evaluate(STOP) == cell
    open_kind(killer.page, "shift")  # the suspect of that cell is pushed along
    killer.page.locator(f"[data-grid] [data-open][data-piece=row-{cell[0]}-right]").click()
    confirm(killer.page)
    expect(page.locator("#choices[data-owes]")).to_have_count(1)
    assert page.evaluate(STOP) == cell


def test_the_grid_fits_next_to_its_neighbours_in_every_window(browser: Browser, site: str):
    ada, _ben = sit_at_noir(browser, site)
    desks = ((1440, 900), (1440, 1500), (1280, 1500), (1920, 1500))
    phones = ((320, 640), (354, 740), (360, 740), (367, 740), (390, 844))
    for size in desks + phones:
        ada.page.set_viewport_size({"width": size[0], "height": size[1]})
        sticking_out = ada.page.evaluate(
            """() => {
              const edge = document.querySelector(".scene").getBoundingClientRect().right;
              const parts = [...document.querySelectorAll(".noir-desk, .noir-desk *")];
              return parts.filter((part) => part.getBoundingClientRect().right > edge).length;
            }"""
        )
        assert sticking_out == 0, size
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_the_two_agree_to_a_draw(browser: Browser, site: str):
    ada, ben = sit_at_noir(browser, site)
    killer, inspector = set_up(ada, ben)
    expect(killer.page.locator(".endings")).to_be_visible()
    killer.page.locator(".endings > summary").click()
    killer.page.get_by_role("button", name="Offer a draw").click()
    expect(killer.page.locator(".endings")).not_to_have_attribute("open", "")  # nor Resign at hand
    accept = inspector.page.get_by_role("button", name="Accept the draw")
    expect(inspector.page.locator("#offer")).to_be_visible()
    assert not accept.is_visible()  # it ends the match: that takes two presses
    inspector.page.locator(".endings > summary").click()
    accept.click()
    for person in (ada, ben):
        expect(person.page.locator("#status")).to_have_text("A draw")


def test_an_offer_of_a_draw_keeps_a_half_made_move(browser: Browser, site: str):
    ada, ben = sit_at_noir(browser, site)
    killer, inspector = set_up(ada, ben)
    expect(killer.page.locator("#choices[data-owes]")).to_have_count(1)
    kind = open_kind(killer.page, "shift")  # a murder may end the match
    killer.page.locator("[data-grid] [data-open]").first.click()
    chosen = killer.page.locator("#choices input:checked")
    marked = chosen.evaluate_all("(all) => all.map((one) => one.value)")
    assert kind in marked
    inspector.page.locator(".endings > summary").click()
    inspector.page.get_by_role("button", name="Offer a draw").click()
    expect(killer.page.locator("#offer")).to_be_visible()
    assert chosen.evaluate_all("(all) => all.map((one) => one.value)") == marked
    confirm(killer.page)  # and it is taken
    expect(killer.page.locator("#notice")).to_be_empty()
    expect(inspector.page.locator("#choices[data-owes]")).to_have_count(1)


def test_an_offer_of_a_draw_in_another_tab_keeps_a_half_made_pick(browser: Browser, site: str):
    ada, ben = sit_at_noir(browser, site)
    killer, inspector = set_up(ada, ben)
    move(killer, "shift")
    expect(inspector.page.locator("#choices[data-owes]")).to_have_count(1)
    kind = open_kind(inspector.page, "deduce", "collapse")  # it takes two pieces
    inspector.page.locator("[data-grid] [data-open]").first.click()
    picked = inspector.page.locator("[data-picked-piece]")
    expect(picked).to_have_count(1)
    piece = picked.get_attribute("data-piece")
    other = inspector.page.context.new_page()
    other.goto(inspector.page.url)
    other.locator(".endings > summary").click()
    other.get_by_role("button", name="Offer a draw").click()
    expect(killer.page.locator("#offer")).to_be_visible()
    for page in (inspector.page, other):
        page.wait_for_function("() => !document.querySelector('button[value*=offer-draw]')")
    assert picked.evaluate_all("(all) => all.map((one) => one.dataset.piece)") == [piece]
    chosen = inspector.page.locator(f"input[name=kind][value={kind}]")
    expect(chosen).to_be_checked()
    expect(inspector.page.locator("#choices[data-owes]")).to_have_count(1)


#: Where the board is, and whether the tray leaves all of it in sight.
SIGHT = """() => {
  const tray = document.querySelector(".tray").getBoundingClientRect();
  const suspects = [...document.querySelectorAll(".suspect")];
  const boxes = suspects.map((one) => one.getBoundingClientRect());
  const isBeside = tray.left > Math.max(...boxes.map((box) => box.right)) - 1;
  const isSeen = isBeside || Math.max(...boxes.map((box) => box.bottom)) <= tray.top + 1;
  return [isSeen, ...boxes.flatMap(({ x, y, width }) => [x, y, width])];
}"""

WINDOWS = ((320, 640), (390, 844), (375, 667), (844, 390), (1024, 768), (1280, 720))


@pytest.mark.parametrize(
    "languages", [("de", "ja"), pytest.param(("it", "en"), marks=pytest.mark.prove)]
)
def test_the_board_stays_in_place_and_usable_whatever_action_is_open(
    browser: Browser, site: str, languages: tuple[str, str]
):
    killer, inspector = set_up(*sit_at_noir(browser, site))
    for person, language in zip((killer, inspector), languages, strict=True):
        page = person.page
        page.context.add_cookies([{"name": "django_language", "value": language, "url": site}])
        page.reload()
        expect(page.locator("#choices[data-owes]")).to_have_count(1)
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            is_seen, *boxes = page.evaluate(SIGHT)
            assert is_seen, (width, height)
            for kind in page.locator(".kind:has(:enabled)").all():
                needs_board = width >= 360 and not kind.locator("[value=disguise]").count()
                kind.click()
                is_seen, *now = page.evaluate(SIGHT)
                assert now == pytest.approx(boxes, abs=1), (width, height, kind.inner_text())
                assert is_seen or not needs_board, (width, height, kind.inner_text())
                kind.click()
        if person is killer:
            move(killer, "shift")


def test_a_hand_fills_the_screen_whatever_action_is_open(browser: Browser, site: str):
    killer, _inspector = set_up(*sit_at_noir(browser, site))
    page = killer.page
    page.set_viewport_size(PHONE)
    page.goto(f"{page.url}?here=hand")
    tray = page.locator(".tray")
    before = tray.bounding_box()
    for kind in page.locator(".kind:has(:enabled)").all():
        kind.click()
        assert tray.bounding_box() == before
        kind.click()


def test_resigning_takes_two_presses_and_loses(browser: Browser, site: str):
    ada, ben = sit_at_noir(browser, site)
    killer, _inspector = set_up(ada, ben)
    resign = killer.page.get_by_role("button", name="Resign")
    expect(killer.page.locator(".endings")).to_be_visible()
    assert not resign.is_visible()
    killer.page.locator(".endings > summary").click()
    resign.click()
    expect(ben.page.locator("#status")).to_have_text("The inspector wins")


@pytest.mark.parametrize(("motion", "gliding"), [("no-preference", 5), ("reduce", 0)])
def test_a_shifted_line_glides_unless_reduced_motion_is_set(
    browser: Browser, site: str, motion: str, gliding: int
):
    ada, ben = sit_at_noir(browser, site)
    watcher = Person.arrive(browser, site, "Mallory", reduced_motion=motion)
    watcher.page.goto(ada.page.url)
    killer, _inspector = set_up(ada, ben)
    expect(watcher.page.locator("#status")).to_contain_text("The killer's turn")
    watcher.page.wait_for_timeout(1000)
    watcher.page.evaluate(
        """() => {
          window.glided = 0;
          document.addEventListener("htmx:after:swap", () => {
            const moving = document.getAnimations().map((animation) => animation.effect.target);
            const gliding = moving.filter((element) => element.matches("[data-flip]"));
            window.glided = Math.max(window.glided, gliding.length);
          });
        }"""
    )
    move(killer, "shift", nth=2)
    expect(watcher.page.locator("#last-move")).to_contain_text("shifted")
    assert watcher.page.evaluate("window.glided") == gliding


def test_without_scripts_lists_and_buttons_suffice(browser: Browser, site: str):
    ada = Person.arrive(browser, site, "Ada", java_script_enabled=False)
    ada.page.fill("#play-name", "Ada")
    ada.page.click("button[name=game][value=noir]")
    for _wait in range(TURNS):
        if ada.owes():
            break
        ada.page.wait_for_timeout(100)
        ada.page.reload()
    before = ada.page.locator("#choices fieldset.decision").get_attribute("id")
    open_kind(ada.page, "murder", "choose-identity")
    ada.page.locator(".noir-picks:visible .option").first.click()
    expect(ada.page.locator(".confirm-words")).to_be_hidden()  # a script fills its gap
    ada.page.locator(".noir-picks:visible button[name=action]").click()
    expect(ada.page.locator("#board")).to_be_visible()
    assert ada.page.locator(f"#{before}").count() == 0
    assert ada.page.locator("#notice").inner_text() == ""


def test_with_covered_letters_cards_are_hidden_until_held(browser: Browser, site: str):
    ada, ben = sit_at_noir(browser, site)
    killer = mover(ada, ben)
    cards = killer.page.locator(".evidence-cards")
    assert not cards.is_visible()
    killer.page.locator(".letter-tab").click()
    killer.page.get_by_role("button", name="Hold").click()
    killer.page.keyboard.press("Escape")
    expect(cards).to_be_hidden()
    killer.page.locator(".letter-tab").hover()
    killer.page.mouse.down()
    expect(cards).to_be_visible()
    expect(killer.page.locator(".notebook td.own")).to_have_count(1)
    killer.page.wait_for_timeout(100)  # as fingers do: less is the double tap below
    killer.page.mouse.up()
    expect(cards).to_be_hidden()
    for is_shown in (True, False):  # the double tap of a screen reader is shorter than any finger's
        killer.page.locator(".letter-tab").evaluate(
            """summary => ["pointerdown", "pointerup"].forEach((kind) =>
              summary.dispatchEvent(new PointerEvent(kind, { bubbles: true, button: 0 })))"""
        )
        expect(cards).to_be_visible(visible=is_shown)


def test_closing_the_letter_with_escape_returns_the_focus_to_its_cover(browser: Browser, site: str):
    ada, _ben = sit_at_noir(browser, site)
    cover = ada.page.locator("[data-dossier] > summary").first
    cover.focus()
    for key in ("Enter", "Tab", "Escape"):
        ada.page.keyboard.press(key)
    expect(ada.page.locator("[data-dossier][open]")).to_have_count(0)
    expect(cover).to_be_focused()
