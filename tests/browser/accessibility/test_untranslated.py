"""A text without a translation is shown in English, and pages keep their layout."""

from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import trans_real
from playwright.sync_api import Page

from games.matches.drawing import regions
from tests.browser.accessibility.sideways import sideways
from tests.browser.client_page import ClientPage
from tests.leagues.conftest import owner  # noqa: F401
from tests.leagues.league_play import found
from tests.leagues.organiser.visitors import client_of
from tests.matches.seating import browser, owing, play_to_the_end, player_at, running

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(params=[0, 1])
def gone(request, tmp_path: Path, settings) -> Iterator[set[str]]:
    """Take every second of its translations from German, and return their sources."""
    file = Path(settings.LOCALE_PATHS[0]) / "de" / "LC_MESSAGES" / "django.po"
    catalog = polib.pofile(str(file))
    gone = {one.msgid for one in catalog[request.param :: 2] if one.msgstr != one.msgid}
    del catalog[request.param :: 2]
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalog.save_as_mofile(str(folder / "django.mo"))
    kept, settings.LOCALE_PATHS = settings.LOCALE_PATHS, [tmp_path]
    forget()
    yield gone
    settings.LOCALE_PATHS = kept
    forget()


def forget() -> None:
    """Read catalogs anew, and draw with them what was drawn before."""
    trans_real._translations.clear()
    translation.deactivate()
    regions.forget()


def pages(owner) -> Iterator[tuple[Client, str]]:  # noqa: F811
    """Yield pages with much on them: the front, a decision, a replay, a league."""
    match = running(count=5)
    mine = browser(player_at(match, owing(match)[0]).user)
    yield Client(), "/"
    yield mine, match.get_absolute_url()
    yield Client(), play_to_the_end(match).get_absolute_url() + "replay/"
    yield client_of(owner), f"/leagues/{found(owner).slug}/"


def test_untranslated_texts_are_english_and_do_not_break_the_layout(
    page: Page,
    client_page: ClientPage,
    owner,  # noqa: F811
    gone: set[str],
):
    for client, address in pages(owner):
        assert client_page.show(client, address, "de"), address
        lines = set(page.locator("body").inner_text().split("\n"))
        assert lines & gone, address
        assert sideways(page) == {}, address
