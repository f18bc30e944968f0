"""Reacting in the menu of a message: the marks stand on the page once, and go where it opens."""

import pytest
from playwright.sync_api import Browser, Page, expect

from games.chat import reactions, services
from tests.browser.client_page import ClientPage
from tests.browser.people import PHONE, Person
from tests.matches.seating import browser as browser_of
from tests.matches.seating import person, running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_marks_are_in_the_open_menu(page: Page, client_page: ClientPage):
    ada, ben = person("Noa"), person("Nils")
    match = running(ada, ben)
    for words in ("I drew three.", "Trust me."):
        services.say(match.pk, ben, "table", words)
    last = match.messages.last()
    reactions.react(match.pk, ada, last.key, "doubt")
    client_page.show(browser_of(ada), match.get_absolute_url())
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


@pytest.mark.parametrize("size", [PHONE, {"width": 1440, "height": 900}])
def test_the_menu_of_the_newest_message_opens_in_sight(page: Page, client_page: ClientPage, size):
    ada, ben = person("Noa"), person("Nils")
    match = running(ada, ben)
    for user in (ben, match.players.exclude(user__in=[ada, ben]).first().user):
        for number in range(8):
            services.say(match.pk, user, "table", f"I have said it {number} times.")
    watcher = person("Wanda")
    for user in (ada, watcher):  # a spectator can't react to it, but can report it
        page.set_viewport_size(size)
        client_page.show(browser_of(user), match.get_absolute_url())
        page.locator(".tab", has_text="Talk").click()
        menu = page.locator(".bubble-menu").last
        menu.locator("summary").click()
        shown = menu.get_by_role("link", name="Block somebody")
        expect(shown).to_be_in_viewport(ratio=1)
        shown.click(trial=True)  # nothing lies over it


def test_a_pressed_mark_is_counted_on_the_other_players_page(browser: Browser, site: str):
    host = Person.arrive(browser, site, "Rea", viewport=PHONE)
    address = host.open_table()
    guest = Person.arrive(browser, site, "Gil", viewport=PHONE)
    guest.sit_down(address)
    for one in (host, guest):
        one.page.check("#tab-talk", force=True)
    host.page.fill("#say-text", "Good evening.")
    host.page.keyboard.press("Enter")
    menu = guest.page.locator(".bubble-menu").last
    menu.locator("summary").click()
    menu.get_by_role("button", name="Agreement").click()
    expect(guest.page.get_by_role("img", name="Agreement: 1 (you)")).to_be_visible()
    expect(host.page.get_by_role("img", name="Agreement: 1", exact=True)).to_be_visible()
    menu.locator("summary").click()
    menu.get_by_role("button", name="Agreement").click()
    expect(host.page.locator(".tallies .badge")).to_have_count(0)
    expect(guest.page.locator(".tallies .badge")).to_have_count(0)
