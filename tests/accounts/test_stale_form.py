"""A form filled in before a login in another tab keeps its text."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.conftest import PASSWORD
from tests.matches.seating import open_table

pytestmark = pytest.mark.django_db

HERE = {"Origin": "http://testserver"}


def token_in(page: str) -> str:
    return re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[1]


@pytest.fixture
def stale(alice) -> tuple[Client, str, dict[str, str]]:
    """Return a browser in which Alice has logged in since a form was opened, and that form."""
    browser = Client(enforce_csrf_checks=True)
    page = browser.get("/open/?game=secret-hitler").content.decode()
    old = token_in(page)
    form = {"login": "alice", "password": PASSWORD, "csrfmiddlewaretoken": old}
    assert browser.post("/account/login/", form, headers=HERE).status_code == 302
    return browser, old, {"language": "de", "name": 'Ann "<b>"', "password1": "secret words"}


def test_the_typed_text_is_offered_again_and_submitted(stale, bob):
    browser, old, typed = stale
    address = f"/match/{open_table(bob, has_chat=True).code}/sit/?here=room"
    refused = browser.post(address, {**typed, "csrfmiddlewaretoken": old}, headers=HERE)
    page = refused.content.decode()
    assert refused.status_code == 403
    assert "Send it as Alice" in page
    assert "secret words" not in page
    form = page[page.index(f'<form method="post" action="{address}"') :]
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    assert {name: unescape(value) for name, value in fields.items()} == {
        "csrfmiddlewaretoken": fields["csrfmiddlewaretoken"],
        "language": "de",
        "name": typed["name"],
    }
    assert browser.post(address, fields, headers=HERE).status_code != 403


@pytest.mark.parametrize("origin", [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
def test_a_form_from_another_site_is_not_offered(stale, origin):
    browser, old, typed = stale
    sent = {**typed, "csrfmiddlewaretoken": old}
    page = browser.post("/open/", sent, headers=origin)
    assert page.status_code == 403
    assert "Ann" not in page.content.decode()
