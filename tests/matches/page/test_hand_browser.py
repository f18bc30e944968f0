"""A hand on a small phone: decisions are in sight, faces are tapped, the table can come back."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import Person

pytestmark = pytest.mark.browser


def test_a_hand_decides_on_a_small_phone_and_shows_the_table_again(browser: Browser, site: str):
    person = Person.arrive(browser, site, "Ada", viewport={"width": 375, "height": 667})
    page = person.page
    page.fill("#play-name", person.name)
    page.select_option("[name=seats_secret-hitler]", "5")
    page.click("button[name=game][value=secret-hitler]")
    expect(page.locator("#board")).to_be_visible()
    page.goto(f"{page.url}?here=hand")
    asked = set()
    for _decision in range(40):
        question = page.locator("#choices[data-owes] .ask")
        expect(question.or_(page.locator(".after-actions")).first).to_be_visible()
        if person.is_over() or asked >= {"nominate", "vote"}:
            break
        expect(question).to_be_in_viewport(ratio=1)
        expect(page.locator("#board .strips")).to_be_hidden()
        expect(page.locator("#my-letter > summary")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        asked.add(page.locator("#choices").get_attribute("data-ask"))
        person.decide()
    assert "vote" in asked
    page.get_by_role("link", name="Show the table here too").click()
    expect(page.locator("#board .strips")).to_be_visible()
    expect(page.locator(".tabs-bar")).to_be_visible()
