"""On phones of every width no control covers another, on any page."""

from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from playwright.sync_api import Page

from games.matches.lobby import services as lobby
from tests.browser.accessibility.test_small_screens import a_murder, a_vote
from tests.browser.client_page import ClientPage
from tests.history.play import finished, people
from tests.matches.seating import NAMES, browser, known_person, open_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = {320: 640, 360: 740, 375: 667, 390: 844}
#: Controls covered by another control, at their middle or near one of their sides.
COVERED = """() => {
  const controls = "a, button, select, textarea, summary, label, input:not([type=hidden])";
  const seen = [...document.querySelectorAll(controls)].filter((one) => one.checkVisibility()
    && !one.closest(".sr-only, .skip-link, svg") && getComputedStyle(one).clipPath === "none"
    && (one.localName !== "label" || one.control));
  return seen.flatMap((one) => {
    one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const [box] = one.getClientRects();
    if (!box || box.width < 3) return [];
    const [dx, dy] = [box.width / 2 - 5, box.height / 2 - 5];
    const points = [[0, 0], [dx, 0], [-dx, 0], [0, dy], [0, -dy]]
      .map(([x, y]) => [box.x + box.width / 2 + x, box.y + box.height / 2 + y]);
    const over = points.map(([x, y]) => document.elementFromPoint(x, y)?.closest(controls))
      .find((other) => other && !other.contains(one) && !one.contains(other)
        && ![...(one.labels || [])].includes(other) && one.control !== other);
    const words = (it) => it.outerHTML.replace(/\\s+/g, " ").slice(0, 70);
    return over ? [`${words(one)} under ${words(over)}`] : [];
  });
}"""


def a_replay(game: str, count: int) -> tuple[Client, str]:
    users = people(*(name.lower() for name in NAMES[:count]))
    match = finished(game, users, seed=1)
    return browser(users[0]), f"{match.get_absolute_url()}replay/?at=8&eyes=0"


def an_insight() -> tuple[Client, str]:
    client, address = a_replay("secret-hitler", 10)
    return client, address.replace("replay/?at=8", "insight/?at=8")


def a_table(moment: Callable) -> tuple[Client, str]:
    client, match = moment()
    return client, match.get_absolute_url()


def a_waiting_room() -> tuple[Client, str]:
    host, *others = map(known_person, NAMES[:9])
    match = open_table(host)
    for user in others:
        lobby.sit(match.pk, user, user.name)
    return browser(host), match.get_absolute_url()


def pages() -> Iterator[tuple[Client, str]]:
    yield a_replay("secret-hitler", 10)
    yield a_replay("noir", 2)
    yield a_table(a_vote)
    yield a_table(a_murder)
    yield a_waiting_room()
    yield an_insight()


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.prove)])
def test_no_control_covers_another(page: Page, client_page: ClientPage, language: str):
    found = []
    for client, address in pages():
        for width, height in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            assert client_page.show(client, address, language)
            found += [f"{address} at {width}: {one}" for one in page.evaluate(COVERED)]
    assert not found, "\n".join(found)
