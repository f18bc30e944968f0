"""alice and bob have accounts, mallory is an attacker, harriet is a guest."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.test import Client, RequestFactory

from accounts import guests
from accounts.models import User
from tests.conftest import PASSWORD


@pytest.fixture(autouse=True)
def _a_quick_local_site(settings):
    settings.SECURE_SSL_REDIRECT = False
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = False
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()  # rate limits are stored there


def log_in(login: str, client: Client | None = None, password: str = PASSWORD) -> Client:
    client = client or Client()
    client.post("/account/login/", {"login": login, "password": password})
    return client


def reauthenticate(client: Client) -> None:
    client.post("/account/reauthenticate/", {"password": PASSWORD})


def sit_as_guest(name: str) -> tuple[Client, User]:
    """Create a guest in the same way as the lobby, and return the guest's browser."""
    request = RequestFactory().post("/", HTTP_USER_AGENT="Firefox/130 (Android)")
    request.session = SessionStore()
    request.user = AnonymousUser()
    guest = guests.welcome(request, name)
    request.session.save()
    client = Client()
    client.cookies["sessionid"] = request.session.session_key
    return client, guest


def who_is(client: Client) -> str | None:
    """Return the primary key, as text, of the user logged in with this browser."""
    return client.session.get("_auth_user_id")
