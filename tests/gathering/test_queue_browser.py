"""The queue in two real browsers: one press each, and both pages go to the same table."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser


def find_table(browser: Browser, site: str, name: str) -> Page:
    """Return the page of somebody without an account who looks for a table of Noir."""
    page = browser.new_context().new_page()
    page.goto(site)
    page.fill("#play-name", name)
    page.click("button[formaction='/queue/ask/noir/']")
    expect(page.get_by_role("heading", name="Looking for a table")).to_be_visible()
    return page


def test_two_guests_press_once_and_meet_at_a_table(browser, site):
    first = find_table(browser, site, "Frieda")
    expect(first.get_by_text("1 is here, 2 are needed")).to_be_visible()
    second = find_table(browser, site, "Konrad")
    for page in (first, second):
        expect(page).to_have_url(re.compile("/match/"))
        page.get_by_role("button", name="I am here").click()
    assert first.url == second.url
    expect(first.locator("#board")).to_be_visible()
