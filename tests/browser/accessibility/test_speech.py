"""What a page says aloud: every line of a frame, talk that is wanted, and one's own clock."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.chat import services as chat
from games.engine.seats import Seat, Viewer
from games.matches.drawing.page_states import page_state_of
from games.matches.live.frames import Audience, Change, Moment
from games.matches.models import Match
from games.matches.page.fragments import partial
from tests.browser.client_page import ClientPage
from tests.matches.seating import (
    act,
    browser,
    choices_of,
    fresh,
    nominate,
    owing,
    player_at,
    running,
    vote_all,
)  # fmt: skip

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
#: As live.js takes frames that come at once, where the table moves.
TAKE_IN_TURN = """frames => {
  const root = document.querySelector("[data-live]");
  for (const text of frames) {
    beats.take(text, () => htmx.swap({ text, target: root, swap: "none", sourceElement: root }));
  }
}"""
#: What is said, and what the table shows at that time.
LISTEN = """() => {
  window.heard = [];
  const note = (words) => heard.push([words, document.querySelector("#baize").dataset.phase]);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) addedNodes.forEach((line) => note(line.textContent));
  }).observe(document.getElementById("announcements"), { childList: true });
  document.addEventListener("focusin", ({ target }) => {
    if (target.id === "choices") note(target.getAttribute("aria-label"));
  });
}"""
SET_CLOCK = """seconds => {
  document.querySelector(".dial.mine .clock").dataset.deadline = Date.now() + 1000 * seconds;
}"""


@pytest.fixture
def at_a_table(client_page: ClientPage) -> tuple[Match, Client]:
    """Open the page of the seat that is asked first; return the match and the browser."""
    match = running(pace=Match.Pace.RELAXED, count=5)
    client = browser(player_at(match, owing(match)[0]).user)
    client_page.show(client, match.get_absolute_url())
    return match, client


def test_chat_is_read_aloud_with_names_once_switched_on(page: Page, at_a_table):
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


def test_a_players_own_clock_warns_in_words(page: Page, at_a_table):
    said = page.locator("#announcements p")
    page.evaluate(SET_CLOCK, 59)
    expect(said).to_have_text(["One minute left."])
    page.evaluate(SET_CLOCK, 15)
    expect(said).to_have_text(["One minute left.", "20 seconds left."])
    page.evaluate(SET_CLOCK, 1)
    expect(said.last).to_have_text("Your time has run out; your reserve is running.")


def test_consecutive_equal_lines_are_all_announced(page: Page, at_a_table):
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


def test_only_the_newest_vote_count_is_announced_and_none_after_the_result(page: Page, at_a_table):
    said = page.locator("#announcements p")

    def take(number: int, words: str, kind: str = "data-count") -> None:
        line = f'<p data-line="{number}" {kind}>{words}</p>'
        page.evaluate(TAKE_FRAME, partial("told", line, "beforeend"))

    take(1000, "1 of 5 have voted.")
    take(1001, "2 of 5 have voted.")
    expect(said).to_have_text(["2 of 5 have voted."])
    take(1002, "4 of 5 have voted.")
    take(1003, "3 ja, 2 nein.", "")
    page.wait_for_timeout(2000)  # longer than a count waits
    expect(said).to_have_text(["2 of 5 have voted.", "3 ja, 2 nein."])


def frames_of(match: Match, seat: int) -> list[str]:
    """Return what the page of `seat` is sent until the first president has discarded."""
    audience = Audience(Viewer(Seat(seat)), "en")
    moment, frames = Moment(page_state_of(fresh(match))), []
    for move in (nominate, lambda match: vote_all(match, ja=True), discard):
        move(match)
        before, moment = moment, Moment(page_state_of(fresh(match)), moment)
        frame = Change(before, moment).frames([audience])[audience]
        frames.append((frame or b"").decode())
    return frames


def discard(match: Match) -> None:
    seat = owing(match)[0]
    act(match, seat, choices_of(match, seat)[0])


def test_beats_of_the_table_are_announced_in_the_order_shown(page: Page, at_a_table):
    match, _client = at_a_table
    president = owing(match)[0]
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(LISTEN)
    page.evaluate(TAKE_IN_TURN, frames_of(match, president))
    page.wait_for_function("() => heard.some(([words]) => words.includes('discards one'))")
    said, shown = zip(*page.evaluate("heard"), strict=True)
    beginnings = [
        " nominates",
        "5 ja, 0 nein",
        " draws three",
        "which policy do you",
        " discards one",
    ]
    assert [part in words for part, words in zip(beginnings, said, strict=True)] == [True] * 5
    # What the government did comes after the votes have been shown, to the ear as to the eye.
    assert shown[1:] == ("discard", "discard", "discard", "enact")
