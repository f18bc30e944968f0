"""A test's own database beside a browser."""

import pytest

from tests.browser.client_page import client_page_on


@pytest.fixture(scope="session", autouse=True)
def _database_beside_a_browser():
    """Let the database be asked while the browser's driver keeps its loop running."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def client_page(page):
    """Return a browser's page that shows what clients of this test's own database are sent."""
    with client_page_on(page) as shown:
        yield shown
