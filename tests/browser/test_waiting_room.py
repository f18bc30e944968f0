"""The waiting room on a phone: the whole table in sight, and nothing over anybody."""

import pytest
from playwright.sync_api import Page

from games.matches.lobby import services as lobby
from games.matches.models import CODE_LENGTH, Match
from tests.browser.client_page import ClientPage
from tests.browser.selection import spread
from tests.matches.seating import browser, fresh, open_table, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Maximiliane", "Bartholomäus", "Giulia Bianchi", "徳川家康", "Rosa", "Ada")
NAMES += ("Wilhelmina", "Jo", "Krzysztof K.", "Oskar")
PHONES = [(390, 844), (390, 664), (375, 667), (360, 740)]
#: Who and what on the table something else lies over, at its middle.
COVERED = """() => [...document.querySelectorAll(
  ".waiting-chair :is(.face, .empty-chair, .waiting-name, summary), .waiting-plate > *"
)].filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const found = document.elementFromPoint(x + width / 2, y + height / 2);
  return width && !(one.contains(found) || found?.contains(one));
}).map((one) => one.outerHTML.slice(0, 80))"""
#: What stands in the middle and touches somebody's portrait, name or marks.
TOUCHED = """() => {
  const boxes = (where) => [...document.querySelectorAll(where)]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const people = boxes(".waiting-chair :is(.face, .empty-chair, .waiting-name, .badge)");
  return boxes(".waiting-plate > *").flatMap(([, thing]) => people
    .filter(([, box]) => meet(thing, box)).map(([words]) => words));
}"""


#: The code of a table that is wider than any other.
WIDEST = "W" * CODE_LENGTH
TABLES = [("noir", 2), *(("secret-hitler", seats) for seats in range(5, 11))]


@pytest.mark.letters
@pytest.mark.parametrize(("table", "language"), spread(TABLES, ["en", "de", "ja"]))
def test_a_phone_shows_the_whole_table_as_it_fills_up(
    page: Page, client_page: ClientPage, table: tuple[str, int], language: str
):
    game, seats = table
    people = [person(name) for name in NAMES[:seats]]
    match = open_table(people[0], game, seats=(min(seats, 5), seats))
    for user in people[1:-1]:
        lobby.sit(match.pk, user, user.name)
        lobby.be_ready(match.pk, user, ready=True)
    Match.objects.filter(pk=match.pk).update(code=WIDEST)
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        client_page.show(browser(people[0]), fresh(match).get_absolute_url(), language)
        lowest = page.locator(".waiting-marks").first.bounding_box()
        tray = page.locator(".waiting-tray").bounding_box()
        assert lowest["y"] + lowest["height"] <= tray["y"], (width, height)
        assert tray["y"] + tray["height"] <= height + 1
        assert page.evaluate(COVERED) == [], (width, height)
        assert page.evaluate(TOUCHED) == [], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
