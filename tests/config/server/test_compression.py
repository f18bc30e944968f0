"""Pages without secrets of running matches are compressed, and no other page is."""

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils.regex_helper import normalize

from config.server.compression import WITHOUT_SECRETS
from tests.doors.house import patterns
from tests.history.play import finished
from tests.matches.seating import NOBODY, browser, person, running

pytestmark = pytest.mark.django_db

#: Parts of URLs beside a match's code.
PARTS = {"seat": "1", "step": "ready", "what": "pause", "key": "1", "public_id": NOBODY}


def encoding(client: Client, path: str) -> str:
    answer = client.get(path, headers={"accept-encoding": "gzip, br"})
    return str(answer.headers.get("Content-Encoding", ""))


def urls_of(code: str) -> list[str]:
    """Return every URL of the site that names the match `code`, without the endless stream."""
    shapes = [normalize(pattern)[0] for pattern in patterns(get_resolver())]
    named = [one for one in shapes if "code" in one[1] and not one[0].endswith("stream")]
    return [f"/{shape % {key: PARTS.get(key, code) for key in keys}}" for shape, keys in named]


def test_no_url_of_a_running_match_is_compressed():
    xenia = person("Xenia")
    match = running(xenia)
    urls = urls_of(match.code)
    assert f"/match/{match.code}/" in urls
    for client in (browser(xenia), browser(person("Zoe")), Client()):
        assert [url for url in urls if encoding(client, url)] == []


def test_the_front_page_is_compressed_unless_it_shows_the_users_running_table():
    xenia = person("Xenia")
    running(xenia)
    assert encoding(Client(), "/") == "gzip"
    assert encoding(browser(person("Zoe")), "/") == "gzip"
    assert encoding(browser(xenia), "/") == ""


@pytest.mark.parametrize("path", ["replay/", "replay/frames/?count=9", "replay/embed/", "insight/"])
def test_a_replay_is_compressed_once_the_match_is_over(path):
    match = finished("secret-hitler", [person(name) for name in ("Ada", "Ben")], bots=3)
    assert encoding(Client(), f"/match/{match.code}/{path}") == "gzip"


@pytest.mark.parametrize("path", ["/learn/", "/history/", "/history/numbers/", "/leagues/"])
def test_a_page_that_does_not_depend_on_the_deal_is_compressed(path):
    assert encoding(Client(), path) == "gzip"


def test_a_page_that_is_not_listed_is_not_compressed():
    assert encoding(Client(), reverse("account_login")) == ""


def test_every_listed_view_exists():
    names = set()
    for name in WITHOUT_SECRETS:
        app, _colon, own = name.partition(":")
        names |= {name} if own in get_resolver().namespace_dict[app][1].reverse_dict else set()
    assert names == WITHOUT_SECRETS
