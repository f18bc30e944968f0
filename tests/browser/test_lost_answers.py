"""A decision on a line that loses messages: the page asks whether it arrived, and goes on."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.client_page import ClientPage
from tests.browser.test_place_kept import window_of
from tests.live_site import LiveSite
from tests.matches.play.test_power_cut import five_at_a_table, play
from tests.matches.visitor import Visitor

pytestmark = pytest.mark.browser


@dataclass
class Line:
    """A page's socket; a test says what is lost on it, each time with the connection."""

    loses: Callable[[dict[str, Any]], bool] = lambda _message: False
    up: list[dict[str, Any]] = field(default_factory=list)  #: what the page sent
    down: list[dict[str, Any]] = field(default_factory=list)  #: what it was answered
    open: list[WebSocketRoute] = field(default_factory=list)

    def connect(self, route: WebSocketRoute) -> None:
        """Pass everything on, and note it, but for what is lost."""
        server = route.connect_to_server()
        self.open.append(route)

        def send(text: str | bytes) -> None:
            self.up.append(json.loads(text))
            if self.loses(self.up[-1]):
                route.close()
            else:
                server.send(text)

        def bring(text: str | bytes) -> None:
            told = {} if text[:1] == "<" else json.loads(text)
            if told and self.loses(told):
                route.close()
                return
            if told and "at" not in told:
                self.down.append(told)
            route.send(text)

        route.on_message(send)
        server.on_message(bring)


def once(key: str) -> Callable[[dict[str, Any]], bool]:
    """Return what loses the first message that has `key`."""
    lost: list[dict[str, Any]] = []

    def loses(message: dict[str, Any]) -> bool:
        if lost or key not in message:
            return False
        lost.append(message)
        return True

    return loses


def voting(browser: Browser, site: LiveSite, line: Line) -> tuple[Page, list[Visitor], str]:
    """Return the page of somebody who may vote, by `line`; and everybody at the table."""
    people, path = five_at_a_table(site)
    play(people, path, moves=1)
    page = window_of(browser, site, people[0])
    page.route_web_socket("**/ws/match/**", line.connect)
    page.goto(path)
    expect(page.locator("#vote-ja")).to_be_visible()
    # The first frame says that clicks go by socket; a word said on the page comes after it.
    people[1].post(f"{path}say/", room="table", text="Are all here?")
    expect(page.locator("#log").get_by_text("Are all here?")).to_be_attached()
    return page, people, path


def is_free(page: Page) -> None:
    """Expect that the page waits for no answer."""
    expect(page.locator("#decision .htmx-request")).to_have_count(0)


def hears(page: Page, line: Line, answers: int) -> None:
    """Wait until the page was sent so many answers: the frame that frees it may come before."""
    for _look in range(400):
        if len(line.down) >= answers:
            return
        page.wait_for_timeout(50)


@pytest.mark.parametrize(("lost", "answer"), [("ack", "ack"), ("act", "open")])
def test_an_unanswered_decision_is_sent_again_only_if_it_never_arrived(
    browser: Browser, shared_site: LiveSite, lost: str, answer: str
):
    line = Line()
    page, _people, _path = voting(browser, shared_site, line)
    line.loses = once(lost)
    page.click("#vote-ja")
    expect(page.locator("#vote-ja")).to_have_attribute("aria-pressed", "true")
    is_free(page)
    hears(page, line, 2 if answer == "open" else 1)
    decision, question, *again = line.up
    assert question == {"id": decision["id"], "prompt": decision["prompt"], "lost": decision["act"]}
    assert again == ([decision] if answer == "open" else [])
    assert line.down == [{answer: decision["id"]}, *[{"ack": decision["id"]} for _one in again]]
    page.click("#vote-nein")  # and the page goes on
    expect(page.locator("#vote-nein")).to_have_attribute("aria-pressed", "true")
    is_free(page)
    assert line.up[-1]["id"] == decision["id"] + 1


def test_the_last_press_while_the_connection_was_down_is_stored(
    browser: Browser, shared_site: LiveSite
):
    line = Line()
    page, _people, _path = voting(browser, shared_site, line)
    line.loses = lambda message: "id" in message  # each with the connection
    page.click("#vote-ja")
    expect(page.locator("#vote-ja.htmx-request")).to_be_visible()
    page.wait_for_timeout(1000)
    page.click("#vote-nein")
    expect(page.locator("#vote-nein.htmx-request")).to_be_visible()
    expect(page.locator("#vote-ja.htmx-request")).to_have_count(0)
    line.loses = lambda _message: False
    expect(page.locator("#vote-nein")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#vote-ja")).to_have_attribute("aria-pressed", "false")
    is_free(page)
    expect(page.locator("#notice")).to_be_empty()


def test_a_second_answer_and_an_old_one_have_no_effect(browser: Browser, shared_site: LiveSite):
    line = Line()
    page, _people, _path = voting(browser, shared_site, line)
    page.click("#vote-ja")
    expect(page.locator("#vote-ja")).to_have_attribute("aria-pressed", "true")
    is_free(page)
    (decision,) = line.up
    for told in ({"ack": decision["id"], "why": "Too late."}, {"open": decision["id"]}):
        line.open[-1].send(json.dumps(told))
    page.click("#vote-nein")
    expect(page.locator("#vote-nein")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#notice")).to_be_empty()
    assert [one.get("id") for one in line.up] == [decision["id"], decision["id"] + 1]
    assert all("act" in one for one in line.up)


#: Whether a field is still itself and has the focus, what it says, and what is marked in it.
FIELD = """(field) => [
    field.kept, document.activeElement === field, field.value,
    field.selectionStart, field.selectionEnd,
]"""


def test_drafts_and_open_panels_stay_when_lines_are_appended(
    browser: Browser, shared_site: LiveSite
):
    page, people, path = voting(browser, shared_site, Line())
    page.locator("label:has(#tab-talk)").click()
    panels = page.locator("#claims-box, #agreements")
    count = panels.evaluate_all("(all) => all.map((one) => (one.open = true)).length")
    assert count == 2
    said = page.locator("#say-text")
    said.fill("I trust Ben")
    said.evaluate("(one) => { one.focus(); one.setSelectionRange(2, 7); one.kept = true; }")
    for person, words in zip(people[1:3], ("I have voted", "So have I"), strict=True):
        assert person.decide(path)
        person.post(f"{path}say/", room="table", text=words)
        expect(page.locator("#log").get_by_text(words)).to_have_count(1)
    assert said.evaluate(FIELD) == [True, True, "I trust Ben", 2, 7]
    assert panels.evaluate_all("(all) => all.map((one) => one.open)") == [True] * count


@pytest.mark.django_db(transaction=True)
def test_a_truncated_fragment_is_reported_only_if_its_page_stays_open(
    page: Page, client: Client, client_page: ClientPage
):
    page.clock.install(time=0)
    page.clock.pause_at(1)  # however long the machine takes, no error is passed on yet
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.route("**/part", lambda route: route.abort())

    def cut_off() -> list[str]:
        client_page.show(client, "/learn/")
        with page.expect_event("requestfailed"):
            page.evaluate("() => { htmx.ajax('GET', '/part', { target: 'main' }); }")
        page.evaluate("() => fetch('/')")  # the failure has reached the scripts
        return [text for text in said if "htmx" in text]

    assert cut_off() == []
    assert cut_off() == []  # the first page was left
    page.clock.run_for(1000)
    assert len([text for text in said if "htmx" in text]) == 1
