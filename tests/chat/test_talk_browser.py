"""Messages are neither lost nor sent twice, however slow the connection is."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.people import PHONE, Person

pytestmark = pytest.mark.browser


def held_back(page: Page) -> list[Route]:
    """Hold back the messages that the page sends; return the list of pending ones."""
    on_the_way: list[Route] = []
    page.route("**/say/", lambda route: on_the_way.append(route))
    return on_the_way


def sent(page: Page, on_the_way: list[Route], number: int) -> Route:
    """Return the message with that number, once the page has sent it."""
    for _look in range(500):
        if len(on_the_way) >= number:
            break
        page.wait_for_timeout(20)
    return on_the_way[number - 1]


def at_a_table(browser: Browser, site: str) -> Page:
    # A service worker would take requests past the route that holds them back.
    host = Person.arrive(browser, site, "Ona", viewport=PHONE, service_workers="block")
    host.open_table()
    host.page.wait_for_load_state()  # before its script runs, Enter is a form's
    host.page.check("#tab-talk", force=True)
    return host.page


def test_text_typed_while_a_message_is_sent_is_kept(browser: Browser, site: str):
    page = at_a_table(browser, site)
    field, on_the_way = page.locator("#say-text"), held_back(page)
    field.fill("one")
    field.press("Enter")
    field.press_sequentially("two")
    expect(field).to_have_value("two")
    sent(page, on_the_way, 1).continue_()
    expect(page.locator(".bubble .said")).to_have_text("one")
    expect(field).to_have_value("two")
    page.reload()
    expect(page.locator("#say-text")).to_have_value("two")


def test_a_second_press_neither_repeats_nor_drops_a_message(browser: Browser, site: str):
    page = at_a_table(browser, site)
    field, on_the_way = page.locator("#say-text"), held_back(page)
    for words in ("one", "two", "three"):
        field.fill(words)
        field.press("Enter")
        field.press("Enter")
    said = page.locator(".bubble .said")
    for number in range(1, 4):
        expect(said).to_have_count(number - 1)
        sent(page, on_the_way, number).continue_()
        expect(said).to_have_count(number)
    expect(said).to_have_text(["one", "two", "three"])
    assert len(on_the_way) == 3


@pytest.mark.parametrize("failure", ["refused", "lost"])
def test_a_refused_or_lost_message_returns_before_newer_text(
    browser: Browser, site: str, failure: str
):
    page = at_a_table(browser, site)
    field, on_the_way = page.locator("#say-text"), held_back(page)
    field.fill("one")
    field.press("Enter")
    field.press_sequentially("two")
    message = sent(page, on_the_way, 1)
    if failure == "refused":
        message.fulfill(status=429, body="")
    else:
        message.abort()
    expect(field).to_have_value("one two")


def test_a_person_is_muted_and_unmuted_and_a_block_applies_immediately(browser: Browser, site: str):
    host = Person.arrive(browser, site, "Ona", viewport=PHONE)
    address = host.open_table()
    other = Person.arrive(browser, site, 'Per "the" Lamb\'s', viewport=PHONE)
    other.sit_down(address)
    for person in (host, other):
        person.page.check("#tab-talk", force=True)
    for person, words in ((other, "blah blah"), (host, "mine")):
        person.page.fill("#say-text", words)
        person.page.press("#say-text", "Enter")
        expect(host.page.locator(".bubble", has_text=words)).to_be_visible()
    bubble = host.page.locator(".bubble", has_text="blah blah")
    bubble.locator("summary").click()
    bubble.get_by_role("button", name="Mute").click()
    expect(bubble).to_have_count(0)
    host.page.get_by_role("button", name="Unmute").click()
    expect(bubble).to_be_visible()

    blocker = host.page.context.new_page()
    blocker.goto(f"{address}people/")
    blocker.get_by_role("button", name="Block", exact=True).click()
    expect(bubble).to_have_count(0)
    expect(other.page.locator(".bubble", has_text="mine")).to_have_count(0)
    blocker.get_by_role("button", name="Unblock").click()
    expect(bubble).to_be_visible()
