"""On a phone, at 400 % zoom, with large text and lying down all of a table can be read."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.matches.models import Match
from tests.browser.accessibility.sideways import SIZES, enlarge
from tests.browser.client_page import ClientPage
from tests.browser.selection import LANGUAGES, spread
from tests.matches.seating import (
    act,
    browser,
    choices_of,
    nominate,
    owing,
    person,
    player_at,
    running,
    vote_all,
)  # fmt: skip

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREENS = {
    **SIZES,
    "phone": (390, 844, 100),
    "low desk": (1280, 720, 100),
    "desk": (1440, 900, 100),
}
#: Who is on the board, and what one presses, that something else lies over, at its middle.
COVERED = """() => [...document.querySelectorAll(
  ".chair .portrait, .person-name, .suspect, .suspect-name, .dial.mine .clock,"
  + "#choices :is(button, .kind), .tab, .letter-tab"
)].filter((one) => {
  if (!one.checkVisibility()) return false;
  for (const _time of [1, 2]) one.scrollIntoView({ block: "center" }); // what sticks moves along
  const { x, y, width, height } = one.getBoundingClientRect();
  if (!width) return false;
  const found = document.elementFromPoint(x + width / 2, y + height / 2);
  return !found || !(one.contains(found) || found.contains(one));
}).map((one) => one.outerHTML.slice(0, 80))"""
#: Words of the table that are broken in two without a hyphen, or that extend beyond the screen.
BROKEN = """() => {
  const found = [];
  const places = document.querySelectorAll(
    ".scene :is(h2, p), .tray :is(button, legend, p, .dial), .tab, .letter-tab"
  );
  const texts = [...places].filter((one) => one.checkVisibility()).flatMap((one) => {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    const isClipped = (one) => one
      && (getComputedStyle(one).clipPath !== "none" || isClipped(one.parentElement));
    return nodes.filter(({ parentElement: one }) => one.checkVisibility() && !isClipped(one));
  });
  for (const node of new Set(texts)) {
    for (const { 0: word, index } of node.data.matchAll(/[^\\s\\u00ad-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
      const isOut = boxes.some(({ left, right }) => left < -1 || right > innerWidth + 1);
      if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1 || isOut) found.push(word);
    }
  }
  return found;
}"""


def a_vote() -> tuple[Client, Match]:
    """Return the page of somebody who votes at a full table, with a record of both candidates."""
    people = [person(name) for name in ("Sal", "Sam", "Sia", "Sol", "Sue", "Kim", "Maximiliane")]
    match = running(*people, pace=Match.Pace.BRISK, count=7)
    nominate(match)
    vote_all(match, ja=True)
    for _step in range(2):
        act(match, owing(match)[0], choices_of(match, owing(match)[0])[0])
    nominate(match)
    return browser(player_at(match, owing(match)[0]).user), match


def the_last_votes() -> tuple[Client, Match]:
    """Return the page of one of two who have not voted: two clocks run."""
    match = running(pace=Match.Pace.BRISK)
    nominate(match)
    vote_all(match, ja=True, besides=tuple(owing(match)[:2]))
    return browser(player_at(match, owing(match)[0]).user), match


def a_wait() -> tuple[Client, Match]:
    """Return the page of somebody who waits for another's nomination."""
    match = running(pace=Match.Pace.BRISK)
    waits = next(seat for seat in range(5) if seat not in owing(match))
    return browser(player_at(match, waits).user), match


def a_nomination() -> tuple[Client, Match]:
    """Return the page of a president who nominates somebody."""
    match = running(pace=Match.Pace.BRISK)
    return browser(player_at(match, owing(match)[0]).user), match


def three_gone() -> tuple[Client, Match]:
    """Return the page of somebody who may have bots play for three who have gone."""
    match = running(count=10)
    match.players.filter(seat__in=(1, 2, 3)).update(gone_at=timezone.now() - timedelta(minutes=5))
    return browser(player_at(match, 0).user), match


def a_bot_in_ones_place() -> tuple[Client, Match]:
    """Return the page of somebody for whom a bot decides."""
    match = running(count=10, pace=Match.Pace.BRISK)
    match.players.filter(seat=5).update(is_away=True)
    return browser(player_at(match, 5).user), match


def a_murder() -> tuple[Client, Match]:
    """Return the page of the killer in Noir, whose turn it is."""
    match = running(person("Noa"), person("Nils"), game="noir", pace=Match.Pace.BRISK)
    for _step in range(2):
        act(match, owing(match)[0], choices_of(match, owing(match)[0])[0])
    return browser(player_at(match, owing(match)[0]).user), match


MOMENTS = [a_vote, the_last_votes, a_wait, a_murder, three_gone, a_bot_in_ones_place]


def fit(page: Page, size: str) -> None:
    """Give the page the width, the height and the letters of a kind of screen."""
    width, height, percent = SCREENS[size]
    page.set_viewport_size({"width": width, "height": height})
    enlarge(page, percent)


@pytest.mark.parametrize(("moment", "language"), spread(MOMENTS, ["de", "ja"]))
def test_nothing_covers_the_board_and_no_word_is_broken(
    page: Page, client_page: ClientPage, moment, language: str
):
    client, match = moment()
    fit(page, "phone")
    assert client_page.show(client, match.get_absolute_url(), language)
    if match.game == "noir":
        page.locator(".kind:has(input[value=murder])").click()
        page.locator("[data-grid] [data-open]").first.click()
    covered, broken = {}, {}
    for size in SCREENS:
        fit(page, size)
        covered[size] = page.evaluate(COVERED)
        if language == "de":  # Japanese may break anywhere
            broken[size] = page.evaluate(BROKEN)
    assert [size for size in SCREENS if covered[size] or broken.get(size)] == [], (covered, broken)


#: How far Noir's words reach below the upper edge of its grid, with the columns' numbers.
OVER_THE_GRID = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".last-move"));
  const grid = document.querySelector("#grid").getBoundingClientRect();
  return words.getBoundingClientRect().bottom - grid.top;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_noir_the_news_is_above_the_column_numbers(
    page: Page, client_page: ClientPage, language: str
):
    client, match = a_murder()
    (killer,) = owing(match)
    shift = next(one for one in choices_of(match, killer) if type(one).__name__ == "Shift")
    act(match, killer, shift)
    begun = running(person("Maxi"), person("Milena"), game="noir")  # its headline is a sentence
    for noir in (match, begun):
        fit(page, "phone")
        assert client_page.show(client, noir.get_absolute_url(), language)
        for size in ("200 % text", "400 % zoom", "phone", "desk"):
            fit(page, size)
            assert page.evaluate(OVER_THE_GRID) <= 3, size  # letters are higher than their line


#: Where the question, the tray and a piece are, once that piece has been scrolled to.
READ_AT = """() => [...document.querySelectorAll(".person-name, .suspect")].map((piece) => {
  piece.scrollIntoView({ block: "nearest", behavior: "instant" });
  const tray = document.querySelector(".tray").getBoundingClientRect().top;
  const question = document.querySelector("#choices").getBoundingClientRect().bottom;
  const { y, height } = piece.getBoundingClientRect();
  return { name: piece.textContent, middle: y + height / 2, tray, question, height: innerHeight };
})"""


@pytest.mark.parametrize("moment", [a_vote, a_nomination, a_murder])
def test_the_question_is_below_the_board_wherever_it_is_scrolled(
    page: Page, client_page: ClientPage, moment
):
    client, match = moment()
    fit(page, "phone")
    assert client_page.show(client, match.get_absolute_url())
    for size in ("400 % zoom", "200 % text"):
        fit(page, size)
        places = page.evaluate(READ_AT)
        assert len(places) >= len(match.players.all())
        for at in places:
            assert at["question"] <= at["height"], (size, at)
            assert at["tray"] >= 0.45 * at["height"], (size, at)
            assert at["middle"] < at["tray"], (size, at)


#: Width and height of desks, from the narrowest that shows the record beside the table.
DESKS = [(960, 700), (1024, 768), (1180, 820), (1280, 720), (1440, 900)]
#: The parts of the window's height that the tray takes, and in which the question ends.
TRAY = """() => [".tray", "#choices"].map((one) => {
  const { height, bottom } = document.querySelector(one).getBoundingClientRect();
  return (one === ".tray" ? height : bottom) / innerHeight;
})"""


@pytest.mark.parametrize(
    ("moment", "language"), spread([a_vote, a_nomination, a_murder], ["de", "ja"])
)
def test_on_a_desktop_of_any_width_the_question_is_low_and_in_sight(
    page: Page, client_page: ClientPage, moment, language: str
):
    client, match = moment()
    fit(page, "desk")
    assert client_page.show(client, match.get_absolute_url(), language)
    for width, height in DESKS:
        page.set_viewport_size({"width": width, "height": height})
        tray, end = page.evaluate(TRAY)
        assert tray < 0.3, (width, tray)
        assert end <= 1, (width, end)


@pytest.mark.parametrize(("moment", "piece"), [(a_nomination, ".person"), (a_murder, ".suspect")])
def test_the_pieces_of_a_decision_are_one_tap_away_from_the_chat(
    page: Page, client_page: ClientPage, moment, piece: str
):
    page.set_viewport_size({"width": 390, "height": 844})
    client, match = moment()
    assert client_page.show(client, match.get_absolute_url())
    there = page.locator(".tray").get_by_text("Show the table")
    expect(there).to_be_hidden()
    page.locator(".tab", has_text="Talk").click()
    expect(page.locator(piece).first).to_be_hidden()
    there.click()
    page.locator(piece).first.click(trial=True)
    expect(there).to_be_hidden()


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_in_the_page_header_covers_the_name(
    page: Page, client_page: ClientPage, language: str
):
    page.set_viewport_size({"width": 390, "height": 844})
    assert client_page.show(Client(), "/leagues/", language)
    enlarge(page, 200)
    name, link = (page.locator(f".masthead-row > {one}") for one in (".brand", ".masthead-link"))
    left, right = name.bounding_box(), link.bounding_box()
    assert left["x"] + left["width"] <= right["x"]
    assert left["y"] + left["height"] > right["y"]  # in one line
