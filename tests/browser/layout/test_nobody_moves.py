"""Whatever is asked late in a match, beside a claim's button too: the tray stays as high.

Nor does the page scroll, whatever the language.
"""

from collections import defaultdict
from collections.abc import Iterator
from random import Random

import pytest
from django.utils import timezone, translation
from playwright.sync_api import Page

from games.engine.regions import PlayerInfo
from games.engine.seats import PUBLIC, Seat
from games.matches.drawing import regions
from games.matches.models import Match
from games.noir import GAME
from games.noir.pieces import KILLER
from tests.browser.client_page import ClientPage
from tests.browser.selection import LANGUAGES
from tests.matches.seating import (
    act_as,
    browser,
    choices_of,
    fresh,
    owing,
    person,
    play_one,
    player_at,
    running,
)
from tests.noir import table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: The languages that are compared at once, in one play of all questions: the longest at each push.
TOGETHER = [("de",), pytest.param(("ja", "en", "it"), marks=pytest.mark.prove)]
SIZES = [(390, 844), (375, 667), (844, 390), (1024, 768), (1210, 720), (1280, 720), (1440, 900)]
#: What is asked once a government has been in office; players of 5 peek, those of 7 do the rest.
WANTED = {
    *("Nominate", "Vote", "Discard", "Enact", "ProposeVeto", "AnswerVeto"),
    *("Peek", "Investigate", "CallElection", "Execute"),
}
HEIGHT = "() => innerHeight - document.querySelector('.tray').getBoundingClientRect().top"
BELOW = "() => document.documentElement.scrollHeight - innerHeight"
#: Marks the first alternative, if there are any: what it means takes the question's place; or not.
MARK = """(isMarked) => {
  const first = document.querySelector(".chair input[type=radio], #choices input[type=radio]");
  if (first) first.checked = isMarked || first.defaultChecked;
}"""


def late_questions() -> Iterator[tuple[str, Match, int]]:
    """Play at random, and yield each kind of question once somebody may claim beside it, if ever.

    During a session president and chancellor may not (3.5).
    """
    wanted = set(WANTED)
    for number in range(60):
        count = (5, 7)[number % 2]
        people = (person(f"Late {number} {seat}") for seat in range(count))
        match, random = running(*people, count=count), Random(number)
        while wanted and fresh(match).is_running:
            seat = owing(match)[0]
            kinds = {type(choice).__name__ for choice in choices_of(match, seat)}
            claims = "Claim" in kinds or kinds & {"Discard", "Enact", "ProposeVeto", "AnswerVeto"}
            if met := wanted & kinds if claims else set():
                yield min(met), match, seat
                wanted -= met
            play_one(match, random)
    assert not wanted


@pytest.mark.letters
@pytest.mark.parametrize("languages", TOGETHER)
def test_the_tray_has_the_same_height_at_every_question_with_nothing_below(
    page: Page, client_page: ClientPage, languages: tuple[str, ...]
):
    heights: dict[tuple[str, int, int], dict[str, float]] = defaultdict(dict)
    below: dict[tuple[str, int, int, str], int] = {}

    def measure(language: str, kind: str) -> None:
        """Measure as it comes, and once more with the first alternative marked."""
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for name in (kind,) if kind.startswith("Vote") else (kind, f"{kind}, marked"):
                page.evaluate(MARK, name != kind)
                heights[language, width, height][name] = page.evaluate(HEIGHT)
                below[language, width, height, name] = page.evaluate(BELOW)

    for kind, match, seat in late_questions():
        client, address = browser(player_at(match, seat).user), match.get_absolute_url()
        for language in languages:
            client_page.show(client, address, language)
            measure(language, kind)
        if kind == "Vote":
            act_as(match, seat, action="vote", ja=True)
            for language in languages:
                client_page.show(client, address, language)
                measure(language, "Vote, cast")
    moving = {
        place: trays
        for place, trays in heights.items()
        if max(trays.values()) - min(trays.values()) > 2
    }
    assert moving == {}
    assert {place: pixels for place, pixels in below.items() if pixels > 0} == {}


#: Where the seats are, and the tray.
PLACES = """() => [...document.querySelectorAll(".chair, .tray")].map((one) => {
  const { left, top } = one.getBoundingClientRect();
  return [one.id, left, top];
})"""


def test_a_lost_connection_is_announced_and_moves_nothing(page: Page, client_page: ClientPage):
    match = running(*(person(f"Cut {seat}") for seat in range(5)))
    client = browser(player_at(match, owing(match)[0]).user)
    moved = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        client_page.show(client, match.get_absolute_url())
        before = page.evaluate(PLACES)
        page.evaluate("dispatchEvent(new Event('offline'))")
        page.locator("#connection").wait_for()
        if page.evaluate(PLACES) != before:
            moved.append((width, height))
    assert moved == []


#: Puts a board and its question in place of those of a page.
PUTS = """(drawn) => drawn.forEach(([id, text]) => {
  const parsed = document.createRange().createContextualFragment(text);
  document.getElementById(id).replaceWith(parsed.getElementById(id));
})"""
#: How many pixels of the last row of suspects lie below the tray, or below the papers above it.
COVERED = """() => {
  const over = [...document.querySelectorAll(".tray, .papers > *")]
    .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const rows = [...document.querySelectorAll(".suspect")].map((one) => one.getBoundingClientRect());
  const right = Math.max(...rows.map((row) => row.right));
  const below = over.filter((box) => box.left < right).map((box) => box.top);
  return Math.max(...rows.map((row) => row.bottom)) - Math.min(...below);
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_collapse_of_five_keeps_every_suspect_in_sight(
    page: Page, client_page: ClientPage, language
):
    faces = (PlayerInfo("Noa", 0), PlayerInfo("Nils", 1))
    match = running(person("Noa"), person("Nils"), game="noir")
    match.players.update(read_at=timezone.now())
    client = browser(player_at(match, owing(match)[0]).user)
    opened = table.opened(12, 0, 24, 23, 22, 21, victim=11)
    state = table.with_dead(opened, 1, 2, 7, 11, 17, 22)
    with translation.override(language):
        board = regions.draw_table(GAME, GAME.view(state, PUBLIC), faces)
        choices = GAME.choices(state, KILLER)
        question = regions.draw_own(GAME, state, faces, Seat(KILLER), choices, 7)
    for width, height in ((360, 740), (375, 667), (390, 844), (1024, 768), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        client_page.show(client, match.get_absolute_url(), language)
        page.evaluate(PUTS, [["board", str(board)], ["choices", str(question)]])
        page.locator(".kind:has([value=collapse])").click()
        page.locator("[data-grid] [data-open]").first.click()
        page.locator(".picks-collapse button[name=action]").wait_for()
        assert page.evaluate(COVERED) <= 0, (width, height)
