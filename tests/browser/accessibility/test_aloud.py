"""A whole match of each game using only the accessibility tree, with all its announcements.

`pytest -s` prints the transcripts.
"""

import html
import re
import sys
from collections.abc import Callable

import pytest
from django.utils import translation
from playwright.sync_api import Browser, Locator, Page, expect

from games.catalog import GAMES
from games.engine import portable
from games.engine.record import news
from games.engine.regions import PlayerInfo
from games.engine.seats import PUBLIC
from games.engine.text import Line
from games.matches.drawing.regions import named, say
from tests.browser.people import Person

pytestmark = pytest.mark.browser

TURNS = 300
#: What a screen reader would say: what is put into live regions, and the name of the question
#: when it, or what can be done after the end, gets the focus. `begun` is the number of the last
#: line that the page opened with.
EAR = """(() => {
  window.heard = [];
  const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]";
  const hear = (node) => {
    const words = node.textContent.trim();
    const place = node.nodeType === 1 ? node : node.parentElement;
    if (words && place?.closest(LIVE)) window.heard.push(words);
  };
  document.addEventListener("DOMContentLoaded", () => {
    const lines = [...document.querySelectorAll("#told > p")];
    window.begun = Math.max(-1, ...lines.map((line) => Number(line.dataset.line)));
    new MutationObserver((changes) => {
      for (const change of changes) change.addedNodes.forEach(hear);
    }).observe(document.body, { childList: true, subtree: true });
  });
  document.addEventListener("focusin", ({ target }) => {
    const named = target.ariaLabelledByElements?.[0] ?? target;
    if (named.id === "choices") window.heard.push(named.getAttribute("aria-label"));
  });
})()"""
COUNT = re.compile(r"\d+ of \d+ have voted\.")
#: What the focus goes to: the question, or the result.
ASKED = re.compile(r"It is your turn|You have (won|lost)\.|The match is drawn\.")


#: What the cards in a hand are called where the way of the letter is "I use a screen reader".
FACE = re.compile(r"\d (Fascist|Liberal)|Veto", re.IGNORECASE)


def begin(browser: Browser, site: str, game: str) -> Page:
    """Sit down with bots, using only names and roles; return the page of the table."""
    ada = Person.arrive(browser, site, "Ada", reduced_motion="reduce")
    ada.page.add_init_script(EAR + '; localStorage.setItem("letter-way", "heard");')
    ada.page.goto(f"/?game={game}")
    ada.page.get_by_role("textbox", name="Your name at the table").fill("Ada")
    return ada.page


def play(page: Page, decide: Callable[[Page, Locator], None]) -> None:
    """Decide whenever a question is asked, until the match can be played again."""
    question = page.get_by_role("region", name=re.compile("^It is your turn"))
    again = page.get_by_role("button", name="Play again")
    for _turn in range(TURNS):
        expect(question.or_(again).first).to_be_visible(timeout=60_000)
        if again.is_visible():
            return
        asked = question.get_by_role("group").first.get_attribute("id")
        decide(page, question)
        gone = "asked => !document.querySelector(`#choices[data-owes] #${asked}`)"
        page.wait_for_function(gone, arg=asked)
    raise AssertionError("the match did not end")


def public_lines(page: Page) -> list[Line]:
    """Return the public log lines of the match that `page` shows, from its record."""
    data = page.request.get(page.url.split("?")[0] + "record.json").body()
    game, record = portable.read(data, GAMES)
    state, lines = game.start.empty, []
    for turn in portable.turns_of(game, record):
        state, (told,) = news(game, state, turn, [PUBLIC])
        lines += told
    return lines


def words(page: Page, lines: list[Line]) -> list[str]:
    """Return `lines` in English, with the names that `page` shows."""
    data = page.request.get(page.url.split("?")[0] + "record.json").json()
    faces = [PlayerInfo(name, seat) for seat, name in enumerate(data["players"])]
    with translation.override("en"):
        texts = [str(say(line, named(faces))) for line in lines]
    return [html.unescape(re.sub(r"<[^>]*>", "", text)) for text in texts]


def check_what_was_heard(page: Page) -> None:
    """Every public line since the page opened was said once and in order, and nothing private."""
    page.wait_for_function(
        "() => heard.some((words) => /^You have (won|lost)|^The match is drawn/.test(words))"
    )
    heard = page.evaluate("heard")
    sys.stdout.write("\n".join(["", page.title(), *heard, ""]))  # shown by pytest -s
    lines = public_lines(page)
    begun = page.evaluate("begun")
    texts = words(page, lines)
    due = [text for n, text in enumerate(texts) if n > begun and not lines[n].count]
    said = [text for text in heard if not COUNT.fullmatch(text) and not ASKED.match(text)]
    assert said == due
    asked = [text for text in heard if ASKED.match(text)]
    assert len(asked) > 1
    assert asked[-1].startswith(("You have", "The match is drawn"))
    assert heard.index(asked[-1]) > heard.index(due[-1])  # results first


def decide_in_secret_hitler(page: Page, question: Locator) -> None:
    ja = question.get_by_role("button", name="Ja!")
    if ja.count():
        ja.press("Enter")
        return
    choices = question.get_by_role("radio")
    if choices.count():
        names = [accessible_name(one) for one in choices.all()]
        assert all(names), names
        if question.get_by_role("group", name="Tap one to").count():
            assert [name for name in names if not FACE.match(name)] == []
            expect(question.locator(".tile-back").first).to_be_visible()  # covered for the eye
        choices.first.press("Space")
    question.get_by_role("button").first.press("Enter")


def accessible_name(radio: Locator) -> str:
    """Return the name that the accessibility tree gives to a radio button."""
    return re.sub(r"^- radio ?\"?|\"?(:.*)?$", "", radio.aria_snapshot())


def decide_in_noir(page: Page, question: Locator) -> None:
    kinds = question.get_by_role("radiogroup", name="Type of action")
    expect(page.locator("html.plays-on-grids")).to_be_attached()  # a press before grid.js stays
    for wish in ("Arrest", "Murder", "Look at your four cards", "Shift"):
        kind = kinds.get_by_role("radio", name=wish, disabled=False)
        if kind.count():
            break
    kind.press("Space")
    here = page.locator(":focus")
    if wish == "Shift":
        expect(here).to_have_accessible_name(re.compile(r"^(Row|Column) \d (left|right|up|down)"))
    else:
        expect(here).to_have_role("gridcell")
        expect(here).to_have_accessible_name(re.compile(r"^Row \d, column \d, \w+, alive"))
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_role("button")
    page.keyboard.press("Enter")


@pytest.mark.sqlite  # with bots, whom one process has act beside its pages
def test_secret_hitler_is_playable_with_only_the_accessibility_tree(browser: Browser, site: str):
    page = begin(browser, site, "secret-hitler")
    page.get_by_role("button", name="Play now").press("Enter")
    play(page, decide_in_secret_hitler)
    check_what_was_heard(page)
    page.keyboard.press("Tab")  # what comes next stands after the verdict, for keys too
    expect(page.get_by_role("button", name="Play again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)


def test_noir_is_playable_with_only_the_accessibility_tree(browser: Browser, site: str):
    page = begin(browser, site, "noir")
    page.get_by_role("button", name="Play with bots").last.press("Enter")
    play(page, decide_in_noir)
    check_what_was_heard(page)
