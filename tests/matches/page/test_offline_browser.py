"""A page reports a lost connection immediately, and recovers, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.live_site import LiveSite

pytestmark = pytest.mark.browser


def test_the_banner_shows_while_the_browser_is_offline(page: Page, site: str):
    page.goto(f"{site}/open/?game=noir")
    page.fill("[name=name]", "Nora")
    page.click("main form .button.big")
    banner = page.locator("#connection")
    expect(page.locator("#waiting")).to_be_visible()
    sits = page.locator(".waiting-chair:not(.free, .absent)")
    expect(sits).to_have_count(1)  # through the socket, which the CSP allows
    expect(banner).to_be_hidden()
    page.context.set_offline(True)
    expect(banner).to_be_visible(timeout=5_000)  # the heartbeat would take longer
    page.context.set_offline(False)
    expect(banner).to_be_hidden()


def test_a_form_sent_without_a_connection_shows_that_it_was_not_sent(
    page: Page, own_site: LiveSite
):
    page.goto(f"{own_site.url}/account/login/")
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    page.reload()
    page.fill("[name=login]", "nora")
    page.fill("[name=password]", "a secret of hers")
    own_site.stop()
    page.locator("main form button[type=submit]").first.click()
    expect(page.locator("main")).to_contain_text("This was not sent.")
    page.goto(f"{own_site.url}/leagues/")
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("main")).to_contain_text("is safe")
    own_site.start()
    page.get_by_role("link", name="Try again").click()
    expect(page).to_have_url(f"{own_site.url}/leagues/")
    expect(page.locator(".masthead")).to_be_visible()
