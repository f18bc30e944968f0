"""League pages in a real browser: a phone, long names, and many players."""

import os
import re
import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.leagues.public.making import NAMES
from tests.live_site import ROOT, LiveSite

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}
PAGES = (
    "", "phone/", "phone/members/", "phone/audit/", "phone/seasons/", "phone/1/",
    "phone/1/rounds/", "phone/1/crosstable/", "phone-duels/1/", "phone-duels/1/rounds/",
    "phone-duels/1/crosstable/", "phone-many/1/rounds/", "phone-many/1/crosstable/",
)  # fmt: skip

MAKE = """
from tests.leagues.public import making
users = making.people(35)
club = making.league(users[0], users, slug="phone", name="W" * 60, about="x" * 300)
division = making.season(club, users, format="tables", rounds_planned=3, name="S" * 60)
making.table_nights(division, 3)
rue = making.league(users[0], users, slug="phone-duels", game="noir", name="Rue Morgue")
division = making.season(rue, users[5:15], format="round_robin", rounds_planned=9)
making.duels(division, 4)
from random import Random
from accounts.models import User
from games.leagues.models import Round
crowd = User.objects.bulk_create(
    User(username=f"guest{number}", display_name=f"Guest {number:03}") for number in range(200)
)
many = making.league(users[0], slug="phone-many", game="noir", name="Many")
division = making.season(many, crowd, format="swiss", rounds_planned=3)
entries = list(division.entries.all())
drawn = Round.objects.create(division=division, number=1, status="published", seed="abc/1",
                             report={"algorithm": "swiss", "version": 1})
for place in range(100):
    making.fixture(drawn, entries[2 * place : 2 * place + 2], place + 1, Random(place), 2)
"""

WIDE = """() => [...document.querySelectorAll('body *')].filter(e =>
    e.getBoundingClientRect().right > innerWidth + 1
    && !e.closest('.scroll-x, .masthead nav, .tabs, .round-jumps, .sr-only, .folder-tab')
).map(e => e.outerHTML.slice(0, 200))"""


@pytest.fixture(scope="module")
def leagues(tmp_path_factory):
    """Return the URL of a site with a league of 35 and a league of duels."""
    live = LiveSite(tmp_path_factory.mktemp("leagues"))
    subprocess.run(
        [sys.executable, "manage.py", "shell", "-v0", "-c", MAKE],
        cwd=ROOT, env=os.environ | live.environment, check=True,
    )  # fmt: skip
    live.start()
    yield f"{live.url}/leagues/"
    live.discard()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_no_page_scrolls_sideways_however_long_the_names_are(page: Page, leagues: str, size):
    page.set_viewport_size(size)
    for address in PAGES:
        assert page.goto(leagues + address).status == 200
        width = page.evaluate("document.documentElement.scrollWidth")
        assert (address, width) == (address, size["width"])
        assert (address, page.evaluate(WIDE)) == (address, [])


@pytest.mark.parametrize(
    ("path", "height", "elements"), [("rounds/", 4500, 600), ("crosstable/", 2800, 1400)]
)
def test_pages_of_200_players_are_short_on_a_phone(
    page: Page, leagues: str, path: str, height: int, elements: int
):
    page.set_viewport_size(PHONE)
    page.goto(f"{leagues}phone-many/1/{path}")
    expect(page.get_by_text("Page 1 of 4").or_(page.get_by_text("Page 1 of 7"))).to_be_visible()
    assert page.evaluate("document.querySelectorAll('main *').length") < elements
    assert page.evaluate("document.documentElement.scrollHeight") < height


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_next_fixture_breaks_no_name_into_letters(page: Page, leagues: str, size):
    page.set_viewport_size(size)
    page.goto(f"{leagues}../account/login/")
    page.fill("[name=login]", "p10")
    page.fill("[name=password]", "pw")
    page.locator("main form button").first.click()
    page.goto(f"{leagues}phone-duels/1/")
    own = page.locator(".own-fixture").locator(
        ".fixture-side bdi", has_text="Maximiliana-Konstantina"
    )
    assert own.bounding_box()["height"] < 60  # two lines; it once wrapped into twelve
    page.goto(f"{leagues}../")
    expect(page.get_by_role("heading", name="Your next fixture")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]


def test_rank_and_name_stay_visible_while_the_table_scrolls(page: Page, leagues: str):
    page.set_viewport_size(PHONE)
    page.goto(f"{leagues}phone/1/")
    page.get_by_label("All columns").check()
    name = page.locator(".standings tbody .name").first
    before = name.bounding_box()["x"]
    page.evaluate("document.querySelector('.standings-box').scrollLeft = 200")
    after = name.bounding_box()["x"]
    assert 0 <= after <= before
    assert page.evaluate("document.querySelector('.standings-box').scrollLeft") == 200


def test_a_phone_shows_rank_name_points_and_form_and_the_rest_on_request(page: Page, leagues: str):
    page.set_viewport_size(PHONE)
    page.goto(f"{leagues}phone/1/")
    heads = page.locator(".standings thead th:visible")
    assert heads.all_inner_texts() == ["#", "PLAYER", "POINTS", "FORM"]
    box = page.locator(".standings-box")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    page.get_by_label("All columns").check()
    assert heads.count() > 8
    expect(page.locator(".standings thead .tie").first).to_be_visible()
    page.get_by_label("All columns").uncheck()
    for width, ties in ((820, 0), (1024, 2), (1280, 2), (1440, 3)):
        page.set_viewport_size({"width": width, "height": 900})
        assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0, width
        assert page.locator(".standings thead .tie:visible").count() >= ties, width


@pytest.mark.parametrize("language", ["en", "de", "it", "ja"])
def test_headings_of_the_standings_have_at_most_two_lines(page: Page, leagues: str, language: str):
    page.set_viewport_size(DESK)
    page.context.set_extra_http_headers({"Accept-Language": language})
    page.goto(f"{leagues}phone/1/")
    heads = page.locator(".standings thead th")
    assert heads.count() > 8
    tops = heads.evaluate_all("""heads => heads.map((head) => {
      const range = document.createRange();
      range.selectNodeContents(head);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 6))).size;
    })""")
    assert max(tops) <= 2


def test_every_link_in_a_phone_s_masthead_is_reachable(page: Page, leagues: str):
    page.set_viewport_size(PHONE)
    page.goto(leagues)
    for name in ("Leagues", "History", "Ratings"):
        link = page.locator(".masthead").get_by_role("link", name=name)
        link.focus()
        box = link.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]


def test_the_table_leads_to_a_player_and_to_a_replay(page: Page, leagues: str):
    page.goto(f"{leagues}phone/1/")
    page.get_by_role("row").nth(1).get_by_role("link").click()
    expect(page).to_have_title(re.compile(f"^({'|'.join(map(re.escape, NAMES))}) · "))
    expect(page.get_by_role("heading", level=1)).to_have_text(page.title().partition(" · ")[0])
    page.get_by_role("link", name="Round 1").first.click()
    expect(page.get_by_role("link", name="Replay")).to_be_visible()
