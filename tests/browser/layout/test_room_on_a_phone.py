"""On a phone nothing covers the text being written, confirmed or read."""

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from games.chat import services
from games.matches.lobby import lessons
from games.matches.models import Match
from tests.browser.client_page import ClientPage
from tests.browser.people import DESK, PHONE
from tests.browser.selection import LANGUAGES
from tests.history.play import finished, people
from tests.matches.seating import (
    browser,
    nominate,
    open_table,
    person,
    player_at,
    running,
    state_of,
    vote_all,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
#: As long as the longest sentence about a match, three times.
SENTENCES = (
    "<li>Dalle cose viste da tutti non si poteva riconoscere Hitler prima del round 6.</li>" * 3
)

#: Puts them there, in place of those that the page would ask for.
SAYS = """words => {
    document.querySelector("[hx-target='#sentences']")?.remove();
    document.getElementById("sentences").innerHTML = words;
}"""
#: The portraits and names that a line lies over.
OVER_SEATS = """(line) => {
    const over = line.getBoundingClientRect();
    const seats = ".chair :is(.portrait, .person-name), .suspect-plate, #clocks, #choices";
    return [...document.querySelectorAll(seats)]
        .filter((one) => {
            const box = one.getBoundingClientRect();
            return box.right > over.left && box.left < over.right
                && box.bottom > over.top + 1 && box.top < over.bottom - 1;
        }).map((one) => one.textContent);
}"""
HEIGHT = "document.documentElement.scrollHeight"
WHOLE = "box => box.scrollWidth <= box.offsetWidth && box.scrollHeight <= box.offsetHeight"


def apart(one: Locator, other: Locator) -> bool:
    """Return whether `one` ends above `other`."""
    upper, lower = one.bounding_box(), other.bounding_box()
    return upper["y"] + upper["height"] <= lower["y"] + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_clocks_and_news_leave_the_message_field_uncovered(
    page: Page, client_page: ClientPage, language
):
    ada, ben = person("Noa"), person("Nils")
    match = running(ada, ben, pace=Match.Pace.RELAXED)
    services.say(match.pk, ben, "table", "Good evening.")
    page.set_viewport_size(PHONE)
    client_page.show(browser(ada), match.get_absolute_url(), language)
    page.evaluate("document.querySelector('.ticker').hidden = false")
    clocks = page.locator("#clocks")
    expect(clocks).to_be_visible()
    page.click("label:has(#tab-talk)")
    assert apart(page.locator("#say > .button"), clocks)
    assert apart(clocks, page.locator("#choices"))
    expect(page.locator(".ticker")).to_be_hidden()
    page.click("label:has(#tab-record)")
    assert apart(page.locator(".table-log"), clocks)


#: Places to scroll without a ground of their own whose bar a browser colours as it likes: Firefox
#: made it white on the dark talk, whatever color-scheme said.
GROUNDLESS = """() => [...document.querySelectorAll(".table-page *")].filter((one) => {
  const { overflowX, overflowY, backgroundColor, scrollbarColor } = getComputedStyle(one);
  return [overflowX, overflowY].includes("auto") && backgroundColor === "rgba(0, 0, 0, 0)"
    && scrollbarColor === "auto" && one.closest(".table-talk");
}).map((one) => one.className)"""


def test_the_chat_bar_has_the_colours_of_the_page(page: Page, client_page: ClientPage):
    noa = person("Noa")
    for match in (running(noa), open_table(noa)):
        client_page.show(browser(noa), match.get_absolute_url())
        assert page.locator(".table-talk .scroll").count() == 1
        assert page.evaluate(GROUNDLESS) == []


def test_quick_phrases_are_within_reach_of_a_thumb_and_as_large(
    page: Page, client_page: ClientPage
):
    noa = person("Noa")
    page.set_viewport_size(PHONE)
    client_page.show(browser(noa), running(noa).get_absolute_url())
    page.click("label:has(#tab-talk)")
    page.click("#phrases > summary")
    for one in page.locator("#phrases :is(summary, button, select)").all():
        assert one.bounding_box()["height"] >= 43.5


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
@pytest.mark.parametrize(
    "screen", [PHONE, DESK, {"width": 320, "height": 640}, {"width": 844, "height": 390}]
)
def test_the_newest_message_covers_nobody(page: Page, client_page: ClientPage, screen, game):
    noa = person("Noa")
    match = running(noa, game=game, pace=Match.Pace.RELAXED)
    match.players.update(read_at=timezone.now())
    page.set_viewport_size(screen)
    client_page.show(browser(noa), match.get_absolute_url())
    height, ticker = page.evaluate(HEIGHT), page.locator(".ticker")
    ticker.evaluate(
        "(line) => { line.hidden = false; line.textContent = 'Good evening. '.repeat(9); }"
    )
    expect(ticker).to_be_in_viewport(ratio=1)
    assert page.evaluate(HEIGHT) == height
    assert ticker.evaluate(OVER_SEATS) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_button_shows_its_whole_label(page: Page, client_page: ClientPage, language):
    match = running(person("Noa"))
    nominate(match)
    vote_all(match, ja=True)
    president = player_at(match, state_of(match).president).user
    page.set_viewport_size(PHONE)
    client_page.show(browser(president), match.get_absolute_url(), language)
    page.locator("#choices .tile-pick").first.click()
    words = page.locator("#choices .button .says:visible")
    expect(words).to_have_count(1)
    assert words.evaluate("box => box.scrollWidth <= Math.ceil(box.getBoundingClientRect().width)")
    assert page.locator("#choices .button:visible").evaluate(WHOLE)


@pytest.mark.parametrize("height", [844, 740, 640])
def test_sentences_about_a_match_are_shown_in_full_or_not_at_all(
    page: Page, client_page: ClientPage, height
):
    users = people("ada", "ben", "chiyo", "dario", "elif")
    match = finished("secret-hitler", users, seed=1)
    page.set_viewport_size({"width": 390, "height": height})
    client_page.show(browser(users[0]), match.get_absolute_url(), "it")
    page.evaluate(SAYS, SENTENCES)
    box = page.locator("#sentences").bounding_box()
    inside = [
        line.bounding_box()
        for line in page.locator("#sentences > li").all()
        if line.bounding_box()["x"] < box["x"] + box["width"]
    ]
    assert inside
    lowest = max(line["y"] + line["height"] for line in inside)
    assert lowest <= box["y"] + box["height"] + 1
    me = match.players.get(user=users[0]).seat
    own = page.locator(f".chair[data-seat='{me}']")
    assert lowest <= own.bounding_box()["y"]
    assert apart(page.locator("#status"), page.locator("#sentences"))


def test_the_coach_says_what_to_tap_only_once_it_can_be_tapped(page: Page, client_page: ClientPage):
    noa = person("Noa")
    match = lessons.begin_lesson(host=noa, game="secret-hitler", language="en")
    match.players.update(read_at=timezone.now())
    client_page.show(browser(noa), match.get_absolute_url())
    page.emulate_media(reduced_motion="no-preference")
    words = page.locator("#coach > span")
    expect(words).to_be_visible()
    page.locator(".table-page").evaluate("page => { page.dataset.beat = 'enacted'; }")
    expect(words).to_be_hidden()
    expect(page.locator("#coach a")).to_be_visible()
