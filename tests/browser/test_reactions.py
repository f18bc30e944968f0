"""Reacting in the menu of a message: the marks stand on the page once, and go where it opens."""

import pytest
from playwright.sync_api import Page, expect

from games.chat import reactions, services
from tests.browser.drawn import Drawn
from tests.matches.seating import browser, person, running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_marks_stand_in_the_menu_that_is_open(page: Page, drawn: Drawn):
    ada, ben = person("Noa"), person("Nils")
    match = running(ada, ben)
    for words in ("I drew three.", "Trust me."):
        services.say(match.pk, ben, "table", words)
    last = match.messages.last()
    reactions.react(match.pk, ada, last.key, "doubt")
    drawn.show(browser(ada), match.get_absolute_url())
    page.locator(".tab", has_text="Talk").click()
    expect(page.get_by_role("img", name="Doubt: 1 (you)")).to_be_visible()
    for message in (match.messages.first(), last):
        menu = page.locator(f"#said-{message.key.hex} .bubble-menu")
        menu.locator("summary").click()
        expect(menu.get_by_role("button", name="Agreement")).to_be_visible()
        expect(page.locator("#react [name=to]")).to_have_value(message.key.hex)
        expect(page.locator(".react-row")).to_have_count(1)
        expect(menu.get_by_role("link", name="React")).to_be_hidden()
        page.keyboard.press("Escape")
        expect(menu.get_by_role("button", name="Agreement")).to_be_hidden()
