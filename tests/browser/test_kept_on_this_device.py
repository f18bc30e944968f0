"""What one has typed, and one's own marks on others, stay on the device and come back."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.client_page import ClientPage
from tests.matches.seating import (
    act,
    browser,
    choices_of,
    nominate,
    owing,
    player_at,
    running,
    state_of,
    vote_all,
)  # fmt: skip

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_half_typed_text_survives_a_period_of_silence(page: Page, client_page: ClientPage):
    match = running()
    president = owing(match)[0]
    client, address = browser(player_at(match, president).user), match.get_absolute_url()
    page.set_viewport_size({"width": 1440, "height": 900})
    assert client_page.show(client, address)
    page.locator(".tab", has_text="Talk").click()
    page.locator("#say-text").press_sequentially("Trust me, I ")
    nominate(match)
    vote_all(match, ja=True)
    assert client_page.show(client, address)
    expect(page.locator("#say-text")).to_have_count(0)
    while state_of(match).phase != "nominate":
        act(match, owing(match)[0], choices_of(match, owing(match)[0])[0])
    assert client_page.show(client, address)
    expect(page.locator("#say-text")).to_have_value("Trust me, I ")


def test_private_marks_on_others_return_next_to_their_names(page: Page, client_page: ClientPage):
    match = running()
    client, address = browser(player_at(match, 0).user), match.get_absolute_url()
    page.set_viewport_size({"width": 1440, "height": 900})
    assert client_page.show(client, address)
    page.locator("#marks > summary").click()
    page.locator("label:has(#mark-3-doubt)").click()
    page.reload()
    expect(page.locator("#mark-3-doubt")).to_be_checked()
    sign = "one => getComputedStyle(one, '::before').content"
    seat = ".chair[data-seat='%d'] .person-name"
    assert page.locator(seat % 3).evaluate(sign) == '"▼"'
    assert page.locator(seat % 2).evaluate(sign) == "none"
