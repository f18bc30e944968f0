"""Authenticator app and recovery codes; passkeys are driven in the browser tests."""

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.cache import cache
from django.test import Client

from tests.accounts.conftest import PASSWORD, log_in, reauthenticate, who_is


def code_for(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


@pytest.fixture
def secret(alice):
    """Return alice's authenticator secret, enrolled through the pages."""
    client = log_in("alice")
    reauthenticate(client)
    secret = client.get("/account/2fa/totp/activate/").context["form"].secret
    client.post("/account/2fa/totp/activate/", {"code": code_for(secret)})
    cache.clear()  # a code works only once; the tests log in within the same half minute
    return secret


def test_enrolling_requires_reauthentication(alice):
    response = log_in("alice").get("/account/2fa/totp/activate/")
    assert response.url.startswith("/account/reauthenticate/")


def test_a_wrong_code_enrols_nothing(alice):
    client = log_in("alice")
    reauthenticate(client)
    client.get("/account/2fa/totp/activate/")
    response = client.post("/account/2fa/totp/activate/", {"code": "000000"})
    assert response.context["form"].errors
    assert not Authenticator.objects.exists()


def test_the_password_alone_is_not_enough(secret):
    client = Client()
    response = client.post("/account/login/", {"login": "alice", "password": PASSWORD})
    assert response.url == "/account/2fa/authenticate/"
    assert who_is(client) is None
    assert client.get("/account/profile/").status_code == 302


def test_password_and_code_log_in(alice, secret):
    client = log_in("alice")
    client.post("/account/2fa/authenticate/", {"code": code_for(secret)})
    assert who_is(client) == str(alice.pk)


def test_login_restarts_if_the_second_factor_is_removed_elsewhere_in_the_meantime(secret):
    client = log_in("alice")
    Authenticator.objects.all().delete()
    answer = client.get("/account/2fa/authenticate/", follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain == [("/account/login/", 302)]
    assert who_is(log_in("alice"))


def test_recovery_codes_are_called_codes_on_their_button(alice, secret):
    client = log_in("alice")
    client.post("/account/2fa/authenticate/", {"code": code_for(secret)})
    shown = client.get("/account/2fa/").content.decode()
    assert re.search(r'href="/account/2fa/recovery-codes/">See the codes<', shown)


def test_a_code_works_only_once(alice, secret):
    code = code_for(secret)
    log_in("alice").post("/account/2fa/authenticate/", {"code": code})
    client = log_in("alice")
    client.post("/account/2fa/authenticate/", {"code": code})
    assert who_is(client) is None


def test_a_recovery_code_works_only_once(alice, secret):
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    first, second = log_in("alice"), log_in("alice")
    first.post("/account/2fa/authenticate/", {"code": codes[0]})
    second.post("/account/2fa/authenticate/", {"code": codes[0]})
    assert who_is(first) == str(alice.pk)
    assert who_is(second) is None


def test_another_persons_code_does_not_work(secret, mallory):
    client = log_in("mallory")
    reauthenticate(client)
    theirs = client.get("/account/2fa/totp/activate/").context["form"].secret
    thief = log_in("alice")
    thief.post("/account/2fa/authenticate/", {"code": code_for(theirs)})
    assert who_is(thief) is None


def test_passkeys_are_offered_at_login(db):
    page = Client().get("/account/login/").content.decode()
    assert 'id="passkey_login"' in page
    options = Client().get("/account/2fa/webauthn/login/", headers={"accept": "application/json"})
    assert "challenge" in options.content.decode()


def test_a_passkey_is_named_in_the_readers_language_within_the_length_limit(alice):
    client = log_in("alice")
    reauthenticate(client)
    page = client.get("/account/2fa/webauthn/add/", headers={"accept-language": "ja"})
    assert re.search(r'<label for="id_name">名前</label>', page.content.decode())
    assert 'maxlength="60"' in page.content.decode()
