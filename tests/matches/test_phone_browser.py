"""A table on a phone: the game has the room, and the site stays in reach."""

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser
LINE = 56  # px


def at_a_table(page: Page, site: str) -> None:
    """Play with nine bots."""
    page.set_default_timeout(20_000)
    page.goto(site)
    page.fill("#play-name", "Maximiliane von Thurn")
    page.select_option("[name=seats_secret-hitler]", "10")
    page.click("button[name=game][value=secret-hitler]")
    expect(page.locator("#board")).to_be_visible()


@pytest.mark.parametrize("width", [320, 390])
def test_the_head_of_a_table_is_one_line_that_leads_everywhere(
    browser: Browser, site: str, width: int
):
    page = browser.new_context(viewport={"width": width, "height": 844}).new_page()
    at_a_table(page, site)
    watcher = browser.new_context(viewport=page.viewport_size, locale="de").new_page()
    watcher.goto(page.url)
    for each in (page, watcher):
        assert each.locator(".masthead").bounding_box()["height"] <= LINE
        assert each.evaluate("document.documentElement.scrollWidth") <= width
        each.click(".site-menu > summary")
        links = each.locator(".site-menu a")
        expect(links).to_have_count(4)
        for link in links.all():
            box = link.bounding_box()
            assert box["height"] >= 44
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        each.keyboard.press("Escape")
        expect(links.first).to_be_hidden()
    page.click(".to-talk")
    expect(page.locator("#say-text")).to_be_in_viewport()


def test_the_number_of_the_tenth_seat_is_one_line(page: Page, site: str):
    page.set_viewport_size({"width": 390, "height": 844})
    at_a_table(page, site)
    numbers = page.locator(".seat-number")
    heights = {round(number.bounding_box()["height"]) for number in numbers.all()}
    assert numbers.count() == 10
    assert len(heights) == 1


def test_a_table_begins_at_its_head(page: Page, site: str):
    page.set_viewport_size({"width": 390, "height": 500})
    page.set_default_timeout(20_000)
    page.goto(f"{site}/open/?game=secret-hitler")
    page.fill("#open-name", "Gerda")
    page.check("[name=fills_with_bots]")
    page.click("form.open-form button.big")
    start = page.get_by_role("button", name="Start")
    start.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 0
    start.click()
    expect(page.locator("#status")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    assert page.locator(".masthead").bounding_box()["height"] <= LINE


def test_who_has_left_is_told_so_beside_the_decision_and_comes_back_there(page: Page, site: str):
    page.set_viewport_size({"width": 390, "height": 844})
    at_a_table(page, site)
    page.click("#agreements summary")
    page.get_by_role("button", name="Leave: a bot plays on for me").click()
    page.evaluate("window.scrollTo(0, 0)")
    back = page.get_by_role("button", name="I am back")
    expect(back).to_be_in_viewport(ratio=1)
    own = page.locator("#board .seat:has(.seat-you:visible)")
    expect(own.locator(".m-bot")).to_be_visible()
    back.focus()
    page.keyboard.press("Enter")
    expect(back).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "decision"  # and Tab leads to the question
    expect(own.locator(".m-bot")).to_have_count(0)
