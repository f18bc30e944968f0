"""The admin pages: one login for everything, a second factor, and a URL that can be removed."""

from importlib import import_module, reload

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import clear_url_caches

from tests.accounts.conftest import PASSWORD, log_in, reauthenticate
from tests.accounts.test_second_factor import code_for
from tests.staff import staff_browser

pytestmark = pytest.mark.django_db

ADMIN = "/admin/"


@pytest.fixture
def clerk(alice):
    """Alice as staff, who has no second factor yet."""
    alice.is_staff = alice.is_superuser = True
    alice.save()
    return alice


def enrol(client: Client) -> str:
    """Set up a second factor in `client`; return its secret."""
    reauthenticate(client)
    secret = client.get("/account/2fa/totp/activate/").context["form"].secret
    client.post("/account/2fa/totp/activate/", {"code": code_for(secret)})
    cache.clear()  # a code works only once
    return secret


def test_a_password_without_a_second_factor_opens_nothing(clerk):
    client = Client()
    posted = client.post(f"{ADMIN}login/", {"username": "alice", "password": PASSWORD})
    assert posted.url.startswith("/account/login/")
    assert client.get(ADMIN).status_code == 302
    assert "_auth_user_id" not in client.session


def test_an_anonymous_visitor_is_sent_to_the_usual_login_and_back(db):
    answer = Client().get(f"{ADMIN}accounts/user/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/account/login/?next=")
    assert "accounts%2Fuser" in answer.redirect_chain[-1][0]


def test_staff_without_a_second_factor_are_sent_to_set_one_up(clerk):
    answer = log_in("alice").get(ADMIN, follow=True)
    assert answer.redirect_chain[-1][0] == "/account/2fa/"
    assert "Set up a second factor first" in answer.content.decode()


def test_staff_with_password_and_code_get_in(clerk):
    secret = enrol(log_in("alice"))
    client = log_in("alice")
    client.post("/account/2fa/authenticate/", {"code": code_for(secret)})
    assert client.get(f"{ADMIN}accounts/user/").status_code == 200


def test_a_session_older_than_the_second_factor_must_provide_it(clerk):
    thief, own = log_in("alice"), log_in("alice")
    secret = enrol(own)
    assert (
        thief.get(ADMIN, follow=True)
        .redirect_chain[-1][0]
        .startswith("/account/2fa/reauthenticate/")
    )
    own.get(ADMIN, follow=True)
    asked = own.post(
        f"/account/2fa/reauthenticate/?next={ADMIN}", {"code": code_for(secret)}, follow=True
    )
    assert asked.redirect_chain[-1][0] == ADMIN
    assert own.get(ADMIN).status_code == 200
    assert thief.get(ADMIN).status_code == 302


def test_removing_the_second_factor_closes_the_admin(clerk):
    client = staff_browser(clerk)
    assert client.get(ADMIN).status_code == 302
    clerk.authenticator_set.create(type="totp", data={"secret": "x"})
    assert client.get(ADMIN).status_code == 200
    clerk.authenticator_set.all().delete()
    assert client.get(ADMIN).status_code == 302


def test_no_page_shows_the_credentials_of_another_player(clerk, bob):
    secret = enrol(log_in("bob"))
    kept = bob.authenticator_set.get(type="totp")
    client = staff_browser(clerk)
    clerk.authenticator_set.create(type="totp", data={"secret": "x"})
    shown = client.get(f"{ADMIN}mfa/authenticator/{kept.pk}/change/")
    assert (shown.status_code, secret in shown.content.decode()) == (200, False)
    assert client.get(f"{ADMIN}mfa/authenticator/add/").status_code == 403
    assert client.get(f"{ADMIN}mfa/authenticator/?data__secret={secret}").status_code == 400
    # Filtering by prefix would reveal a session key character by character.
    assert client.get(f"{ADMIN}usersessions/usersession/?session_key__gt=a").status_code == 404


def test_staff_can_remove_a_lost_second_factor(clerk, bob):
    enrol(log_in("bob"))
    clerk.authenticator_set.create(type="totp", data={"secret": "x"})
    kept = bob.authenticator_set.get(type="totp")
    page = f"{ADMIN}mfa/authenticator/{kept.pk}/delete/"
    assert staff_browser(clerk).post(page, {"post": "yes"}).status_code == 302
    assert not bob.authenticator_set.filter(type="totp").exists()


def test_everybody_else_is_refused(bob):
    client = log_in("bob")
    enrol(client)
    assert client.get(ADMIN, follow=True).status_code == 403


def test_a_password_is_changed_on_the_page_that_requires_reauthentication(clerk):
    clerk.authenticator_set.create(type="totp", data={"secret": "x"})
    answer = staff_browser(clerk).get(f"{ADMIN}password_change/")
    assert answer.url == "/account/password/change/"


@pytest.mark.parametrize(("path", "there"), [("", 404), ("back-office", 302)])
def test_the_admin_url_can_be_changed_or_removed(db, settings, path, there):
    settings.ADMIN_PATH = path
    _read_addresses_again()
    try:
        assert Client().get(ADMIN).status_code == 404
        assert Client().get(f"/{path or 'admin'}/").status_code == there
    finally:
        settings.ADMIN_PATH = "admin"
        _read_addresses_again()


def _read_addresses_again() -> None:
    reload(import_module(settings.ROOT_URLCONF))
    clear_url_caches()


def test_the_admin_pages_show_the_name_of_the_site():
    page = staff_browser().get(ADMIN).content.decode()
    assert f'<a href="{ADMIN}">{settings.SITE_NAME}</a>' in page
    assert "Django" not in page
