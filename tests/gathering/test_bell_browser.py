"""The bell in a real browser: the tab's title and a sound say that somebody sat down."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

LISTEN = """
localStorage.setItem("signals-sound", "on");
window.played = [];
document.addEventListener("sound-played", (event) => window.played.push(event.detail));
"""


def visitor(browser: Browser, site: str, path: str) -> Page:
    """Return the page of a visitor who wants sounds."""
    context = browser.new_context(base_url=site)
    context.add_init_script(LISTEN)
    page = context.new_page()
    page.goto(path)
    return page


def test_a_waiting_player_hears_a_bell_and_sees_arrivals_counted_in_the_tab(browser, site):
    host = visitor(browser, site, "/open/?game=noir&friends")
    host.fill("#open-name", "Wanda")
    host.get_by_role("button", name="Open the table").click()
    expect(host).to_have_title(re.compile("^1/2 "))
    host.get_by_role("button", name="Notify me when somebody comes").click()
    expect(host.get_by_role("link", name="Set up notifications")).to_be_visible()
    assert host.evaluate("window.played") == []
    guest = visitor(browser, site, host.url)
    guest.fill("#sit-name", "Xaver")
    guest.get_by_role("button", name="Sit down").click()
    expect(host).to_have_title(re.compile("^2/2 "))
    host.wait_for_function("window.played.includes('bell')")
