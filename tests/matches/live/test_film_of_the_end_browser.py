"""The end as a film: every state of the page is looked at, on a desk, a phone and a television."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import DESK, PHONE
from tests.browser.test_place_kept import window_of
from tests.live_site import LiveSite
from tests.matches.play.test_power_cut import five_at_a_table
from tests.matches.visitor import Visitor

pytestmark = pytest.mark.browser

#: Notes each state of the page: the phase, what has just happened, and what there is of an end.
CAMERA = """
const ENDS = ".after-actions, .plate.role, .verdict-words, #sentences, #choices .result, .after";
window.film = [];
window.aloud = [];
const look = () => {
  const baize = document.getElementById("baize");
  const state = JSON.stringify({
    phase: baize?.dataset.phase ?? "",
    news: baize?.dataset.news ?? "",
    title: document.title,
    letter: Boolean(document.querySelector("#letter[data-me]")),
    ends: document.querySelectorAll(ENDS).length,
  });
  if (window.film.at(-1) !== state) window.film.push(state);
  const said = document.querySelector("#announcements > p:last-child")?.textContent;
  if (said && window.aloud.at(-1) !== said) window.aloud.push(said);
};
document.addEventListener("DOMContentLoaded", () => {
  new MutationObserver(look).observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
  look();
});
"""


@pytest.fixture
def site_with_stages(tmp_path) -> Iterator[LiveSite]:
    site = LiveSite(tmp_path, STAGE_PACE="2")
    site.start()
    yield site
    site.discard()


def filmed(page: Page, path: str) -> Page:
    page.add_init_script(CAMERA)
    page.goto(path)
    return page


def play(people: list[Visitor], path: str) -> None:
    """Let everybody take the first action that they are offered, until the match is over."""
    for _turn in range(400):
        if not sum(person.decide(path) for person in people):
            if "after-actions" in people[0].position(path):
                return
            people[0].get(path)
    raise AssertionError("the match does not end")


def test_no_state_of_a_page_has_anything_of_the_end_before_its_stages(
    browser: Browser, site_with_stages: LiveSite
):
    site = site_with_stages
    people, path = five_at_a_table(site, allows_spectators="on")
    television = window_of(browser, site, Visitor(site.url), {"width": 1920, "height": 1080})
    television.goto("/screen/")
    code = television.locator(".tv-big").text_content() or ""
    people[0].get(path)
    people[0].post(f"{path}screen/", screen=code)
    desk = filmed(window_of(browser, site, people[1], DESK, reduced_motion="no-preference"), path)
    phone = filmed(window_of(browser, site, people[2], PHONE), path)
    watched = filmed(window_of(browser, site, Visitor(site.url), DESK), path)
    television = filmed(television, "/screen/")
    play(people, path)
    for page in (desk, phone, watched, television):
        expect(page.locator("#baize[data-phase=over]")).to_be_attached()
        states = page.evaluate("window.film.map(JSON.parse)")
        first = next(number for number, state in enumerate(states) if state["ends"])
        assert states[first]["phase"] == "over"
        before = [state for state in states[:first] if state["phase"] in ("answered", "suspense")]
        assert before or page is television, states[:first][-3:]  # it asks now and then
        titles = {state["title"].removeprefix("● ") for state in states[:first]}
        assert len(titles) == 1, titles
    asked = [
        state for state in desk.evaluate("window.film.map(JSON.parse)") if "asked" in state["news"]
    ]
    assert not asked or any(line.startswith("Is ") for line in desk.evaluate("window.aloud"))
    expect(desk.locator(".verdict-words")).to_be_visible()
