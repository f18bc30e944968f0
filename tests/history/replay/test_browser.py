"""Replays in a real browser: stepping, keys, the link to a moment, and the verifier."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, Route, expect

from games.catalog import GAMES
from games.engine import chance, portable, simulation
from tests.browser.people import DESK

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


def record(key: str, players: int) -> str:
    """Return the record of a game between bots, with its proof of chance."""
    game = GAMES[key]
    bots = dict.fromkeys(game.sides.names, game.bots["simple"])
    [played] = simulation.simulate(game, players, 1, 7, bots)
    made = portable.record_of(
        game, [f"Player {seat}" for seat in range(players)], game.start.options(), played.turns,
        result=played.outcome, seed=played.seed.hex(), entropy=played.entropy,
        commitment=chance.commitment(played.seed),
    )  # fmt: skip
    return portable.write(made).decode()


@pytest.fixture
def guest(page: Page, site: str) -> Page:
    """Return the page of a guest, who can import records."""
    page.set_default_timeout(20_000)
    page.goto(f"{site}/open/")
    page.fill("#open-name", "Gert")
    page.click("form.open-form button.big")
    expect(page.locator("#waiting")).to_be_visible()
    return page


def brought(page: Page, site: str, text: str) -> str:
    """Import a record and return the code of its match."""
    page.goto(f"{site}/history/records/")
    page.fill("#records-text", text)
    page.click("text=Check and save")
    link = page.locator(".received a").first.get_attribute("href")
    return link.split("/")[2]


def at(page: Page, place: int) -> None:
    expect(page.locator("#frame")).to_have_attribute("data-index", str(place))
    expect(page.locator("#place")).to_have_text(str(place + 1))


def test_keys_step_through_a_match_without_loading_the_page(guest: Page, site: str):
    code = brought(guest, site, record("secret-hitler", 7))
    guest.goto(f"{site}/match/{code}/replay/?at=0&eyes=2")
    guest.evaluate("window.stays = true")
    last = int(guest.locator("#slider").get_attribute("max"))
    at(guest, 0)
    for key, place in (
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 1), ("Home", 1),
    ):  # fmt: skip
        guest.keyboard.press(key)  # outside of the reel: the page's own keys
        at(guest, place)
    guest.locator("#slider").focus()
    for key, place in (
        ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last),
        ("ArrowLeft", last - 1), ("Home", 0),
    ):  # fmt: skip
        guest.keyboard.press(key)
        at(guest, place)
    for chapter in ("Round 1", "Round 2"):
        guest.keyboard.press("ArrowDown")
        expect(guest.locator("#happened .log-chapter")).to_have_text(chapter)
    guest.keyboard.press("ArrowUp")
    at(guest, 1)
    assert guest.evaluate("window.stays") is True


def test_a_replay_starts_with_the_last_round_and_links_to_the_first(guest: Page, site: str):
    code = brought(guest, site, record("secret-hitler", 7))
    guest.set_viewport_size(DESK)
    guest.goto(f"{site}/match/{code}/replay/?eyes=all")
    steps = json.loads(guest.locator("#track").inner_text())
    begin = int(guest.locator("#frame").get_attribute("data-index"))
    assert steps[begin][1] == steps[-1][1] > steps[begin - 1][1]
    guest.get_by_role("link", name="From the start").click()
    at(guest, 0)


def test_the_rail_shows_the_record_what_was_known_or_the_log(guest: Page, site: str):
    code = brought(guest, site, record("secret-hitler", 7))
    guest.goto(f"{site}/match/{code}/replay/?eyes=2")
    panes = {"#tab-record": ".table-log", "#tab-known": "#known", "#tab-talk": "#happened"}
    for size in (DESK, PHONE):
        guest.set_viewport_size(size)
        for tab, pane in panes.items():
            guest.locator(f".tab:has({tab})").click()
            shown = [one for one in panes.values() if guest.locator(one).is_visible()]
            assert shown == [pane]
            assert guest.locator(".scene").is_visible() == (size is DESK)


def test_no_step_is_lost_when_keys_are_pressed_fast(guest: Page, site: str):
    code = brought(guest, site, record("secret-hitler", 5))
    guest.goto(f"{site}/match/{code}/replay/?at=0&eyes=all")
    for _press in range(25):
        guest.keyboard.press("ArrowRight")
    at(guest, 25)


@pytest.mark.parametrize("focused", ["#slider", "[data-go=on]"])
def test_space_plays_and_pauses_and_the_slider_goes_anywhere(guest: Page, site: str, focused: str):
    code = brought(guest, site, record("secret-hitler", 5))
    guest.goto(f"{site}/match/{code}/replay/?at=0&eyes=public")
    guest.click(".reel-more > summary")
    guest.select_option("#speed", "120")
    guest.click(".reel-more > summary")
    guest.locator(focused).focus()
    guest.keyboard.press(" ")
    expect(guest.locator("[data-go=play]")).to_have_accessible_name("Pause")
    assert guest.locator("[data-go=play]").get_attribute("aria-pressed") is None
    expect(guest.locator("#place")).not_to_have_text("1")
    guest.keyboard.press(" ")
    expect(guest.locator("[data-go=play]")).to_have_accessible_name("Play")
    guest.locator("#slider").fill("40")
    at(guest, 40)
    says = guest.locator("#slider").get_attribute("aria-valuetext")
    assert re.fullmatch(r"Step 41 of \d+, round \d+", says)


def test_space_opens_a_menu_of_the_reel_without_playing(guest: Page, site: str):
    code = brought(guest, site, record("secret-hitler", 5))
    guest.goto(f"{site}/match/{code}/replay/?at=0&eyes=public")
    guest.locator(".reel-eyes > summary").focus()
    guest.keyboard.press(" ")
    expect(guest.get_by_role("link", name="Everything revealed")).to_be_visible()
    expect(guest.locator("[data-go=play]")).to_have_accessible_name("Play")


def test_secrets_that_remain_at_the_end_are_announced_across_the_table(guest: Page, site: str):
    code = brought(guest, site, record("secret-hitler", 5))
    for size in (DESK, PHONE):
        guest.set_viewport_size(size)
        guest.goto(f"{site}/match/{code}/replay/?at=9999&eyes=public")
        notice = guest.locator(".closed-end").bounding_box()
        scene, reel = (guest.locator(name).bounding_box() for name in (".scene", ".reel"))
        assert scene["y"] <= notice["y"] < notice["y"] + notice["height"] < reel["y"]
        assert reel["y"] + reel["height"] <= size["height"]


def test_arrows_still_step_after_a_line_of_the_record_was_pressed(guest: Page, site: str):
    code = brought(guest, site, record("secret-hitler", 5))
    guest.goto(f"{site}/match/{code}/replay/?at=40&eyes=all")
    begin = int(guest.locator("#frame").get_attribute("data-index"))
    line = guest.locator("#governments summary").last
    line.click()
    expect(line).to_be_focused()
    guest.keyboard.press("ArrowRight")
    at(guest, begin + 1)
    guest.keyboard.press("ArrowLeft")
    at(guest, begin)


def test_jumping_by_kind_goes_to_the_next_moment_of_that_kind(guest: Page, site: str):
    code = brought(guest, site, record("secret-hitler", 7))
    guest.goto(f"{site}/match/{code}/replay/?at=0&eyes=all")
    guest.click(".reel-more > summary")
    guest.select_option("#kind", "policy")
    guest.click(".reel-more > summary")
    for _jump in range(3):
        before = guest.locator("#place").inner_text()
        guest.click("[data-go=chapter-on]")
        expect(guest.locator("#place")).not_to_have_text(before)
        expect(guest.locator(".now")).to_contain_text("policy")


def test_the_url_is_always_that_of_the_moment_and_can_be_shared(guest: Page, site: str, browser):
    code = brought(guest, site, record("secret-hitler", 5))
    guest.goto(f"{site}/match/{code}/replay/?at=0&eyes=3")
    for _step in range(9):
        guest.keyboard.press("ArrowRight")
    at(guest, 9)
    words = guest.locator(".now").text_content()
    link = guest.url
    shared = guest.locator("#share-link").input_value()
    assert sorted(shared.split("?")[1].split("&")) == sorted(link.split("?")[1].split("&"))
    other = browser.new_context().new_page()
    other.goto(link)
    assert other.locator(".now").text_content() == words
    assert other.locator(".perspectives [aria-current]").text_content() == "Player 3"
    image = other.locator('meta[property="og:image"]').get_attribute("content")
    answer = other.request.get(image)
    assert answer.headers["content-type"] == "image/png"
    assert answer.body().startswith(b"\x89PNG")


def test_the_link_is_copied_or_selected_if_the_browser_forbids_copying(guest: Page, site: str):
    code = brought(guest, site, record("noir", 2))
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    guest.goto(f"{site}/match/{code}/replay/?at=0&eyes=all")
    link = guest.locator("#share-link").input_value()
    guest.click(".reel-more > summary")
    guest.click("text=Copy the link")
    expect(guest.get_by_role("button", name="Copied")).to_be_visible()
    assert guest.evaluate("navigator.clipboard.readText()") == link
    guest.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    guest.get_by_role("button", name="Copied").click()
    expect(guest.locator("#share-link")).to_be_focused()
    marked = "(e) => e.value.slice(e.selectionStart, e.selectionEnd)"
    assert guest.locator("#share-link").evaluate(marked) == link


def test_the_browser_repeats_every_draw_and_reports_differences(guest: Page, site: str):
    for key, players in (("secret-hitler", 5), ("noir", 2)):
        code = brought(guest, site, record(key, players))
        guest.goto(f"{site}/match/{code}/verify/")
        guest.click("[data-verify]")
        expect(guest.locator("#verdict")).to_contain_text("repeated every draw")
        text = json.loads(guest.request.get(f"{site}/match/{code}/record.json").text())
        forged = json.dumps({**text, "entropy": ["forged", *text["entropy"][1:]]})
        guest.route("**/record.json", answer_with(forged))
        guest.click("[data-verify]")
        expect(guest.locator("#verdict")).to_contain_text("Something differs")
        guest.unroute("**/record.json")


def test_a_record_that_cannot_be_fetched_is_reported_by_the_verifier(guest: Page, site: str):
    code = brought(guest, site, record("noir", 2))
    guest.goto(f"{site}/match/{code}/verify/")
    guest.route("**/record.json", lambda route: route.abort())
    guest.click("[data-verify]")
    expect(guest.locator("#verdict")).to_contain_text("The record could not be loaded")
    guest.unroute("**/record.json")
    guest.click("[data-verify]")
    expect(guest.locator("#verdict")).to_contain_text("repeated every draw")


def answer_with(body: str, kind: str = "application/json") -> Callable[[Route], None]:
    """Return a route handler that responds with `body` instead of the site."""

    def answer(route: Route) -> None:
        route.fulfill(body=body, content_type=kind)

    return answer


def test_a_framed_replay_can_be_stepped_through_on_another_site(guest: Page, site: str):
    code = brought(guest, site, record("secret-hitler", 5))
    frame = f'<iframe src="{site}/match/{code}/replay/embed/?at=0&eyes=0" width=900 height=700>'
    with stranger_showing(f"<!doctype html>{frame}</iframe>") as elsewhere:
        guest.goto(elsewhere)
        inside = guest.frame_locator("iframe")
        expect(inside.locator("#place")).to_have_text("1")
        inside.locator("[data-go=on]").click()
        expect(inside.locator("#place")).to_have_text("2")


@contextmanager
def stranger_showing(body: str) -> Iterator[str]:
    """Serve one page from an origin that is not the site's, and yield its URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_words: object) -> None:
            """Write nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_the_links_of_the_controls_work_without_scripts(guest: Page, site: str, browser):
    code = brought(guest, site, record("secret-hitler", 5))
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{site}/match/{code}/replay/?at=0&eyes=all")
    for place in (2, 3):
        page.click("[data-go=on]")
        expect(page.locator("#place")).to_have_text(str(place))
    page.click("[data-go=last]")
    expect(page.locator("#board")).to_contain_text("win")
