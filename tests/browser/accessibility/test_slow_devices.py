"""On slow devices too a table answers at once: what a change asks of the browser is little."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.client_page import ClientPage
from tests.matches.seating import browser, owing, player_at, running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = [(320, 640), (390, 844), (844, 390), (1024, 768), (1440, 900), (1920, 1080)]
#: Writes five words into the question, and has the page laid out after each.
WRITE = """() => {
  const word = document.querySelector("#a-word").firstChild;
  for (let count = 1; count <= 5; count++) {
    word.data = "word ".repeat(1 + (count % 2));
    document.body.offsetHeight;
  }
}"""
ADD = """() => {
  const word = document.createElement("i");
  word.id = "a-word";
  word.textContent = "word";
  document.querySelector("#choices").append(word);
  document.body.offsetHeight;
}"""


class Work:
    """Counts what a page has its browser do."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable")

    def so_far(self) -> Mapping[str, float]:
        """Return how often styles were matched, and the page was laid out."""
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] for one in metrics}


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
def test_a_word_that_changes_has_a_table_laid_out_once_and_no_styles_matched_again(
    page: Page, client_page: ClientPage, game: str
):
    match = running(game=game, count=7)
    user = player_at(match, owing(match)[0]).user
    client_page.show(browser(user), f"/match/{match.code}/")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(ADD)
        work = Work(page)
        before = work.so_far()
        page.evaluate(WRITE)
        after = work.so_far()
        assert after["RecalcStyleCount"] == before["RecalcStyleCount"], (width, height)
        assert after["LayoutCount"] - before["LayoutCount"] <= 5, (width, height)
        page.evaluate("() => document.querySelector('#a-word').remove()")


def test_clocks_that_run_have_no_styles_matched_again(page: Page, client_page: ClientPage):
    match = running(game="noir", pace="relaxed")
    user = player_at(match, owing(match)[0]).user
    client_page.show(browser(user), f"/match/{match.code}/")
    clock = page.locator(".dial.mine > time")
    page.wait_for_function("() => document.querySelector('.dial.mine > time').textContent")
    work = Work(page)
    # What the page does when it has come is done as soon as a clock moves without new styles.
    for _second in range(20):
        before, shown = work.so_far()["RecalcStyleCount"], clock.text_content()
        expect(clock).not_to_have_text(shown)
        if work.so_far()["RecalcStyleCount"] == before:
            return
    raise AssertionError("each second has styles matched again")
