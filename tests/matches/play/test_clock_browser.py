"""The clocks in a real browser: they show the server's time, whatever the browser's clock says."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.matches.visitor import Visitor

pytestmark = pytest.mark.browser
HOUR = 3_600_000


def seconds(text: str) -> int:
    minutes, rest = re.fullmatch(r"(\d+):(\d\d)", text).groups()
    return int(minutes) * 60 + int(rest)


def at_a_relaxed_table(page: Page, site: str, *guests: str) -> None:
    """Sit at a timed table with bots, and wait for a question; with `guests`, to any player."""
    page.set_default_timeout(20_000)
    page.goto(f"{site}/open/?game=secret-hitler")
    page.fill("#open-name", "Gerda")
    page.check("[name=fills_with_bots]")
    page.select_option("[name=pace]", "relaxed")
    page.click("form.open-form button.big")
    for name in guests:
        Visitor(site).sit_down(urlsplit(page.url).path, name)
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".dial" if guests else ".dial.mine").first).to_be_visible()


@pytest.mark.parametrize("wrong", [-3 * HOUR, 0, 3 * HOUR])
def test_a_browser_with_a_wrong_clock_shows_the_right_time(page: Page, site: str, wrong: int):
    page.add_init_script(f"const now = Date.now; Date.now = () => now() + {wrong};")
    at_a_relaxed_table(page, site)
    own = page.locator(".dial.mine")
    expect(own.locator(".reserve time")).to_have_text("10:00")
    expect(own.locator("> time")).to_have_text(re.compile(r"1:[345]\d|2:00"))
    left = seconds(own.locator("> time").inner_text())
    page.wait_for_timeout(2_500)
    assert 1 <= left - seconds(own.locator("> time").inner_text()) <= 10


def test_the_reserve_counts_down_once_the_time_of_a_decision_is_over(page: Page, site: str):
    at_a_relaxed_table(page, site)
    page.evaluate(
        """() => document.querySelectorAll(".dial.mine time").forEach((clock) => {
            clock.dataset.deadline = String(Number(clock.dataset.deadline) - 200_000);
        })"""
    )
    own = page.locator(".dial.mine")
    expect(own.locator("> time")).to_have_text("0:00")
    expect(own.locator("> time")).to_have_class(re.compile("still"))
    expect(own.locator(".reserve time")).to_have_text(re.compile(r"[78]:\d\d"))
    expect(own.locator(".reserve time")).not_to_have_class(re.compile("still"))


def test_a_double_click_on_a_table_vote_is_one_vote(page: Page, site: str):
    at_a_relaxed_table(page, site, "Hans")
    page.locator("#agreements > summary").click()
    wish = page.get_by_role("button", name="Pause the clocks")
    wish.dblclick()
    expect(wish).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(1_500)
    expect(wish).to_have_attribute("aria-pressed", "true")
    wish.click()
    expect(wish).to_have_attribute("aria-pressed", "false")
