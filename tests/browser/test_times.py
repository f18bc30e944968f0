"""Times on the reader's clock, and zones by the names that the reader's language has for them."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from accounts import writing
from tests.browser.client_page import ClientPage
from tests.leagues.conftest import owner  # noqa: F401
from tests.leagues.league_play import found
from tests.leagues.organiser.visitors import client_of

MORNING = datetime(2026, 11, 22, 5, 31, tzinfo=UTC)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser_context_args(timezone_id="Asia/Tokyo", locale="ja-JP"),
]


@pytest.mark.parametrize(
    ("form", "read"), [("datetime", "2026年11月22日 14:31"), ("moment", "11月22日(日) 14:31")]
)
def test_a_browser_in_tokyo_shows_its_own_time(
    page: Page, client_page: ClientPage, form: str, read: str
):
    time = writing.time_element(MORNING, form)
    script = '<script src="/static/js/times.js" defer></script>'
    client_page.put(f'<!doctype html><html lang="ja"><p>{time}</p>{script}')
    expect(page.locator("time")).to_have_text(read)


def test_zones_have_names_in_the_language_of_the_page(page: Page, client_page: ClientPage, owner):  # noqa: F811
    week = f"/leagues/{found(owner).slug}/hours/"
    assert client_page.show(client_of(owner), week, "ja")
    zones = page.locator("select[data-zones]")
    zones.focus()
    tokyo = zones.locator("option[value='Asia/Tokyo']")
    expect(tokyo).to_contain_text("日本")
    expect(zones.locator("option[value='Asia/Calcutta']")).to_have_count(0)
    assert client_page.show(client_of(owner), week, "de")
    zones.focus()
    expect(tokyo).to_contain_text("Japan")
