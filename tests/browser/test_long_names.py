"""Names that are too long are cut at their end, and their letters are whole, in a real browser."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from playwright.sync_api import Page

from accounts.models import User
from games.leagues.models import Entry, Fixture
from games.matches.lobby import services as lobby
from tests.browser.client_page import ClientPage
from tests.history.play import finished, people
from tests.leagues.conftest import owner  # noqa: F401
from tests.leagues.league_play import drawn, running
from tests.matches.page.test_screen import code_on, give
from tests.matches.seating import browser, open_table, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: Twenty-four wide letters, written from right to left.
LONG = "ש" * 24
#: Whether a name is cut at a side of its box, and whether its first letter lies within.
CUT_AND_BEGUN = """(box) => {
  const letter = document.createRange();
  letter.setStart(box.firstChild, 0);
  letter.setEnd(box.firstChild, 1);
  const [first, whole] = [letter, box].map((one) => one.getBoundingClientRect());
  const isCut = box.scrollWidth > box.clientWidth;
  return [isCut, first.left >= whole.left && first.right <= whole.right];
}"""


#: The words that are continued in another line.
BROKEN = """(box) => [...box.firstChild.data.matchAll(/[^\\s-]+/g)].filter(({ 0: word, index }) => {
  const range = document.createRange();
  range.setStart(box.firstChild, index);
  range.setEnd(box.firstChild, index + word.length);
  return range.getClientRects().length > 1;
}).map(([word]) => word)"""


def pages_with_a_long_name(host: User, *names: str) -> tuple[str, str]:
    """Return the waiting room of `host` and others with such names, and their television's page.

    To be called in a thread of its own: the browser's driver keeps an event loop running in ours.
    """
    try:
        match, television = open_table(host), Client()
        for name in names:
            lobby.sit(match.pk, person(name), "entropy")
        give(host, match, code_on(television))
        room = browser(host).get(match.get_absolute_url()).content.decode()
        return room, television.get("/screen/").content.decode()
    finally:
        connection.close()


def test_a_right_to_left_name_is_truncated_at_its_end(page: Page, client_page: ClientPage, alice):
    with ThreadPoolExecutor(1) as thread:
        room, television = thread.submit(pages_with_a_long_name, alice, LONG).result()
    page.set_viewport_size({"width": 390, "height": 844})
    client_page.put(room, "/")
    assert page.locator(".waiting-name").nth(1).evaluate(CUT_AND_BEGUN) == [True, True]
    page.set_viewport_size({"width": 1280, "height": 720})
    client_page.put(television, "/screen/")
    assert page.locator(".tv-waiting .waiting-name").nth(1).evaluate(CUT_AND_BEGUN) == [False, True]


def test_no_letter_of_a_name_on_the_wall_is_cut_off(page: Page, client_page: ClientPage, owner):  # noqa: F811
    season, _players = running(owner, 7, "secret-hitler", rounds_planned=4)
    drawn(season, owner)
    Entry.objects.update(name="gjpqyĄ")
    client_page.show(Client(), f"{season.get_absolute_url()}wall/")
    name = page.locator(".wall-seats bdi").first
    assert name.evaluate("(one) => one.scrollHeight - one.clientHeight") == 0


@pytest.mark.parametrize(
    ("game", "count"), [("secret-hitler", 18), ("secret-hitler", 30), ("noir", 24)]
)
def test_a_wall_is_fully_visible_on_a_projector(
    page: Page,
    client_page: ClientPage,
    owner,  # noqa: F811
    game: str,
    count: int,
):
    season, _players = running(owner, count, game, rounds_planned=4)
    drawn(season, owner)
    for number, entry in enumerate(Entry.objects.all()):
        Entry.objects.filter(pk=entry.pk).update(name=f"Maximilian von Hohenlo {number}")
    for width, height in ((1280, 720), (1024, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        client_page.show(Client(), f"{season.get_absolute_url()}wall/")
        assert page.locator(".wall-table").count() >= 3
        assert page.evaluate("document.documentElement.scrollHeight") <= height, (width, height)


def test_a_refusal_in_the_waiting_room_is_above_the_tray(
    page: Page, client_page: ClientPage, alice
):
    match = open_table(alice)
    lobby.sit(match.pk, person("Ben"), "entropy")
    page.set_viewport_size({"width": 390, "height": 500})
    refused = browser(alice).post(f"{match.get_absolute_url()}start/")
    assert refused.status_code == 409
    client_page.put(refused.content.decode(), "/")
    page.evaluate("scrollTo(0, document.querySelector('.waiting-tray').offsetTop)")
    assert page.locator("#notice").evaluate(
        """(notice) => {
          const box = notice.getBoundingClientRect();
          const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return box.height > 0 && notice.contains(found);
        }"""
    )


#: People on Noir's curtain over its words or out of the scene, or whose side is on two lines.
CURTAIN = """() => {
  const said = document.getElementById("status").getBoundingClientRect();
  const scene = document.querySelector(".scene").getBoundingClientRect();
  const range = document.createRange();
  return [...document.querySelectorAll(".unveiled")].filter((one) => {
    const box = one.getBoundingClientRect();
    const text = one.querySelector("span").firstChild;
    range.setStart(text, text.data.trimEnd().length - 3);
    range.setEnd(text, text.data.trimEnd().length);
    const isOver = box.left < said.right && box.top < said.bottom;
    const lines = new Set([...range.getClientRects()].map(({ top }) => top));
    return isOver || box.bottom > scene.bottom || lines.size > 1;
  }).map((one) => one.textContent);
}"""


def test_at_the_end_of_noir_long_names_do_not_truncate_the_sides(
    page: Page, client_page: ClientPage
):
    users = people("Krzysztof Brzęczyszczyk", "Ottilie")
    match = finished("noir", users, seed=1)
    for width, height in ((390, 844), (320, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        client_page.show(browser(users[0]), match.get_absolute_url(), "ja")
        assert page.locator(".unveiled").count() == 3
        assert page.evaluate(CURTAIN) == [], (width, height)


#: Whether a heading's longest word is wider than its line.
TOO_LONG = """(heading) => {
  Object.assign(heading.style, { overflowWrap: "normal", wordBreak: "normal", hyphens: "manual" });
  return heading.scrollWidth > heading.clientWidth;
}"""


def test_a_television_breaks_no_name_inside_a_word(page: Page, client_page: ClientPage, alice):
    names = ("Donaudampfschifferskind", "Krzysztof Brzęczyszczyk", "Konstantinopolitanerin")
    with ThreadPoolExecutor(1) as thread:
        _room, television = thread.submit(pages_with_a_long_name, alice, *names).result()
    for width, height in ((1024, 768), (1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        client_page.put(television, "/screen/")
        for name in page.locator(".tv-waiting .waiting-name").all():
            assert name.evaluate(BROKEN) == [], width


def test_account_headings_are_not_truncated_on_the_narrowest_phone(
    page: Page, client_page: ClientPage, alice
):
    page.set_viewport_size({"width": 320, "height": 640})
    for name in ("notifications", "profile", "email", "portrait", "blocks", "data", "delete"):
        assert client_page.show(browser(alice), f"/account/{name}/", "de"), name
        assert not page.locator(".account-paper h1").first.evaluate(TOO_LONG), name


@pytest.mark.parametrize(
    ("address", "lines"), [("rounds/?round=1", ".fixture-row"), ("run/rounds/{}/", ".draft-table")]
)
def test_the_lines_of_a_round_have_the_same_height_on_a_desktop(
    page: Page,
    client_page: ClientPage,
    owner,  # noqa: F811
    address: str,
    lines: str,
):
    season, _players = running(owner, 8)
    round_ = drawn(season, owner)
    first, second, *_others = round_.fixtures.order_by("number")
    Fixture.objects.filter(pk=first.pk).update(status="open", starts_at="2099-09-29T22:30Z")
    Fixture.objects.filter(pk=second.pk).update(status="running")
    page.set_viewport_size({"width": 1440, "height": 900})
    where = season.get_absolute_url() + address.format(round_.pk)
    client_page.show(browser(owner), where, "de")
    high = page.locator(lines).evaluate_all("(all) => all.map((one) => one.clientHeight)")
    assert len(high) == 4
    assert max(high) - min(high) <= 2
