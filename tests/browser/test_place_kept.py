"""A page keeps the place of who reads further up, and gets the right position after a break."""

import html
import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect

from tests.live_site import LiveSite
from tests.matches.play.test_power_cut import five_at_a_table, play
from tests.matches.visitor import Visitor

pytestmark = pytest.mark.browser

DESK = {"width": 1440, "height": 900}
#: Brings the oldest government to the upper edge of the record; returns how far that is down.
SCROLLS = """(box) => {
    const line = box.querySelector("#governments > li:last-child");
    box.scrollTop += line.getBoundingClientRect().top - box.getBoundingClientRect().top;
    return box.scrollTop;
}"""
#: Makes the record so low that one line fits. The first frame would remove a style of the element.
LOW = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".record-box { max-height: 5rem !important }");
    document.adoptedStyleSheets.push(sheet);
}"""
#: Pixels by which a line may move while somebody reads it.
STILL = 4
#: Bytes that a page may be sent to be right again after a break.
ENOUGH = 200_000


def window_of(
    browser: Browser, site: LiveSite, person: Visitor, size: Any = DESK, **options: Any
) -> Page:
    """Return a new window in which `person` is logged in."""
    context = browser.new_context(
        base_url=site.url, viewport=size, **{"reduced_motion": "reduce", **options}
    )
    context.add_cookies([{"name": c.name, "value": c.value, "url": site.url} for c in person.jar])
    return context.new_page()


def top_of(line: Locator) -> float:
    """Return where `line` is in the window, once it stays there."""
    return line.evaluate(
        """async (line) => {
            const frame = () => new Promise(requestAnimationFrame);
            let top = NaN;
            while (top !== line.getBoundingClientRect().top) {
                top = line.getBoundingClientRect().top;
                await frame(); await frame();
            }
            return top;
        }"""
    )


def talk_of(browser: Browser, site: LiveSite, words: int) -> tuple[list[Visitor], str, Page]:
    """Return five people who have said so many things, their table's address, and one's talk."""
    people, path = five_at_a_table(site)
    for number in range(words):
        text = f"Word {number}: " + "and so on " * 9
        assert people[number % 5].post(f"{path}say/", room="table", text=text).status == 200
    page = window_of(browser, site, people[0])
    page.goto(path)
    page.locator("label:has(#tab-talk)").click()
    return people, path, page


def test_reading_further_up_in_the_chat_is_not_interrupted_by_scrolling(
    browser: Browser, shared_site: LiveSite
):
    people, path, page = talk_of(browser, shared_site, words=30)
    stream = page.locator("#log")
    read = stream.get_by_text("Word 12:")
    read.scroll_into_view_if_needed()
    expect(page.locator(".table-talk .scroll")).to_have_attribute("data-pinned", "no")
    before = top_of(read)
    assert people[1].post(f"{path}say/", room="table", text="A new word.").status == 200
    expect(stream.get_by_text("A new word.")).to_be_attached()
    assert abs(top_of(read) - before) <= STILL
    expect(stream.get_by_text("A new word.")).not_to_be_in_viewport()


def test_removing_a_filter_returns_to_the_newest_line(browser: Browser, shared_site: LiveSite):
    _people, _path, page = talk_of(browser, shared_site, words=20)
    newest = page.locator("#log").get_by_text("Word 19:")
    expect(newest).to_be_in_viewport()
    page.locator("label:has(#stream-claims)").click()
    expect(newest).to_be_hidden()
    page.locator("label:has(#stream-all)").click()
    expect(newest).to_be_in_viewport()


def play_until(people: list[Visitor], path: str, rounds: int) -> None:
    """Play until the record has so many governments; three can't end a match."""
    while people[0].get(path).text.count('id="round-') < rounds:
        play(people, path, moves=1)


def test_the_line_being_read_in_the_record_stays_in_place(browser: Browser, shared_site: LiveSite):
    people, path = five_at_a_table(shared_site)
    play_until(people, path, 2)
    page = window_of(browser, shared_site, people[0])
    page.goto(path)
    governments = page.locator("#governments > li")
    expect(governments).to_have_count(2)
    oldest = governments.last
    oldest.locator("summary").click()
    record = page.locator(".record-box")
    record.evaluate(LOW)
    assert record.evaluate(SCROLLS) > 0
    before = top_of(oldest) - top_of(record)
    play_until(people, path, 3)
    expect(governments).to_have_count(3)
    assert abs(top_of(oldest) - top_of(record) - before) <= STILL


def who_nominates_and_may_claim(site: LiveSite) -> tuple[Visitor, str, str]:
    """Play until somebody nominates who has something to claim.

    Return them, the path of their table, and the first claim. One deal in sixty ends it before.
    """
    while True:
        people, path = five_at_a_table(site)
        is_asked = True
        while is_asked:
            for person in people:
                text = person.get(path).text
                claim = re.search(r'id="say-[^>]* value=(["\'])(.+?)\1', text)
                if claim and 'data-ask="nominate"' in text:
                    return person, path, html.unescape(claim[2])
            is_asked = any(person.decide(path) for person in people)


def test_a_claim_made_in_another_tab_keeps_the_candidate_marked(
    browser: Browser, shared_site: LiveSite
):
    person, path, claim = who_nominates_and_may_claim(shared_site)
    page = window_of(browser, shared_site, person)
    page.goto(path)
    candidate = page.locator("#choices .target input").last
    page.click(f"label[for={candidate.get_attribute('id')}]")
    prompt = page.locator("#prompt").input_value()
    assert person.post(f"{path}act/", prompt=prompt, action=claim).status == 200
    expect(page.locator("#prompt")).not_to_have_value(prompt)
    expect(candidate).to_be_checked()
    page.click("#choices .sure button[name=action]")
    expect(page.locator("#vote-ja")).to_be_visible()


@dataclass
class Line:
    """The sockets of a page, which can be cut, and what they brought."""

    is_cut: bool = False
    open: list[WebSocketRoute] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    octets: int = 0

    def connect(self, route: WebSocketRoute) -> None:
        """Pass everything on and count it, or refuse while the line is cut."""
        if self.is_cut:
            route.close()
            return
        server = route.connect_to_server()
        self.open.append(route)

        def bring(text: str | bytes) -> None:
            self.octets += len(text)
            if isinstance(text, str) and text.startswith("<"):
                self.frames.append(text)
            route.send(text)

        server.on_message(bring)

    def cut(self) -> None:
        """Close all sockets, and let none be opened."""
        self.is_cut = True
        for route in self.open:
            route.close()
        self.open.clear()

    def mend(self) -> None:
        """Let sockets be opened, and count anew."""
        self.is_cut, self.octets = False, 0
        self.frames.clear()

    def wait_for_frame(self, page: Page) -> None:
        """Wait for the frame: on a slow line a question by HTTP may be answered before it."""
        for _look in range(100):
            if self.frames:
                return
            page.wait_for_timeout(100)


def test_a_page_that_was_away_is_current_after_one_frame_of_bounded_size(
    browser: Browser, shared_site: LiveSite
):
    people, path = five_at_a_table(shared_site)
    page, line = window_of(browser, shared_site, people[0]), Line()
    page.route_web_socket("**/ws/match/**", line.connect)
    page.goto(path)
    play(people, path, moves=8)
    line.cut()
    page.context.set_offline(True)
    play(people, path, moves=12)
    anew = window_of(browser, shared_site, people[0])
    anew.goto(path)
    right = anew.locator("#stage").inner_text()
    assert page.locator("#stage").inner_text() != right
    line.mend()
    page.context.set_offline(False)
    expect(page.locator("#stage")).to_have_text(right, use_inner_text=True)
    line.wait_for_frame(page)
    assert len(line.frames) == 1
    assert line.octets < ENOUGH
