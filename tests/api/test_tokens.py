"""Tokens: created after reauthentication, shown once, limited, revoked, deleted with the user."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import privacy
from games.api import errors, limits, tokens
from games.api.models import Token
from games.matches.limits import RateLimit
from tests.accounts.conftest import log_in, reauthenticate
from tests.api.client import Program, playing

pytestmark = pytest.mark.django_db

SECRET = re.compile(r'<code class="secret">(cn_[\w-]{43})</code>')


@pytest.fixture
def known(alice):
    """Return a browser in which alice has just reauthenticated."""
    client = log_in("alice")
    reauthenticate(client)
    return client


def made(client: Client, name: str = "Deep Pink", days: str = "30") -> str:
    response = client.post("/account/tokens/new/", {"name": name, "days": days, "scopes": ["play"]})
    assert "no-store" in response["Cache-Control"]
    return SECRET.findall(response.content.decode())[0]


def test_a_token_is_shown_once_and_stored_as_its_hash(known, alice):
    secret = made(known)
    stored = Token.objects.get(user=alice)
    assert stored.digest == tokens.digest_of(secret)
    assert secret.startswith(stored.hint)
    assert len(secret) - len(stored.hint) > 35
    listed = known.get("/account/tokens/").content.decode()
    assert stored.hint in listed
    assert "Deep Pink" in listed
    assert secret not in listed
    values = [str(value) for value in Token.objects.values_list().get()]
    assert not [value for value in values if secret[12:] in value]


def test_creating_a_token_requires_reauthentication(alice):
    for ask in (Client.get, Client.post):
        response = ask(log_in("alice"), "/account/tokens/new/")
        assert response.url.startswith("/account/reauthenticate/")
    assert Client().get("/account/tokens/").url.startswith("/account/login/")
    assert not Token.objects.exists()


def test_a_guest_is_redirected_to_creating_an_account(client):
    client.post("/play/", {"game": "noir", "name": "Harriet"})
    for path in ("/account/tokens/", "/account/tokens/new/"):
        assert client.get(path).url == "/account/claim/"


def test_a_token_without_a_name_or_with_an_unknown_lifetime_is_refused(known):
    for fields in ({"name": "", "days": "30"}, {"name": "x" * 41, "days": "30"}, {"name": "x"}):
        assert known.post("/account/tokens/new/", fields).status_code == 422
    assert known.post("/account/tokens/new/", {"name": "x", "days": "3650"}).status_code == 422
    assert not Token.objects.exists()


def test_the_number_of_tokens_is_limited(known, alice):
    for _more in range(tokens.MOST):
        tokens.make(user=alice, name="x", days=7)
    response = known.post(
        "/account/tokens/new/", {"name": "one more", "days": "30", "scopes": ["play"]}
    )
    assert response.status_code == 409
    assert "Revoke one first" in response.content.decode()
    assert "/account/tokens/new/" not in known.get("/account/tokens/").content.decode()
    with pytest.raises(errors.TooManyTokens):
        tokens.make(user=alice, name="x", days=7)


def test_a_revoked_token_is_invalid(known, alice):
    program = Program(alice, made(known))
    assert program.ask("GET", "/games").status_code == 200
    known.post(f"/account/tokens/{Token.objects.get().pk}/revoke/")
    assert program.ask("GET", "/games").status_code == 401
    assert not Token.objects.exists()


def test_nobody_can_revoke_the_token_of_somebody_else(alice, mallory):
    token, secret = tokens.make(user=alice, name="x", days=7)
    client = log_in("mallory")
    assert client.post(f"/account/tokens/{token.pk}/revoke/").status_code == 404
    assert client.get(f"/account/tokens/{token.pk}/revoke/").status_code == 405
    assert client.post(f"/account/tokens/{10**30}/revoke/").status_code == 404
    assert Program(alice, secret).ask("GET", "/games").status_code == 200


def test_an_expired_token_is_invalid_and_its_owner_can_see_it(known, alice):
    program = Program(alice)
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert program.ask("GET", "/games").status_code == 401
    assert "expired" in known.get("/account/tokens/").content.decode()


def test_the_token_of_a_closed_account_is_invalid(alice):
    program = Program(alice)
    alice.is_active = False
    alice.save()
    assert program.ask("GET", "/games").status_code == 401


@pytest.mark.parametrize(
    "header",
    ["", "Bearer", "Bearer ", "Bearer cn_", "Basic {}", "{}", "Bearer {}x", "Bearer x{}",
     "Bearer {} {}", "Bearer cn_\N{SNOWMAN}", "Bearer " + "cn_" * 5000],
)  # fmt: skip
def test_an_invalid_token_is_refused(alice, header):
    secret = Program(alice).secret
    sent = header.replace("{}", secret).encode().decode("latin-1")
    response = Client().get("/api/v1/games", headers={"Authorization": sent})
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == 'Bearer realm="Cabinet Noir"'
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("name", "realm"),
    [
        ("Salon Rouge", "Salon Rouge"),
        ('The "Cabinet"\\', "The %22Cabinet%22%5C"),
        ("夜の会", "%E5%A4%9C%E3%81%AE%E4%BC%9A"),
    ],
)  # fmt: skip
def test_the_realm_is_the_sites_name_in_characters_valid_in_a_header(settings, name, realm):
    settings.SITE_NAME = name
    assert Client().get("/api/v1/games")["WWW-Authenticate"] == f'Bearer realm="{realm}"'


def test_a_session_is_not_a_token(alice):
    assert log_in("alice").get("/api/v1/games").status_code == 401


def test_a_token_is_not_a_session(alice):
    secret = Program(alice).secret
    client = Client(headers={"Authorization": f"Bearer {secret}"})
    assert client.get("/account/tokens/").status_code == 302
    assert client.get("/account/data/").status_code == 302


def test_the_last_use_of_a_token_is_stored_to_the_minute(alice, django_assert_num_queries):
    program = Program(alice)
    assert Token.objects.get().last_used_at is None
    program.ask("GET", "/games")
    used = Token.objects.get().last_used_at
    assert used is not None
    with django_assert_num_queries(1):
        program.ask("GET", "/games")
    assert Token.objects.get().last_used_at == used


def test_tokens_are_exported_without_the_secret(alice):
    secret = Program(alice).secret
    (shown,) = privacy.export(alice)["api_tokens"]
    assert shown["name"] == "a bot"
    assert secret.startswith(shown["hint"])
    assert "digest" not in shown
    assert secret not in str(shown)


def test_tokens_are_deleted_with_the_account_and_bots_play_on(alice):
    match, programs = playing()
    Program(alice)
    for user in (alice, programs[0].user):
        privacy.delete_account(user)
    assert Token.objects.count() == len(programs) - 1
    assert programs[0].ask("GET", f"/matches/{match.code}").status_code == 401
    players = programs[1].look(match)["players"]
    assert [one["is_api"] for one in players if one["is_away"]] == [True]
    assert [one["name"] for one in players if one["is_away"]] == ["deleted player"]


def test_only_a_client_with_many_wrong_tokens_has_to_wait(alice, monkeypatch):
    monkeypatch.setattr(limits, "STRANGERS", RateLimit(3, 60))
    stranger = Program(alice, "cn_wrong")
    assert [stranger.ask("GET", "/games").status_code for _try in range(4)] == [401] * 3 + [429]
    assert Program(alice).ask("GET", "/games").status_code == 200


def test_too_many_requests_get_a_retry_after(alice, bob, monkeypatch):
    monkeypatch.setattr(limits, "CALLS", {"burst": RateLimit(100, 1), "calls": RateLimit(3, 60)})
    program = Program(alice)
    assert [program.ask("GET", "/games").status_code for _try in range(3)] == [200] * 3
    refused = program.ask("GET", "/matches")
    assert refused.status_code == 429
    assert 50 <= int(refused["Retry-After"]) <= 60
    assert Program(bob).ask("GET", "/games").status_code == 200
    assert Program(alice).ask("GET", "/games").status_code == 200  # another token of hers


def test_a_burst_is_held_back_for_a_second(alice, monkeypatch):
    monkeypatch.setattr(limits, "CALLS", {"burst": RateLimit(2, 1)})
    program = Program(alice)
    answers = [program.ask("GET", "/games") for _try in range(3)]
    assert answers[2].status_code == 429
    assert answers[2]["Retry-After"] == "1"


def test_a_secret_is_never_logged(alice, caplog):
    program = Program(alice)
    with caplog.at_level("DEBUG"):
        for path in ("/games", "/matches/AAAAAA", "/nothing"):
            program.ask("GET", path)
            Program(alice, program.secret + "x").ask("GET", path)
    assert program.secret not in caplog.text
