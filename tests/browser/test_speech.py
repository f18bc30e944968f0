"""What a page says aloud: every line of a frame, talk that is wanted, and one's own clock."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.chat import services as chat
from games.matches.models import Match
from games.matches.page.fragments import partial
from tests.browser.drawn import Drawn
from tests.matches.seating import browser, owing, player_at, running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: As a frame of the socket puts a page's talk in the place of what stands there.
SWAP_TALK = """text => {
  const drawn = new DOMParser().parseFromString(text, "text/html").getElementById("log");
  document.getElementById("log").replaceWith(drawn);
  document.dispatchEvent(new Event("htmx:after:swap"));
}"""
#: As live.js takes a frame.
TAKE_FRAME = """text => {
  const root = document.querySelector("[data-live]");
  htmx.swap({ text, target: root, swap: "none", sourceElement: root });
}"""
SET_CLOCK = """seconds => {
  document.querySelector(".dial.mine .clock").dataset.deadline = Date.now() + 1000 * seconds;
}"""


@pytest.fixture
def at_a_table(drawn: Drawn) -> tuple[Match, Client]:
    """Open the page of the seat that is asked first; return the match and the browser."""
    match = running(pace=Match.Pace.RELAXED, count=5)
    client = browser(player_at(match, owing(match)[0]).user)
    drawn.show(client, match.get_absolute_url())
    return match, client


def test_talk_is_read_aloud_by_name_once_it_is_switched_on(page: Page, at_a_table):
    match, client = at_a_table
    said = page.locator("#announcements p")
    speaker = next(one for one in match.players.all() if one.seat not in owing(match))

    def say(words: str) -> None:
        chat.say(match.pk, speaker.user, "table", words)
        page.evaluate(SWAP_TALK, client.get(match.get_absolute_url()).content.decode())

    say("Nobody hears this.")
    page.locator(".tab", has_text="Talk").click()
    page.get_by_role("button", name="Read new messages aloud").click()
    say("Good evening.")
    expect(said).to_have_text([f"{speaker.name}: Good evening."])
    expect(said).to_have_attribute("lang", match.language)


def test_one_s_own_clock_warns_in_words(page: Page, at_a_table):
    said = page.locator("#announcements p")
    page.evaluate(SET_CLOCK, 59)
    expect(said).to_have_text(["One minute left."])
    page.evaluate(SET_CLOCK, 15)
    expect(said).to_have_text(["One minute left.", "20 seconds left."])
    page.evaluate(SET_CLOCK, 1)
    expect(said.last).to_have_text("Your time has run out; your reserve is running.")


def test_equal_lines_one_after_another_are_all_said(page: Page, at_a_table):
    said = page.locator("#announcements p")
    words = "The top policy of the deck is enacted."
    first = 1000

    def take(*numbers: int) -> None:
        lines = "".join(f'<p data-line="{number}">{words}</p>' for number in numbers)
        page.evaluate(TAKE_FRAME, partial("told", lines, "beforeend"))

    take(first, first + 1)  # in one frame
    expect(said).to_have_text([words] * 2)
    take(first + 2)
    take(first + 3)
    expect(said).to_have_text([words] * 4)
    take(first + 3)  # the same line again is no news
    take(first + 4)
    expect(said).to_have_text([words] * 5)
