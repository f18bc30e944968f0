"""A table on a phone: the game fills most of the screen, and the site's menu is accessible."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import PHONE, Person

pytestmark = pytest.mark.browser
LINE = 56  # px


def at_a_table(page: Page, site: str) -> None:
    """Start a match with nine bots."""
    page.set_default_timeout(20_000)
    page.goto(site)
    page.fill("#play-name", "Maximiliane von Thurn")
    page.select_option("[name=seats_secret-hitler]", "10")
    page.click("button[name=game][value=secret-hitler]")
    expect(page.locator("#board")).to_be_visible()


@pytest.mark.parametrize("width", [320, 390])
def test_the_header_of_a_table_is_one_line_with_all_menus(browser: Browser, site: str, width: int):
    page = browser.new_context(viewport={"width": width, "height": 844}).new_page()
    at_a_table(page, site)
    watcher = browser.new_context(viewport=page.viewport_size, locale="de").new_page()
    watcher.goto(page.url)
    for each in (page, watcher):
        assert each.locator(".masthead").bounding_box()["height"] <= LINE
        assert each.evaluate("document.documentElement.scrollWidth") <= width
        for menu in each.locator(".masthead .menu").all():
            menu.locator("summary").click()
            box = menu.locator(".menu-sheet").bounding_box()
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
            each.keyboard.press("Escape")
        each.click(".site-menu > summary")
        links = each.locator(".site-menu a")
        expect(links).to_have_count(4)
        for link in links.all():
            box = link.bounding_box()
            assert box["height"] >= 44
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
        each.keyboard.press("Escape")
        expect(links.first).to_be_hidden()
    page.click(".tab:has(#tab-talk)")
    expect(page.locator("#say-text")).to_be_in_viewport()


def test_a_match_begins_scrolled_to_its_header(page: Page, site: str):
    page.set_viewport_size({"width": 390, "height": 500})
    page.set_default_timeout(20_000)
    page.goto(f"{site}/open/?game=secret-hitler")
    page.fill("#open-name", "Gerda")
    page.check("[name=fills_with_bots]")
    page.click("form.open-form button.big")
    start = page.get_by_role("button", name="Start")
    expect(start).to_be_visible()
    assert page.locator(".qr").bounding_box()["height"] >= 90
    page.evaluate("scrollTo(0, 200)")  # as to read about the game
    assert page.evaluate("scrollY") > 0
    start.click()
    expect(page.locator("#status")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    assert page.locator(".masthead").bounding_box()["height"] <= LINE


def test_a_player_who_left_is_told_beside_the_decision_and_can_return_there(
    browser: Browser, site: str
):
    page = browser.new_context(viewport=PHONE).new_page()
    page.set_default_timeout(20_000)
    page.goto(f"{site}/open/?game=secret-hitler")
    page.fill("#open-name", "Ada")
    page.check("[name=fills_with_bots]")
    page.click("form.open-form button.big")
    expect(page.locator("#waiting")).to_be_visible()
    # The bots wait for this player's vote; without people they would play to the end immediately.
    Person.arrive(browser, site, "Ben").sit_down(page.url)
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#board")).to_be_visible()
    page.click(".tab:has(#tab-record)")
    page.click("#agreements summary")
    page.get_by_role("button", name="Leave: a bot takes over for me").click()
    page.evaluate("window.scrollTo(0, 0)")
    back = page.get_by_role("button", name="I am back")
    expect(back).to_be_in_viewport(ratio=1)
    expect(page.locator("#board .stands-in")).to_have_count(1)
    back.focus()
    page.keyboard.press("Enter")
    expect(back).to_have_count(0)
    expect(page.locator("#board .stands-in")).to_have_count(0)
    page.wait_for_function("() => document.activeElement?.id === 'choices'")


def test_a_question_mark_opens_the_rule_of_the_phase_and_a_tap_explains_a_mark(
    page: Page, site: str
):
    page.set_viewport_size({"width": 390, "height": 844})
    at_a_table(page, site)
    expect(page.locator("#baize")).not_to_have_attribute("data-phase", "set-up")
    page.get_by_role("button", name="The rule for this moment").click()
    rule = page.locator("#rule-now [data-rule]:visible")
    expect(rule).to_have_count(1)
    assert rule.get_attribute("data-rule") in ("nominate", "vote")
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)
    page.locator(".strip.fascist .slot.end").click()
    expect(page.locator("#tells")).to_have_text("The side that fills its track wins")
    box = page.locator("#tells").bounding_box()
    assert 0 <= box["x"] <= box["x"] + box["width"] <= 390
    page.keyboard.press("Escape")
    expect(page.locator("#tells")).to_be_hidden()
    # A mark on a face is explained as well, although the tap reaches the face below it.
    plate = page.locator(".chair .plate.president").bounding_box()
    page.mouse.click(plate["x"] + plate["width"] / 2, plate["y"] + plate["height"] / 2)
    expect(page.locator("#tells")).to_contain_text("– President")
    page.keyboard.press("Escape")
    # The same by keyboard, one mark after another.
    page.locator("#tell-marks").focus()
    told = []
    for _step in range(40):
        page.keyboard.press("ArrowRight")
        told.append(page.locator("#tells").text_content())
    assert "The side that fills its track wins" in told
    assert any("President" in text or "chancellor" in text for text in told)
    page.keyboard.press("Home")
    expect(page.locator("#tells")).to_have_text(told[0])
    page.keyboard.press("Tab")
    expect(page.locator("#tells")).to_be_hidden()
