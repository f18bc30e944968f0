"""A test's own database together with a browser."""

import pytest

from tests.browser.client_page import client_page_on


@pytest.fixture(scope="session", autouse=True)
def _database_beside_a_browser():
    """Allow queries while the browser's driver keeps its loop running."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def client_page(page):
    """Return a browser page that shows the responses to clients of this test's own database."""
    with client_page_on(page) as shown:
        yield shown
