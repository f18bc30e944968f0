"""Ratings on a phone: every link of the site is visible, and no page scrolls sideways."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


def test_every_link_of_the_masthead_is_in_sight_on_a_phone(page: Page, site: str):
    page.set_default_timeout(20_000)
    page.set_viewport_size(PHONE)
    page.goto(f"{site}/open/")
    page.fill("#open-name", "Wilhelmina Ottilie")
    page.click("form.open-form button.big")
    expect(page.locator("#waiting")).to_be_visible()
    for address in ("/ratings/", "/ratings/noir/?side=inspector", "/ratings/secret-hitler/"):
        page.goto(site + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        links = [link for link in page.locator(".masthead nav a").all() if link.is_visible()]
        assert len(links) >= 2
        nav = page.locator(".masthead nav").bounding_box()
        for link in links:
            box = link.bounding_box()
            assert box["x"] + box["width"] <= nav["x"] + nav["width"] + 1
