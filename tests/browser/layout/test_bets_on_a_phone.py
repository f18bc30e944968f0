"""On a phone the button for the bets of the dead covers none of their words."""

import pytest

from tests.browser.client_page import ClientPage
from tests.browser.people import PHONE
from tests.matches.play.test_bets import _dead, dead_in
from tests.matches.seating import browser, player_at, running, state_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

#: How far the words reach to the right, and where the button begins.
EDGES = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector("#waits"));
  const words = Math.max(...[...range.getClientRects()].map((line) => line.right));
  return [words, document.querySelector("#bets > summary").getBoundingClientRect().left];
}"""


def test_the_bets_cover_no_words(client_page: ClientPage, page):
    match = state_until(lambda state: dead_in(state, "liberal"), running)
    client = browser(player_at(match, _dead(match, "liberal")[0]).user)
    page.set_viewport_size(PHONE)
    for language in ("en", "de", "ja"):
        client_page.show(client, match.get_absolute_url(), language)
        words, button = page.evaluate(EDGES)
        assert words <= button, language
