"""A page says at once that the connection is lost, and recovers by itself, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_the_banner_shows_as_soon_as_the_browser_is_offline_and_goes_when_it_is_back(
    page: Page, site: str
):
    page.goto(f"{site}/open/?game=noir")
    page.fill("[name=name]", "Nora")
    page.click("main form .button.big")
    banner = page.locator("#connection")
    expect(page.locator("#waiting")).to_be_visible()
    sits = page.locator(".waiting-chair:not(.free, .absent)")
    expect(sits).to_have_count(1)  # by the socket, which CSP lets through
    expect(banner).to_be_hidden()
    page.context.set_offline(True)
    expect(banner).to_be_visible(timeout=5_000)  # the heartbeat alone would take longer
    page.context.set_offline(False)
    expect(banner).to_be_hidden()
