"""Two presses of one gesture do one deed, whatever comes under the hand between them."""

import time

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.people import DESK, PHONE
from tests.browser.selection import spread
from tests.browser.test_place_kept import window_of
from tests.live_site import LiveSite
from tests.matches.play.test_power_cut import five_at_a_table
from tests.matches.visitor import Visitor

pytestmark = pytest.mark.browser

#: Milliseconds between the two presses: as the system's double click has it, and slower.
PAUSES = (80, 250, 600)
TWICE = pytest.mark.parametrize(
    ("candidate", "pause"), spread([DESK, PHONE], PAUSES), indirect=["candidate"]
)


def press_twice(page: Page, button: Locator, pause: int) -> None:
    """Press the place of `button` twice, as a hand does that does not look again.

    The events say that `pause` ms lie between, also where a busy machine takes longer.
    """
    box = button.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse, began = page.context.new_cdp_session(page), time.time()
    for place in ({"x": x, "y": y, "timestamp": began},
                  {"x": x + 2, "y": y - 1, "timestamp": began + pause / 1000}):  # fmt: skip
        for kind in ("mousePressed", "mouseReleased"):
            click = {"type": kind, "button": "left", "clickCount": 1, **place}
            mouse.send("Input.dispatchMouseEvent", click)
        page.wait_for_timeout(pause)
    mouse.detach()


@pytest.fixture
def candidate(request, browser: Browser, shared_site: LiveSite) -> Page:
    """Return the page of somebody who nominates, on a desk and on a phone."""
    people, path = five_at_a_table(shared_site)
    asked = next(person for person in people if person.answer_to(path))
    page = window_of(browser, shared_site, asked, request.param)
    page.goto(path)
    expect(page.locator("#choices[data-owes]")).to_be_visible()
    person_to_mark = page.locator("#choices .ask input[type=radio]").first.get_attribute("id")
    page.click(f"label[for={person_to_mark}]")
    return page


@TWICE
def test_a_double_press_on_nominate_does_not_vote(candidate: Page, pause: int):
    press_twice(candidate, candidate.locator("#choices .sure button[name=action]"), pause)
    expect(candidate.locator("#vote-nein")).to_be_visible()
    candidate.wait_for_timeout(700)
    expect(candidate.locator("#vote-nein")).to_have_attribute("aria-pressed", "false")
    expect(candidate.locator("#vote-ja")).to_have_attribute("aria-pressed", "false")
    candidate.wait_for_timeout(300)  # later it is a press like any other
    candidate.click("#vote-nein")
    expect(candidate.locator("#vote-nein")).to_have_attribute("aria-pressed", "true")


def before_the_start(site: LiveSite) -> tuple[Visitor, Visitor, str]:
    """Return the host of a table that waits, a guest at it, and its path."""
    host, guest = Visitor(site.url), Visitor(site.url)
    path = host.open_table("Hanna", has_chat="on")
    guest.get(path)
    guest.post(f"{path}sit/", name="Gustav")
    return host, guest, path


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_double_press_on_ready_is_ready(
    browser: Browser, shared_site: LiveSite, size: dict[str, int]
):
    _host, guest, path = before_the_start(shared_site)
    page = window_of(browser, shared_site, guest, size)
    page.goto(path)
    press_twice(page, page.get_by_role("button", name="I am ready"), 250)
    expect(page.get_by_role("button", name="Not ready after all")).to_be_visible()
    page.wait_for_timeout(500)
    expect(page.get_by_role("button", name="Not ready after all")).to_be_visible()
    expect(page.locator("#notice")).to_be_empty()


@TWICE
def test_a_double_press_on_cancel_match_votes_for_it(candidate: Page, pause: int):
    record = candidate.locator("label:has(#tab-record)")
    if record.is_visible():
        record.click()
    candidate.locator("#agreements > summary").click()
    candidate.wait_for_timeout(1000)  # that was a gesture of its own
    vote = candidate.locator("#agreements button", has_text="Cancel the match")
    vote.scroll_into_view_if_needed()
    press_twice(candidate, vote, pause)
    expect(candidate.locator("#agreements button[aria-pressed=true]")).to_have_count(1)
    candidate.wait_for_timeout(700)
    expect(candidate.locator("#agreements button[aria-pressed=true]")).to_have_count(1)


RING = "() => getComputedStyle(document.activeElement).outlineStyle"


def test_scripted_focus_has_a_ring_for_keyboards_but_not_for_touch(
    browser: Browser, shared_site: LiveSite
):
    people, path = five_at_a_table(shared_site)
    asked = next(person for person in people if person.answer_to(path))
    page = window_of(browser, shared_site, asked, PHONE, has_touch=True, is_mobile=True)
    page.goto(path)
    page.evaluate("document.getElementById('choices').focus()")
    assert page.evaluate(RING) == "none"
    page.keyboard.press("Tab")
    assert page.evaluate(RING) == "solid"
    page.evaluate("document.getElementById('choices').focus()")
    assert page.evaluate(RING) == "solid"
    page.touchscreen.tap(5, 300)
    page.evaluate("document.getElementById('choices').focus()")
    assert page.evaluate(RING) == "none"


def test_a_menu_left_with_the_keyboard_closes_and_covers_nothing(page: Page, site: str):
    page.goto(f"{site}/")
    menu = page.locator("details.menu").first
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")
    for _step in range(20):
        page.keyboard.press("Tab")
        if not menu.evaluate("(menu) => menu.contains(document.activeElement)"):
            break
    expect(menu).not_to_have_attribute("open", "")


@pytest.mark.parametrize("pause", [0, *PAUSES])
def test_a_double_press_on_play_opens_one_table(browser: Browser, site: str, pause: int):
    page = browser.new_context(base_url=site).new_page()
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)
    page.goto("/")
    page.fill("#play-name", "Ida")
    press_twice(page, page.locator("button.big[name=game]"), pause)
    expect(page.locator("#board")).to_be_attached()
    assert len(sent) == 1
