"""A window for each engine and size, at a site that deals the same to all."""

import shutil
from collections.abc import Iterator

import pytest

from tests import chance
from tests.browsers import is_strict, missing_engine
from tests.engines.people import sign_up
from tests.engines.starting import STARTS, opened
from tests.engines.window import PICTURES, SCREENS, Window
from tests.live_site import LiveSite


@pytest.fixture(scope="session")
def pictures():
    """Make room for the pictures of this run."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)


@pytest.fixture(
    scope="module",
    params=[(screen, engine) for screen in SCREENS for engine in STARTS],
    ids=lambda given: f"{given[1]} on a {given[0]}",
)
def site(request, tmp_path_factory, pictures):
    """Return a window, and a site of its own in which leagues have begun.

    Folders of sites have one name, because what a process draws depends on it.
    """
    screen, engine = request.param
    if missing := missing_engine(engine):
        (pytest.fail if is_strict() else pytest.skip)(f"NOT TESTED, {missing}")
    chance.begin("a site with leagues")
    folder = tmp_path_factory.mktemp(engine) / "site"
    folder.mkdir()
    live = LiveSite(folder, DJANGO_SETTINGS_MODULE="tests.engines.settings")
    try:
        live.manage("demo_leagues")
        live.start()
        with opened(engine) as line:
            yield Window(line, live, engine, screen)
    finally:
        live.discard()


@pytest.fixture
def window(site: Window, request) -> Iterator[Window]:
    """Return the window of somebody with an account.

    Afterwards nothing may have complained, and every place looks as in the engines before. Draws
    depend on the name of the test, but not on the engine.
    """
    site.test = request.node.originalname
    chance.begin(site.test)
    site.unlike.clear()
    site.go("/")
    if not site.sees(".menu-name"):
        sign_up(site)
    yield site
    found = [*site.complaints(), *site.unlike]
    assert not found, "\n".join(found)
