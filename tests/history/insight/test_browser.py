"""The insight page in a real browser: its moments, its links, its widths."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from games.catalog import GAMES
from tests.history.replay.test_browser import brought, guest, record

pytestmark = pytest.mark.browser
__all__ = ["guest"]


@pytest.fixture
def insight(guest: Page, site: str) -> Page:
    """Return the insight page of a match of seven, from the table's perspective."""
    code = brought(guest, site, record("secret-hitler", 7))
    guest.goto(f"{site}/match/{code}/insight/?eyes=public")
    return guest


def test_the_slider_moves_the_estimates_and_the_line_in_every_chart(insight: Page):
    insight.locator("#moment").fill("0")
    expect(insight.locator("[data-place]")).to_have_text("1")
    first = insight.locator(".judged-text").all_inner_texts()
    assert len(set(first[::2])) == 1  # at first everybody is equally likely
    insight.locator("#moment").press("End")
    expect(insight.locator("[data-place]")).not_to_have_text("1")
    assert insight.locator(".judged-text").all_inner_texts() != first
    cursors = {one.get_attribute("d") for one in insight.locator("[data-cursor]").all()}
    assert len(cursors) == 1


def test_the_slider_is_as_wide_as_the_chart_above_it(insight: Page):
    for width in (390, 700, 1440):
        insight.set_viewport_size({"width": width, "height": 900})
        above = insight.locator(".first .curve-plot").bounding_box()
        below = insight.locator(".first .insight-slider").bounding_box()
        assert below["x"] == pytest.approx(above["x"], abs=2), width
        assert below["width"] == pytest.approx(above["width"], abs=2), width


def test_a_click_on_a_moment_opens_it_in_the_replay(insight: Page):
    insight.locator("#moment").fill("4")
    words = insight.locator("[data-words]").inner_text()
    insight.locator("#at-moment a[data-seen]").click()
    expect(insight.locator("#frame")).to_be_visible()
    assert "eyes=public" in insight.url
    assert re.sub(r"\W", "", words) in re.sub(r"\W", "", insight.locator(".now").inner_text())
    insight.click(".reel-more > summary")
    insight.click("text=Analysis")
    expect(insight.locator("[data-place]")).to_have_text("5")


def test_a_band_of_the_chart_links_to_its_moment(insight: Page):
    band = insight.locator(".first .curve-plot [data-moment='3']")
    address = band.get_attribute("href")
    band.hover()
    expect(insight.locator("[data-place]")).to_have_text("4")
    band.click()
    expect(insight).to_have_url(re.compile(re.escape(address)))


def test_without_scripts_there_are_links_and_tables(insight: Page, browser: Browser):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(insight.url)
    expect(page.locator("#moment")).to_be_hidden()
    page.locator("summary", has_text="As a table").first.click()
    page.locator(".curve-table a").first.click()
    expect(page.locator("#frame")).to_be_visible()


@pytest.mark.parametrize("key", ["secret-hitler", "noir"])
def test_the_insight_page_fits_every_screen(guest: Page, site: str, key: str):
    code = brought(guest, site, record(key, GAMES[key].seats[-1]))
    for width in (320, 390, 1440):
        guest.set_viewport_size({"width": width, "height": 800})
        guest.goto(f"{site}/match/{code}/insight/?eyes=all")
        expect(guest.locator("#moment")).to_be_visible()
        assert guest.evaluate("document.documentElement.scrollWidth") <= width
        for name in guest.locator(".curve-name").all():
            assert name.bounding_box()["x"] + name.bounding_box()["width"] <= width
