"""A guest's name is typed once."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import Person

pytestmark = pytest.mark.browser


def test_a_name_typed_on_the_first_page_is_there_at_every_table(browser: Browser, site: str):
    code = Person.arrive(browser, site, "Ada").open_table().rstrip("/").rpartition("/")[2]
    page = Person.arrive(browser, site, "Karla").page
    errors = []
    page.on("console", lambda said: said.type == "error" and errors.append(said.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.fill("#play-name", "Karla")
    page.goto("/open/?game=secret-hitler")
    expect(page.locator("#open-name")).to_have_value("Karla")
    page.fill("#open-name", "Karla Kolumna")
    page.goto("/")
    expect(page.locator("#play-name")).to_have_value("Karla Kolumna")
    page.fill("#join-code", code)
    page.locator("#join-code").press("Enter")
    expect(page.locator("#sit-name")).to_have_value("Karla Kolumna")
    page.click("#sit button")
    expect(page.locator(".waiting-chair", has_text="Karla Kolumna")).to_be_visible()
    assert errors == []
