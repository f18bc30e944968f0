"""A table by keys alone: the focus goes on where the eye does."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import DESK

pytestmark = pytest.mark.browser


def test_the_tabs_come_before_the_pane_that_they_show(page: Page, site: str):
    page.set_default_timeout(20_000)
    page.set_viewport_size(DESK)
    page.goto(site)
    page.fill("#play-name", "Karla")
    page.click("button[name=game][value=secret-hitler]")
    expect(page.locator("#choices")).to_be_visible()
    if page.locator("#reveal[open]").count():
        page.locator("#reveal .button").press("Enter")
    page.locator("summary", has_text="My letter").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#tab-record")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-talk")).to_be_checked()
    page.evaluate("window.dispatchEvent(new Event('online'))")  # connects anew: all is drawn again
    page.wait_for_timeout(600)
    expect(page.locator("#tab-talk")).to_be_checked()
    expect(page.locator("#tab-talk")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#stream-all")).to_be_focused()
