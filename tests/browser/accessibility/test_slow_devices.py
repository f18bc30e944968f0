"""A table responds quickly even on slow devices: a change costs the browser little work."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.client_page import ClientPage
from tests.browser.people import PHONE
from tests.browser.test_place_kept import window_of
from tests.matches.play.test_power_cut import five_at_a_table, play
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
    """Counts the layout and style work of a page."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.send("Performance.enable")

    def so_far(self) -> Mapping[str, float]:
        """Return how often styles were matched, and the page was laid out."""
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] for one in metrics}


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
def test_a_changed_word_causes_one_layout_and_no_style_matching(
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


def test_running_clocks_cause_no_style_matching(page: Page, client_page: ClientPage):
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


#: What is traced: each time that styles are matched, and what makes elements match anew.
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline.invalidationTracking"]
#: The elements that hold the table and the talk beside it, by their names in a trace.
WIDE = """() => [...document.querySelectorAll(":has(#board):has(#log)")].map((one) =>
  one.tagName + (one.id && ` id='${one.id}'`) + (one.className && ` class='${one.className}'`))"""
#: Elements that a vote of five may have styled: 1.3 times 563, the most of four measurements. It
#: was 1,130 while a press had every element styled, and the end of a beat every `span`.
STYLED = 730


class Trace:
    """A trace of the browser of `page` between two moments."""

    def __init__(self, page: Page) -> None:
        self._page, self._session = page, page.context.new_cdp_session(page)
        self._events: list[dict[str, Any]] = []

    def begin(self) -> None:
        """Start recording."""
        self._session.on("Tracing.dataCollected", lambda part: self._events.extend(part["value"]))
        config = {"includedCategories": TRACED, "recordMode": "recordAsMuchAsPossible"}
        self._session.send("Tracing.start", {"traceConfig": config})

    def end(self) -> None:
        """Stop recording."""
        told: list[object] = []
        self._session.on("Tracing.tracingComplete", lambda one: told.append(one))
        self._session.send("Tracing.end")
        while not told:
            self._page.wait_for_timeout(10)

    def styled(self) -> int:
        """Return how many elements had their styles computed, those of pictures aside."""
        frame = self._session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
        passes = [one["args"] for one in self._events if one["name"] == "UpdateLayoutTree"]
        own = [one for one in passes if one.get("beginData", {}).get("frame") == frame]
        return sum(one.get("elementCount", 0) for one in own)

    def asked(self) -> Counter[str]:
        """Return how often changes had rules with `:has` ask each element again what it holds."""
        data = [one["args"].get("data", {}) for one in self._events]
        return Counter(
            one["nodeName"]
            for one in data
            if one.get("changedPseudo") == "has" or one.get("reason") == "Affected by :has()"
        )


def test_a_vote_restyles_few_elements_and_searches_no_whole_page(browser, shared_site):
    people, path = five_at_a_table(shared_site)
    play(people, path, moves=1)
    page = window_of(browser, shared_site, people.pop(), PHONE, reduced_motion="no-preference")
    with page.expect_websocket() as socket:
        page.goto(path)
    socket.value.wait_for_event("framereceived")
    trace = Trace(page)
    trace.begin()
    page.click("#vote-ja")
    for count, person in enumerate(people, 1):
        expect(page.locator(".slip.cast")).to_have_count(count)
        person.decide(path)
    expect(page.locator("#baize")).to_have_attribute("data-phase", "discard")
    expect(page.locator("[data-beat]")).to_have_count(0)
    trace.end()
    asked = trace.asked()
    assert asked["LI class='chair'"] > 0  # or nothing is counted
    assert {one: asked[one] for one in page.evaluate(WIDE) if asked[one]} == {}
    assert trace.styled() <= STYLED
