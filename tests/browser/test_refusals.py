"""After a refusal, the focus is on the message that explains it, in a real browser."""

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.client_page import ClientPage
from tests.leagues.conftest import owner  # noqa: F401
from tests.leagues.league_play import running
from tests.leagues.organiser.visitors import client_of
from tests.matches.seating import browser

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_wrong_password_and_a_wrong_name_get_the_focus(
    page: Page, client_page: ClientPage, alice
):
    answer = Client().post("/account/login/", {"login": "alice", "password": "wrong"})
    client_page.put(answer.content.decode())
    expect(page.get_by_role("alert")).to_be_focused()
    answer = browser(alice).post(reverse("accounts:settings"), {"display_name": "\u202e"})
    client_page.put(answer.content.decode())
    expect(page.locator("#id_display_name")).to_be_focused()


def test_the_error_of_a_refused_organisers_step_gets_the_focus(
    page: Page,
    client_page: ClientPage,
    owner,  # noqa: F811
):
    season, _players = running(owner)
    answer = client_of(owner).post(f"{season.get_absolute_url()}run/begin/", {})
    assert answer.status_code == 409
    client_page.put(answer.content.decode())
    expect(page.get_by_role("alert")).to_be_focused()
