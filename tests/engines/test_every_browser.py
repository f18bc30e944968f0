"""What people do here, in Chromium, Firefox and WebKitGTK as Debian ships them.

Every test runs in each engine, at a desktop's width and at a phone's. It notes what is in sight at
some places; the last tests compare that between the engines.
"""

from collections.abc import Callable

import pytest

from tests.engines.people import (
    ASKED,
    OVER,
    QUESTION,
    begin,
    choose,
    decide,
    is_asked,
    move,
    wait_until_taken,
)
from tests.engines.watch import FAULTS
from tests.engines.window import Window

pytestmark = pytest.mark.prove

TURNS = 60
#: In some matches a person has nothing to claim: so many more are played.
MATCHES = 5
#: The slip of one's own claim.
SAID = """() => Boolean(document.querySelector(
  `.claim-slip[id^=said-${document.getElementById("stage").dataset.me}-]`
))"""


def talk(window: Window, text: str) -> None:
    """Say something at the table, and look at the board again."""
    window.press(".tab:has(#tab-talk)")
    window.type("#say-text", text)
    window.press("#say button", "Send")
    window.wait("#log", text)
    window.until("() => document.getElementById('say-text').value === ''")


def back_to_the_table(window: Window) -> None:
    """Show the board on a phone, which shows one pane at a time."""
    if window.sees(".tab:has(#tab-table)"):
        window.press(".tab:has(#tab-table)")


def said_of_the_line(complaint: str) -> bool:
    """Return whether a complaint is only that the site could not be reached."""
    return any(word in complaint for word in ("ws://", "WebSocket", "htmx:error", "net::ERR_"))


def claim(window: Window) -> None:
    """Say what one drew: the first of what one may say."""
    window.press("#claims-box > summary")
    window.look("secret-hitler, claims")
    window.press("#claims-box .claim-button")
    window.until(SAID)


def play(window: Window, take_turn: Callable[[int], None]) -> None:
    """Take turns until the match is over."""
    for turn in range(TURNS):
        if not is_asked(window):
            return
        take_turn(turn)
    raise AssertionError("the match did not end")


def test_every_error_in_a_page_is_reported(window: Window):
    window.run(
        "(src) => document.head.append(Object.assign(document.createElement('script'), { src }))",
        FAULTS,
    )
    for fault in ("nobodyKnowsThis", "broken", "Policy: style-src", "nowhere.png", "said so"):
        window.until("(fault) => sessionStorage.getItem('complaints').includes(fault)", fault)
    window.complaints()


def test_a_visitor_signs_up_and_sees_the_front_page(window: Window):
    window.go("/")
    assert window.sees(".menu-name") == ["Ada"]
    window.look("front page")


def test_a_league_shows_its_standings(window: Window):
    window.go("/leagues/")
    window.look("leagues")
    window.press("main a", "The Grey Chamber")
    window.wait("h1", "The Grey Chamber")
    window.look("a league")


def test_a_match_of_secret_hitler_with_its_letter_talk_claims_and_a_reload(window: Window):
    begin(window, "secret-hitler", bots=4)
    assert is_asked(window)
    window.look("secret-hitler, first question")
    window.press("#my-letter > summary")
    window.wait("#letter h2", "You are")
    window.look("secret-hitler, letter")
    window.press("#my-letter > summary")
    window.wait_until_gone("#letter h2")
    talk(window, "Good evening, everybody")
    window.look("secret-hitler, talk")
    back_to_the_table(window)
    decide(window)
    window.reload()
    has_claimed = False

    def take_turn(_turn: int) -> None:
        nonlocal has_claimed
        if not has_claimed and window.sees("#claims-box > summary"):
            claim(window)
            has_claimed = True
        decide(window)

    play(window, take_turn)
    window.wait(OVER)
    window.look("secret-hitler, end")
    for _match in range(MATCHES):
        if not has_claimed:
            begin(window, "secret-hitler", bots=4, looks=False)
            play(window, take_turn)
    assert has_claimed


def test_a_match_of_noir(window: Window):
    begin(window, "noir", bots=1)
    assert is_asked(window)
    window.look("noir, first question")
    play(window, lambda turn: move(window, turn))
    window.press("summary", "Show the street")
    window.look("noir, end")


def test_a_lost_socket_is_announced_and_loses_no_decision(window: Window):
    begin(window, "secret-hitler", bots=4)
    assert is_asked(window)
    asked = window.until(QUESTION, ASKED)
    window.site.freeze()
    choose(window)
    window.site.kill()  # with the decision on its way
    window.wait("#connection")
    window.look("secret-hitler, without a connection")
    window.site.start()
    wait_until_taken(window, asked)
    window.wait_until_gone("#connection")
    assert window.sees("#notice", "e") == []
    others = [said for said in window.complaints() if not said_of_the_line(said)]
    assert not others, "\n".join(others)


def test_a_replay_advances_step_by_step(window: Window):
    window.go("/history/")
    window.press("main a[href*='/replay/']")
    window.wait("#slider")
    window.press("[data-go=first]")
    window.until("() => document.getElementById('place').textContent === '1'")
    window.press("[data-go=on]")
    window.until("() => document.getElementById('place').textContent === '2'")
    window.look("a replay")
