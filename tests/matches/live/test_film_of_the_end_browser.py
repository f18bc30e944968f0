"""Each kind of end as a film: every state of the page is checked, on every kind of screen."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.people import DESK, PHONE
from tests.live_site import LiveSite
from tests.matches.live.ends import KINDS, Table, match_that_ends, store_on

pytestmark = pytest.mark.browser

#: Records each state of the page: the phase, the newest event, and the elements of an end.
CAMERA = """
const ENDS = ".after-actions, .plate.role, .verdict-words, #sentences, #choices .result, .after"
  + ", .happened.over";
window.film = [];
window.aloud = [];
const look = () => {
  const table = document.querySelector("#board [data-phase]");
  const state = JSON.stringify({
    phase: table?.dataset.phase ?? "",
    title: document.title,
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
TELEVISION = {"width": 1920, "height": 1080}
#: The ends that are tested at every push, one for each game; all are tested before a release.
PUSHED = {("secret-hitler", "hitler-executed"), ("noir", "killer-arrested")}
FILMED = [
    pytest.param(*kind, id="-".join(kind), marks=() if kind in PUSHED else pytest.mark.prove)
    for kind in KINDS
]


@pytest.fixture(scope="module")
def site_with_stages(tmp_path_factory) -> Iterator[LiveSite]:
    site = LiveSite(tmp_path_factory.mktemp("stages"), STAGE_PACE="2")
    site.start()
    yield site
    site.discard()


def window_at(browser: Browser, site: LiveSite, session: str, size: Any, motion: str) -> Page:
    """Return a new window with a camera, in which the session's user is logged in, if any."""
    context = browser.new_context(base_url=site.url, viewport=size, reduced_motion=motion)
    if session:
        context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page = context.new_page()
    page.add_init_script(CAMERA)
    return page


def post(window: Page, path: str, step: str, **fields: str) -> None:
    """Send a form of the table as the person in `window`."""
    page = window.request.get(path).text()
    prompts = re.findall(r'name="prompt" value="(\d+)"', page)
    form = {"csrfmiddlewaretoken": re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page)[0]}
    form |= {"prompt": prompts[0]} if prompts else {}
    answer = window.request.post(f"{path}{step}/", form=form | fields)
    assert answer.ok, answer.text()[:2000]


def windows_of(browser: Browser, site: LiveSite, table: Table) -> dict[str, Page]:
    """Return a window of each kind at the table; the first seats are on a desk and a phone."""
    first, second = table.sessions[:2]
    windows = {
        "desk": window_at(browser, site, first, DESK, "no-preference"),
        "television": window_at(browser, site, "", TELEVISION, "no-preference"),
        "phone": window_at(browser, site, second, PHONE, "reduce"),
        "hand": window_at(browser, site, table.sessions[-1], PHONE, "no-preference"),
        "spectator": window_at(browser, site, "", DESK, "reduce"),
    }
    windows["television"].goto("/screen/")
    code = windows["television"].locator(".tv-big").text_content() or ""
    host = window_at(browser, site, table.sessions[table.host], PHONE, "reduce")
    post(host, table.path, "screen", screen=code)
    for name, page in windows.items():
        if name != "television":
            page.goto(f"{table.path}?here={'hand' if name == 'hand' else 'room'}")
        expect(page.locator("#board [data-phase]")).to_be_attached()
    return windows


def film_of(page: Page) -> list[dict[str, Any]]:
    """Return the states of a page since it was loaded."""
    return page.evaluate("window.film.map(JSON.parse)")


@pytest.mark.parametrize(("key", "reason"), FILMED)
def test_no_state_of_a_page_shows_the_end_before_its_stages(
    browser: Browser, site_with_stages: LiveSite, key: str, reason: str
):
    site, ending = site_with_stages, match_that_ends(key, reason)
    stages = [stage.events[-1].phase for stage in ending.stages]
    table = store_on(site, ending)
    windows = windows_of(browser, site, table)
    actor = window_at(browser, site, table.sessions[table.seat], PHONE, "reduce")
    post(actor, table.path, "act", action=table.action)
    reloaded = windows["desk"]
    expect(reloaded.locator(f'#board [data-phase="{stages[0]}"]')).to_be_attached()
    before = film_of(reloaded)
    reloaded.reload()
    for name, page in windows.items():
        expect(page.locator("#board [data-phase=over]")).to_be_attached()
        film = [*before, *film_of(page)] if page is reloaded else film_of(page)
        first = next(number for number, state in enumerate(film) if state["ends"])
        assert film[first]["phase"] == "over", (name, film)
        phases = [*dict.fromkeys(state["phase"] for state in film[:first])]
        assert phases[-len(stages) :] == stages, (name, phases)
        assert len({state["title"].removeprefix("● ") for state in film[:first]}) == 1, name
    spoken = windows["spectator"].evaluate("window.aloud")
    assert ("question" in stages) == any(line.endswith("?") for line in spoken), spoken
