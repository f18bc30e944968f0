"""Fixtures for all tests: people with fixed roles, and a real site to visit."""

import gc
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import connection, transaction
from django.template import engines
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import settings
from jinja2 import ChoiceLoader, FileSystemLoader
from playwright.sync_api import BrowserContext, expect

from accounts.models import User
from games.catalog import GAMES
from games.history.replay import timeline
from games.matches import limits
from games.matches.drawing import environments, on_screen, regions
from games.matches.play import background_jobs, memory, periodic_jobs, referee
from installation import health, pruning
from tests import chance
from tests.browsers import LAUNCH, chromium
from tests.conformance.cases import CASES
from tests.live_site import ROOT, LiveSite

PASSWORD = "correct horse 9"

# A busy machine makes the same example slow or fast, and no property is about time.
settings.register_profile("any speed", deadline=None)
settings.load_profile("any speed")


#: Modules with state between two requests (tests/project/test_memories.py).
FORGETFUL = (
    background_jobs,
    environments,
    health,
    memory,
    on_screen,
    periodic_jobs,
    pruning,
    referee,
    regions,
    timeline,
)


def forget_everything() -> None:
    """Clear all caches and the language of the last request, as in a new process."""
    translation.deactivate()
    limits.guesses.forget()
    for module in FORGETFUL:
        module.forget()
    cache.clear()


#: Tables filled by a migration and not changed by tests.
FILLED = {"django_content_type", "auth_permission"}


@pytest.fixture(scope="session", autouse=True)
def _emptied_by_deleting():
    """Delete the few rows of a test that commits.

    Otherwise Django recreates the files of sixty tables, and every permission: two seconds a test.
    """

    def delete(_test: TransactionTestCase) -> None:
        tables = {*connection.introspection.django_table_names()} - FILLED
        with transaction.atomic(), connection.cursor() as cursor:
            for table in sorted(tables):
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", delete)
        yield


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """Start every test as a new process would."""
    forget_everything()


@pytest.fixture(autouse=True)
def _nothing_open(request):
    """Close the windows that a test opened, which would keep showing their tables."""
    yield
    if "browser" in request.fixturenames:
        for context in request.getfixturevalue("browser").contexts:
            context.close()


def account(name: str) -> User:
    """Return a new account called `name`, its e-mail address verified."""
    email = f"{name.lower()}@example.org"
    user = User.objects.create_user(name.lower(), email, PASSWORD, display_name=name)
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    return user


@pytest.fixture
def alice(db):
    """Alice opens the table, and is its host."""
    return account("Alice")


@pytest.fixture
def bob(db):
    """Bob is somebody else at the table."""
    return account("Bob")


@pytest.fixture
def nightfall(monkeypatch):
    """Install the third game on the platform: its line of the catalog and its two templates."""
    game = CASES["nightfall"].game
    monkeypatch.setitem(GAMES, game.key, game)
    fragments_env = engines["fragments"].env
    own = FileSystemLoader(ROOT / "tests" / "third_game" / "templates")
    monkeypatch.setattr(fragments_env, "loader", ChoiceLoader([fragments_env.loader, own]))
    return game


@pytest.fixture
def mallory(db):
    """Mallory is an attacker with an account and no seat."""
    return account("Mallory")


@pytest.fixture(scope="module")
def kept(django_db_setup, django_db_blocker):
    """Keep the rows of a module's fixtures for all its tests, and remove them afterwards.

    Each test is rolled back, as usual. Read objects again for each test, because a test may change
    its own.
    """
    forget_everything()  # keys are assigned again
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory):
    """Return a real site that all tests of a run share, so they must not stop it."""
    live = LiveSite(tmp_path_factory.mktemp("site"))
    live.start()
    yield live
    live.discard()


@pytest.fixture(scope="session")
def site(shared_site):
    """Return the URL of the shared site."""
    return shared_site.url


@pytest.fixture
def own_site(tmp_path):
    """Return a running `LiveSite` of this test's own, to be stopped, killed and started again."""
    live = LiveSite(tmp_path)
    live.start()
    yield live
    live.discard()


@pytest.fixture(scope="session")
def browser(browser):
    """Return Chromium; random data in its pages also depends on TEST_SEED."""
    open_context = browser.new_context

    def new_context(**options: Any) -> BrowserContext:
        context = open_context(**options)
        context.add_init_script(chance.page_script(len(browser.contexts)))
        return context

    browser.new_context = new_context
    return browser


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Launch the Chromium of this machine, in a container too, and keep it quiet."""
    expect.set_options(timeout=20_000)  # a busy machine is slow, which is not a defect
    return {**browser_type_launch_args, "executable_path": chromium(), "args": [*LAUNCH]}


#: Fixtures and markers of tests with a database, or with a site that has one.
STORED = {"db", "transactional_db", "shared_site", "own_site", "site"}
STORED |= {"django_db", "postgres", "redis", "browser"}
#: Markers whose names must appear in a file if one of its tests has them.
NAMED = {"browser", "sqlite"}


def pytest_configure(config: pytest.Config) -> None:
    """Have tests draw from TEST_SEED, and property tests look for examples from it."""
    chance.replace_urandom(chance.current)  # not in a command that only imports from here
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = chance.TEST_SEED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the seed with which everything can be repeated."""
    terminalreporter.write_line(f"TEST_SEED={chance.TEST_SEED}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let a test draw the same values in every run, alone or among others."""
    chance.begin(item.nodeid)
    with chance.drawing_as(item.nodeid):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Iterator[None]:
    """Let shared fixtures draw the same values, whichever test comes first."""
    if fixturedef.scope == "function":
        return (yield)
    with chance.drawing_as(f"{fixturedef.baseid} {fixturedef.argname}"):
        return (yield)


def pytest_collection_finish() -> None:
    """Limit garbage collection to objects that tests make: most others are permanent."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@lru_cache
def _text(file: Path) -> str:
    return file.read_text()


@lru_cache
def _marks_of_all(file: Path) -> set[str]:
    """Return the marks that a file gives to all of its tests."""
    marks = re.search(r"^pytestmark = (.*?)\n\n", _text(file), re.MULTILINE | re.DOTALL)
    return set(re.findall(r"mark\.(\w+)", marks[1])) if marks else set()


def _has_none(file: Path, asked: str) -> bool:
    """Return whether no test in a file can have the requested markers."""
    first, of_all = asked.split()[0], _marks_of_all(file)
    if first in NAMED:
        return f"mark.{first}" not in _text(file)
    if first == "pure":
        return bool(STORED & of_all) and "mark.pure" not in _text(file)
    return "not browser" in asked and "browser" in of_all


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files without requested tests, because importing them takes many seconds."""
    is_test = collection_path.name.startswith("test_") and collection_path.suffix == ".py"
    asked = config.option.markexpr
    return True if asked and is_test and _has_none(collection_path, asked) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests without a database as `pure`, and put browsers last.

    A browser's driver keeps an event loop running, and other tests need their own.
    """
    for item in items:
        marks = {mark.name for mark in item.iter_markers()}
        if not STORED & {*item.fixturenames, *marks}:
            item.add_marker("pure")
        for mark in marks & NAMED:  # skipped files do not contain the word
            if f"mark.{mark}" not in _text(item.path):
                raise pytest.UsageError(f"{item.nodeid} is marked {mark}; its file does not say so")
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
