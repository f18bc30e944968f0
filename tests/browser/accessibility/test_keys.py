"""A table used only with the keyboard: the focus follows the eye."""

import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games.matches.models import Match
from tests.browser.client_page import ClientPage
from tests.browser.people import DESK
from tests.matches.seating import (
    act_as,
    browser,
    choices_of,
    nominate,
    owing,
    person,
    play_one,
    player_at,
    running,
)

pytestmark = pytest.mark.browser


def test_the_tabs_come_before_their_pane(page: Page, site: str):
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
def test_an_opened_envelope_is_not_an_invisible_tab_stop(
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
    expect(page.locator("#reveal .seal").first).to_be_visible()


def claims(page: Page, client_page: ClientPage) -> Locator:
    """Show a table at which somebody may claim what they saw; return what opens their claims."""
    match = running(*(person(f"Karla {seat}") for seat in range(5)))
    random = Random(1)
    while not (able := [seat for seat in range(5) if claims_of(match, seat)]):
        assert play_one(match, random)
    client_page.show(browser(player_at(match, able[0]).user), match.get_absolute_url())
    return page.locator("#claims-box > summary")


def claims_of(match: Match, seat: int) -> list[Any]:
    return [one for one in choices_of(match, seat) if type(one).__name__.startswith("Claim")]


@pytest.mark.django_db(transaction=True)
def test_enter_on_an_answer_sends_nothing_and_moves_to_its_confirmation(
    page: Page, client_page: ClientPage
):
    match = running(*(person(f"Karla {seat}") for seat in range(5)))
    match.players.update(gone_at=timezone.now() - timedelta(hours=1), read_at=timezone.now())
    (president,) = owing(match)
    client_page.show(browser(player_at(match, president).user), match.get_absolute_url())
    expect(page.locator(".asked .button").first).to_be_attached()  # the first button of the form
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    page.locator(".target input").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".target input").last).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("#choices button[name=action]")).to_be_focused()
    assert sent == []


@pytest.mark.django_db(transaction=True)
def test_after_deciding_a_player_hears_what_the_table_waits_for(
    page: Page, client_page: ClientPage
):
    match = running()
    match.players.update(read_at=timezone.now())
    (president,) = owing(match)
    place = page.locator("#choices")
    client_page.show(browser(player_at(match, (president + 1) % 5).user), match.get_absolute_url())
    expect(place).to_have_accessible_name(f"{player_at(match, president).user.name} is choosing.")
    nominate(match)
    act_as(match, president, action="vote", ja=True)
    client_page.show(browser(player_at(match, president).user), match.get_absolute_url())
    expect(place).to_have_accessible_name(re.compile("^You voted Ja"))
    noir = running(game="noir")
    noir.players.update(read_at=timezone.now())
    (killer,) = owing(noir)
    client_page.show(browser(player_at(noir, 1 - killer).user), noir.get_absolute_url())
    expect(place).to_have_accessible_name(f"{player_at(noir, killer).user.name} is choosing.")


@pytest.mark.django_db(transaction=True)
def test_the_claims_close_on_escape_and_when_the_focus_moves_on(
    page: Page, client_page: ClientPage
):
    summary = claims(page, client_page)
    box, letter = page.locator("#claims-box[open]"), page.locator("#my-letter > summary")
    summary.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".claim-button").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    expect(summary).to_be_focused()
    page.keyboard.press("Enter")
    for _claim in range(page.locator(".claim-button").count() + 1):
        page.keyboard.press("Tab")
    expect(letter).to_be_focused()
    expect(box).to_have_count(0)


@pytest.mark.django_db(transaction=True)
def test_after_a_claim_the_focus_is_at_the_question(page: Page, client_page: ClientPage):
    claims(page, client_page).press("Enter")
    page.locator(".claim-button").first.press("Enter")
    expect(page.locator("#claims-box[open]")).to_have_count(0)
    expect(page.locator("#choices")).to_be_focused()


@pytest.mark.django_db(transaction=True)
def test_the_rule_closes_when_the_focus_moves_past_it(page: Page, client_page: ClientPage):
    claims(page, client_page)
    opener, rule = page.locator(".masthead-link[popovertarget]"), page.locator("#rule-now")
    opener.press("Enter")
    page.keyboard.press("Tab")
    expect(rule.get_by_role("link", name="The rules, in a new tab")).to_be_focused()
    page.keyboard.press("Tab")
    expect(rule).to_be_visible()
    page.keyboard.press("Tab")
    expect(rule).to_be_hidden()
    expect(page.locator("body")).not_to_be_focused()
