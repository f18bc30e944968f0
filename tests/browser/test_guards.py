"""The guards of the table's look: everybody in sight, nothing small, covered or sideways."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.look import SCREENS, size
from tests.browser.people import Person

pytestmark = pytest.mark.browser


#: How far a tray lies over the last row of suspects, in pixels.
COVERED = """() => Math.max(...[...document.querySelectorAll(".suspect")]
  .map((one) => one.getBoundingClientRect().bottom))
  - document.querySelector(".tray").getBoundingClientRect().top"""


def sit_down_with_bots(browser: Browser, site: str, seats: int) -> Page:
    """Return a phone's page at a table of `seats`, of which bots have all others."""
    person = Person.arrive(browser, site, "Maximiliane-Luise v. Ahn", viewport=size("phone"))
    page = person.page
    page.fill("#play-name", person.name)
    page.select_option("[name=seats_secret-hitler]", str(seats))
    page.click("button[name=game][value=secret-hitler]")
    expect(page.locator(".chair")).to_have_count(seats)
    return page


def questions(page: Page, kinds: int) -> Iterator[str]:
    """Play on, and stop at so many kinds of question that this seat is asked, once each."""
    person, asked = Person("", page), set()
    while len(asked) < kinds and person.wait_until_asked():
        name = page.locator("#choices[data-owes]").first.get_attribute("data-ask")
        if name not in asked:
            asked.add(name)
            yield name or ""
        person.decide()


def test_noir_fits_a_small_phone_and_a_low_desktop_window(browser: Browser, site: str):
    person = Person.arrive(browser, site, "Ada", viewport=size("small phone"))
    page = person.page
    page.fill("#play-name", person.name)
    page.click("button[name=game][value=noir]")
    expect(page.locator("#board")).to_be_visible()
    for width, height in SCREENS.values():
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator("#choices").first).to_be_in_viewport(ratio=0.9)
        look = page.evaluate(
            "[document.documentElement.scrollWidth - innerWidth,"
            " document.documentElement.scrollHeight - innerHeight]"
        )
        assert max(look) <= 0, (width, look)
        assert smallest_tile(page) >= 44, (width, height)


#: By how much the open question reaches over the tabs below it.
BELOW = """() => document.querySelector("#choices > fieldset").getBoundingClientRect().bottom
  - document.querySelector(".tabs-bar").getBoundingClientRect().top"""
SUSPECTS = """() => [...document.querySelectorAll(".suspect")]
  .map((one) => one.getBoundingClientRect())
  .flatMap(({ x, y, width, height }) => [x, y, width, height])"""


LEARNERS = [(390, 844, "en"), (375, 667, "en"), (360, 640, "de"), (390, 844, "ja")]


@pytest.mark.parametrize(("width", "height", "language"), LEARNERS)
def test_in_a_lesson_of_noir_tiles_are_as_large_as_a_thumb_and_stay(
    browser: Browser, site: str, width: int, height: int, language: str
):
    screen = {"width": width, "height": height}
    still = {"viewport": screen, "reduced_motion": "reduce", "locale": language}
    page = Person.arrive(browser, site, "Nika", **still).page
    page.goto("/learn/noir/")
    page.fill("main input[name=name]", "Nika")
    page.locator("main form button").first.click()
    expect(page.locator("#choices[data-owes]")).to_be_visible()
    expect(page.locator("#coach")).to_be_visible()
    assert smallest_tile(page) >= 44
    before = page.evaluate(SUSPECTS)
    page.locator(".kind").first.click()
    assert page.evaluate(COVERED) <= 1
    assert page.evaluate(SUSPECTS) == pytest.approx(before, abs=1)
    page.locator(".suspect[data-open]").last.click()
    assert page.evaluate(SUSPECTS) == pytest.approx(before, abs=1)
    page.locator(".noir-picks:visible button[name=action]").click()
    expect(page.locator("[value=arrest]")).to_have_count(1)
    before = page.evaluate(SUSPECTS)
    for kind in page.locator(".kind:not(.none)").all():
        kind.click()
        assert page.evaluate(SUSPECTS) == pytest.approx(before, abs=1), kind.inner_text()
        assert page.evaluate(BELOW) <= 1, kind.inner_text()


def test_in_a_lesson_of_secret_hitler_a_low_phone_shows_the_whole_question(
    browser: Browser, site: str
):
    low = {"viewport": {"width": 360, "height": 640}, "reduced_motion": "reduce", "locale": "de"}
    page = Person.arrive(browser, site, "Nika", **low).page
    page.goto("/learn/secret-hitler/")
    page.fill("main input[name=name]", "Nika")
    page.locator("main form button").first.click()
    for name in questions(page, 3):
        assert page.evaluate(BELOW) <= 1, name
        coach = page.locator("#coach").bounding_box()
        asked = page.locator("#choices > fieldset").bounding_box()
        assert coach["y"] + coach["height"] <= asked["y"], name


def smallest_tile(page: Page) -> float:
    """Return the shortest side of any suspect's tile, in pixels."""
    boxes = page.locator(".suspect").evaluate_all(
        "tiles => tiles.map((tile) => tile.getBoundingClientRect().toJSON())"
    )
    return min(min(box["width"], box["height"]) for box in boxes)
