"""How much a browser loads for a page of a live site, whose files were collected."""

import gzip
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request

from tests.browser.test_guards import sit_down_with_bots
from tests.live_site import ROOT, LiveSite

pytestmark = [pytest.mark.browser, pytest.mark.long]


@dataclass
class Loaded:
    """The resources that a page has loaded."""

    page: Page
    urls: list[str] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)

    @property
    def octets(self) -> int:
        """Return the bytes of all answers."""
        return sum(self.sizes.values())

    def note(self, request: Request) -> None:
        """Count a request and the bytes of its answer."""
        sizes = request.sizes()
        self.urls.append(request.url)
        octets = sizes["responseBodySize"] + sizes["responseHeadersSize"]
        self.sizes[request.url] = self.sizes.get(request.url, 0) + octets


def opened(context: BrowserContext, address: str) -> Loaded:
    """Open a page in a browser with an empty cache, and wait until nothing more is loaded."""
    loaded = Loaded(context.new_page())
    loaded.page.on("requestfinished", loaded.note)
    loaded.page.goto(address, wait_until="networkidle")
    return loaded


@pytest.fixture(scope="module")
def live(tmp_path_factory) -> Iterator[LiveSite]:
    """Return a site with collected files and finished matches."""
    site = LiveSite(tmp_path_factory.mktemp("site"), SERVES_STATIC="0", SERVES_BUNDLES="1")
    for command in (["collectstatic", "--noinput"], ["demo"]):
        run = [sys.executable, "manage.py", *command]
        subprocess.run(run, cwd=ROOT, env=site.environment, check=True, capture_output=True)
    site.start()
    yield site
    site.discard()


def test_a_new_visitor_can_decide_after_45_requests_and_260_kilobytes(live, browser: Browser):
    loaded = opened(browser.new_context(), live.url)
    loaded.page.fill("#play-name", "Newcomer")
    loaded.page.click("#play .button.big")
    loaded.page.wait_for_selector("#choices")
    loaded.page.wait_for_load_state("networkidle")
    assert len(loaded.urls) <= 45, loaded.urls
    assert loaded.octets <= 260_000
    known = loaded.page.context.storage_state()
    table = opened(browser.new_context(storage_state=known), loaded.page.url)
    assert len(table.urls) <= 15, table.urls


def test_a_page_of_a_table_of_ten_is_light(live, browser: Browser):
    person = sit_down_with_bots(browser, live.url, 10)
    table = opened(browser.new_context(storage_state=person.context.storage_state()), person.url)
    page = table.page.content().encode()  # sent as it is, which a proxy in front may change
    files = table.octets - table.sizes[person.url]
    assert len(table.sizes) > 5
    assert files + len(gzip.compress(page)) <= 110_000


@pytest.mark.parametrize("game", ["secret-hitler", "noir"])
def test_a_finished_table_takes_14_requests_and_a_replay_120_kilobytes(live, browser, game):
    listed = opened(browser.new_context(), f"{live.url}/history/?game={game}")
    [code, *_older] = re.findall(r'href="(/match/\w+/)replay/"', listed.page.content())
    over = opened(browser.new_context(), live.url + code)
    assert len(over.urls) <= 14, over.urls
    assert opened(browser.new_context(), f"{live.url}{code}replay/").octets <= 120_000
