"""A replay's board on phones and desks: whole, large enough, and with nothing over it."""

import pytest
from playwright.sync_api import Page

from tests.browser.accessibility.test_small_screens import COVERED
from tests.browser.client_page import ClientPage
from tests.browser.selection import LANGUAGES
from tests.history.play import finished, people
from tests.matches.seating import browser

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES = {"phone": (390, 844), "low": (390, 664), "on its side": (844, 390), "desk": (1440, 900)}
PEOPLE = ("ada", "ben", "chiyo", "dario", "elif", "femi", "gwen", "hugo", "ines", "jonas")
#: Pixels of a suspect's tile: a thumb.
TILE = 44
#: The heights of the scene and of the lowest tile, the lines and the lowest button of the reel,
#: how far the page reaches out of the window.
MEASURES = """() => {
  const boxes = (name) => [...document.querySelectorAll(name)]
    .map((one) => one.getBoundingClientRect()).filter(({ width }) => width);
  const tiles = boxes(".suspect").map(({ height }) => height);
  return {
    scene: boxes(".scene")[0].height,
    tile: tiles.length ? Math.min(...tiles) : null,
    lines: new Set(boxes(".reel-buttons > *")
      .map(({ top, height }) => Math.round(top + height / 2))).size,
    button: Math.min(...boxes(".reel-buttons > *").map(({ height }) => height)),
    sideways: document.documentElement.scrollWidth - innerWidth,
    below: document.documentElement.scrollHeight - innerHeight,
  };
}"""


@pytest.mark.parametrize(("game", "count", "step"), [("secret-hitler", 10, 8), ("noir", 2, 3)])
def test_the_board_of_a_replay_is_fully_visible_on_every_screen(
    page: Page, client_page: ClientPage, game: str, count: int, step: int
):
    """Look at a step before the end, also of a short match: there, Noir's curtain is down."""
    users = people(*PEOPLE[:count])
    match = finished(game, users, seed=1)
    address = f"{match.get_absolute_url()}replay/?at={min(step, match.length // 2)}&eyes=0"
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        assert client_page.show(browser(users[0]), address, "de")
        page.locator("#slider").wait_for()
        measured = page.evaluate(MEASURES)
        assert page.evaluate(COVERED) == [], name
        assert measured["sideways"] == 0, name
        assert name == "on its side" or measured["below"] == 0, name
        assert measured["button"] >= 43, name
        assert measured["lines"] == 1, name
        assert measured["scene"] < height, name
        assert game != "noir" or measured["tile"] >= TILE, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_buttons_of_the_reel_fit_one_line_on_the_narrowest_phone(
    page: Page, client_page: ClientPage, language: str
):
    users = people(*PEOPLE[:2])
    match = finished("noir", users, seed=1)
    page.set_viewport_size({"width": 320, "height": 640})
    client_page.show(browser(users[0]), f"{match.get_absolute_url()}replay/?at=1&eyes=0", language)
    page.locator("#slider").wait_for()
    measured = page.evaluate(MEASURES)
    assert [measured["lines"], measured["sideways"]] == [1, 0]
    for button in page.locator(".reel-buttons > :visible, .reel summary").all():
        button.click(trial=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_on_a_phone_shows_the_owner_of_its_card_in_full(
    page: Page, client_page: ClientPage, language: str
):
    users = people(*PEOPLE[:2])
    match = finished("noir", users, seed=1)
    page.set_viewport_size({"width": 390, "height": 844})
    for seat in range(2):
        client_page.show(
            browser(users[0]), f"{match.get_absolute_url()}replay/?at=3&eyes={seat}", language
        )
        owners = page.locator("#grid .suspect-owner")
        assert owners.count() > 0
        for owner in owners.all():
            assert owner.evaluate("box => box.scrollWidth <= box.clientWidth"), owner.inner_text()
