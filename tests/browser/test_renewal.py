"""Pages that renew themselves: a wall and a door, until somebody stops them."""

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect

from games.leagues.seasons import door, sitting_out
from tests.browser.client_page import ClientPage
from tests.leagues.conftest import owner  # noqa: F401
from tests.leagues.league_play import drawn as drawn_round
from tests.leagues.league_play import entry_of, running
from tests.leagues.organiser.visitors import client_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def night(owner):  # noqa: F811
    """Return a season of table nights, before its first round, and its players."""
    return running(owner, 7, "secret-hitler", asks_attendance=True, rounds_planned=4)


def open_page(page: Page, client_page: ClientPage, client: Client, address: str) -> list[str]:
    """Show a page under a clock that stands still; return what it asks for from then on."""
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        text = client.get(f"{address}?{route.request.url.partition('?')[2]}").content
        route.fulfill(body=text, content_type="text/html")

    page.clock.install()
    client_page.show(client, address)
    page.route(f"**{address}*", answer)
    return asked


def test_a_wall_renews_itself_until_it_is_paused(page: Page, client_page, night, owner):  # noqa: F811
    season, players = night
    asked = open_page(page, client_page, Client(), f"{season.get_absolute_url()}wall/")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("No round has been published yet.")
    for user in players:
        sitting_out.say(entry_of(season, user), user, 1, comes=True)
    drawn_round(season, owner)
    page.get_by_role("button", name="Pause updates").focus()
    page.clock.run_for(15_000)
    expect(heading).to_have_text("Round 1")
    pause = page.get_by_role("button", name="Pause updates")
    expect(pause).to_be_focused()  # readers with a keyboard stay where they are
    pause.press("Enter")
    page.clock.run_for(60_000)
    assert len(asked) == 1
    with page.expect_event("requestfinished"):  # while one is under way, no other is sent
        page.get_by_role("button", name="Resume updates").press("Enter")
    expect(pause).to_be_focused()
    with page.expect_event("requestfinished"):
        page.clock.run_for(15_000)
    expect(pause).to_be_visible()
    assert len(asked) == 3


def test_a_door_shows_people_who_have_arrived_since(page: Page, client_page, night, owner):  # noqa: F811
    season, players = night
    open_page(page, client_page, client_of(owner), f"{season.get_absolute_url()}run/door/")
    expect(page.get_by_role("region", name="0 players are here")).to_be_visible()
    door.check_in(season, players[0], door.code_of(season))
    page.clock.run_for(20_000)
    here = page.get_by_role("region", name="1 player is here")
    expect(here.get_by_role("listitem")).to_contain_text(players[0].name)
    expect(page.get_by_role("button", name="Pause updates")).to_be_visible()
