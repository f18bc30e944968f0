"""Secret Hitler in real browsers: five people to the end."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import PHONE, Person, play_to_the_end

pytestmark = pytest.mark.browser


def test_five_people_play_a_whole_match_while_one_watches_and_one_reconnects(
    browser: Browser, site: str
):
    ada = Person.arrive(browser, site, "Ada")
    address = ada.open_table()
    others = [
        Person.arrive(browser, site, "Ben", viewport=PHONE, has_touch=True, is_mobile=True),
        *(
            Person.arrive(browser, site, name, reduced_motion="reduce")
            for name in ("Chiyo", "Dario", "Elif")
        ),
    ]
    for person in others:
        person.sit_down(address)
    spectator = Person.arrive(browser, site, "Mallory")
    spectator.page.goto(address)
    ada.page.get_by_role("button", name="Start").click()
    people = [ada, *others]
    for person in [*people, spectator]:
        expect(person.page.locator("#board")).to_be_visible()

    # In the first round everybody decides once or twice; then one loses the connection.
    for person in people:
        if person.owes():
            person.decide()
    dario = people[3]
    dario.page.context.set_offline(True)
    dario.page.wait_for_timeout(1500)
    dario.page.context.set_offline(False)
    dario.page.reload()

    assert spectator.page.locator("#choices button").count() == 0
    assert "hitler" not in spectator.page.locator("#board").get_attribute("class")
    play_to_the_end(people)

    expect(spectator.page.get_by_role("link", name="Verify the deal")).to_be_visible()
    (roles,) = {person.roles_shown() for person in [*people, spectator]}
    assert sorted(roles) == ["Fascist", "Hitler", "Liberal", "Liberal", "Liberal"]
    ada.page.get_by_role("link", name="Verify the deal").click()
    expect(ada.page.get_by_text("as dealt").first).to_be_visible()
    assert ada.page.get_by_text("differs").count() == 0


def test_focus_caret_text_and_open_panels_survive_live_updates(browser: Browser, site: str):
    ada = Person.arrive(browser, site, "Ada")
    address = ada.open_table()
    ben = Person.arrive(browser, site, "Ben")
    ben.page.goto(address)
    ben.page.fill("#sit-name", "Ben")
    ben.page.click("#sit button")
    expect(ben.page.get_by_role("button", name="I am ready")).to_be_visible()
    fair = ben.page.locator(".fair > summary")
    fair.click()
    field = ben.page.locator("#say-text")
    field.fill("I am still writ")
    ben.page.evaluate("document.getElementById('say-text').setSelectionRange(2, 4)")

    seated = ada.page.locator("#waiting .waiting-chair:not(.free)")
    for taken in (3, 4, 5):
        ada.page.get_by_role("button", name="Add a bot").click()
        expect(seated).to_have_count(taken)
    expect(ben.page.locator("#waiting .waiting-chair:not(.free)")).to_have_count(5)

    assert ben.page.evaluate("document.activeElement.id") == "say-text"
    assert ben.page.evaluate("document.activeElement.selectionEnd") == 4
    assert field.input_value() == "I am still writ"
    assert fair.evaluate("summary => summary.parentElement.open")
