"""A table by keys alone: the focus goes on where the eye does."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.client_page import ClientPage
from tests.browser.people import DESK
from tests.matches.seating import browser, person, running

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


@pytest.mark.django_db(transaction=True)
def test_an_opened_envelope_is_no_stop_that_nobody_sees(
    page: Page, client_page: ClientPage, settings
):
    settings.READING_SECONDS = 20
    karla = person("Karla")
    client_page.show(browser(karla), running(karla).get_absolute_url())
    seal = page.locator("#reveal summary")
    seal.press("Enter")
    expect(page.locator("#reveal .button")).to_be_focused()
    for _stop in range(3):
        page.keyboard.press("Shift+Tab")
        expect(seal).not_to_be_focused()
    expect(page.locator("#reveal .seal")).to_be_visible()
