"""Pages without scripts offer only working controls, and no text that needs a script."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.selection import LANGUAGES

pytestmark = pytest.mark.browser


@pytest.fixture
def plain(browser: Browser, site: str) -> Page:
    """Return the page of a browser without script, at the lobby."""
    context = browser.new_context(base_url=site, java_script_enabled=False)
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.goto("/")
    return page


def test_a_room_has_no_button_without_an_effect(plain: Page):
    plain.goto("/open/")
    plain.fill("#open-name", "Klaus")
    plain.click("form.open-form button.big")
    expect(plain.locator(".table-code")).to_be_visible()
    expect(plain.locator("#share")).to_be_hidden()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_header_on_a_phone_has_room_for_reload(browser: Browser, site: str, language: str):
    context = browser.new_context(
        base_url=site, java_script_enabled=False, locale=language,
        viewport={"width": 320, "height": 640},
    )  # fmt: skip
    page = context.new_page()
    page.goto("/")
    page.fill("#play-name", "Maximiliane von Thurn")
    page.click("button[name=game][value=secret-hitler]")
    again = page.locator("noscript a.masthead-link")
    expect(again).to_be_in_viewport(ratio=1)
    assert page.locator(".masthead").bounding_box()["height"] <= 56
    sideways = page.evaluate("document.documentElement.scrollWidth")
    assert sideways <= 320
