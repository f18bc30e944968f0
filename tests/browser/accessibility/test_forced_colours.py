"""Contrast themes take all backgrounds away: what is covered stays so, what is chosen is marked."""

import pytest
from playwright.sync_api import Locator, Page, expect

from games.matches.models import Match
from tests.browser.client_page import ClientPage
from tests.matches.seating import (
    act,
    browser,
    choices_of,
    nominate,
    owing,
    person,
    play_to_the_end,
    player_at,
    running,
    vote_all,
)  # fmt: skip

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

OTHER_WORDS = "line => { line.textContent = 'FFF'; }"
WITHOUT_ARROW = """handle => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".handle::before { visibility: hidden !important; }");
  document.adoptedStyleSheets.push(sheet);
}"""


@pytest.fixture(autouse=True)
def _contrast_theme(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(forced_colors="active", reduced_motion="reduce")


def looks_another(one: Locator, change: str) -> bool:
    """Return whether somebody who sees `one` can tell that `change` was made to it."""
    one.scroll_into_view_if_needed()
    before = one.screenshot(animations="disabled")
    one.evaluate(change)
    return one.screenshot(animations="disabled") != before


def at_noir() -> Match:
    """Return a match of Noir in which the killer may shift."""
    match = running(person("Noa"), person("Nils"), game="noir")
    for _move in range(2):
        act(match, owing(match)[0], choices_of(match, owing(match)[0])[0])
    return match


def test_the_lines_of_a_closed_letter_cannot_be_read(page: Page, client_page: ClientPage):
    match = running(count=5)
    nominate(match)
    vote_all(match, ja=True)
    client_page.show(browser(player_at(match, owing(match)[0]).user), match.get_absolute_url())
    page.locator(".tab", has_text="Talk").click()
    drawn_tiles = page.locator("#log .log-line.private").last
    expect(drawn_tiles).to_contain_text("You draw")
    assert not looks_another(drawn_tiles, OTHER_WORDS)
    page.locator(".letter-tab").click()
    assert looks_another(drawn_tiles, OTHER_WORDS.replace("F", "L"))


def test_the_chosen_kind_of_action_and_the_arrows_are_distinguishable(
    page: Page, client_page: ClientPage
):
    match = at_noir()
    client_page.show(browser(player_at(match, owing(match)[0]).user), match.get_absolute_url())
    kind = page.locator(".kind:has(input[value=shift])")
    kind.click()
    assert looks_another(page.locator("button.handle:enabled").first, WITHOUT_ARROW)
    kind.locator("input").blur()
    assert looks_another(kind, "kind => { kind.querySelector('input').checked = false; }")


def test_the_perspective_of_a_replay_is_distinguishable(page: Page, client_page: ClientPage):
    match = play_to_the_end(running(person("Noa"), person("Nils"), game="noir"))
    client = browser(player_at(match, 0).user)
    client_page.show(client, match.get_absolute_url() + "replay/")
    page.click(".reel-eyes > summary")
    page.locator(".perspectives-list [aria-current]").evaluate("link => { link.id = 'current'; }")
    current = page.locator("#current")
    assert looks_another(current, "link => link.removeAttribute('aria-current')")
