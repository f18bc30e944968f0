"""What every test may ask for: people of fixed standing, and a real site to visit."""

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.utils import translation
from playwright.sync_api import expect

from accounts.models import User
from games.matches import folds, fragments
from tests.browsers import LAUNCH, chromium
from tests.live_site import LiveSite

PASSWORD = "correct horse 9"


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """Start every test as a new process would: nothing kept, no language from the last request."""
    translation.deactivate()
    folds.forget()
    fragments.forget()
    cache.clear()


def account(name: str) -> User:
    """Return a new account called `name`, its e-mail address verified."""
    email = f"{name.lower()}@example.org"
    user = User.objects.create_user(name.lower(), email, PASSWORD, display_name=name)
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=True)
    return user


@pytest.fixture
def alice(db):
    """Alice opens the table, and may do there what a host may."""
    return account("Alice")


@pytest.fixture
def bob(db):
    """Bob is somebody else at the table."""
    return account("Bob")


@pytest.fixture
def mallory(db):
    """Mallory has an account too, no seat, and means no good."""
    return account("Mallory")


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory):
    """Return a real site that all tests of a run share, and none may stop."""
    live = LiveSite(tmp_path_factory.mktemp("site"))
    live.start()
    yield live
    live.discard()


@pytest.fixture(scope="session")
def site(shared_site):
    """Return the address of the shared site."""
    return shared_site.url


@pytest.fixture
def own_site(tmp_path):
    """Return a running `LiveSite` of this test's own, to be stopped, killed and started again."""
    live = LiveSite(tmp_path)
    live.start()
    yield live
    live.discard()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Launch the Chromium of this machine, in a container too, and keep it quiet."""
    expect.set_options(timeout=20_000)  # a busy machine is slow, and that is no defect
    return {**browser_type_launch_args, "executable_path": chromium(), "args": [*LAUNCH]}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browsers last: their driver keeps an event loop running, and others need their own."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
