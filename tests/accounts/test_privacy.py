"""Everything stored about somebody: export and deletion."""

import json

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client

from accounts import privacy
from accounts.forms import DeletionForm
from accounts.models import User
from config import wiring
from tests.accounts.conftest import PASSWORD, log_in, sit_as_guest, who_is

FILE = "/account/data/cabinet-noir-data.json"


@pytest.fixture
def letters(monkeypatch):
    """Register an app that stores letters by user id, as matches and chat do."""
    kept = {}
    keeper = privacy.Keeper(
        export=lambda user: {"letters": kept.get(user.pk, [])},
        erase=lambda user: kept.pop(user.pk, None),
    )
    monkeypatch.setattr(wiring, "PERSONAL_DATA", (keeper,))
    return kept


def test_the_export_contains_everything_stored(alice, letters):
    letters[alice.pk] = ["Dear Bob"]
    client = log_in("alice")
    document = json.loads(client.get(FILE).content)
    assert document["profile"]["username"] == "alice"
    assert document["email_addresses"] == [
        {"email": "alice@example.org", "verified": True, "primary": True}
    ]
    assert document["sessions"][0]["ip"] == "127.0.0.1"
    assert document["letters"] == ["Dear Bob"]


def test_the_export_is_an_attachment_that_is_not_cached(alice):
    response = log_in("alice").get(FILE)
    assert "no-store" in response["Cache-Control"]
    assert response["Content-Disposition"].startswith("attachment")
    assert response["Content-Type"] == "application/json"


def test_the_export_names_second_factors_without_their_secrets(alice, letters):
    client = log_in("alice")
    TOTP.activate(alice, "JBSWY3DPEHPK3PXP")
    RecoveryCodes.activate(alice)
    text = client.get(FILE).content.decode()
    document = json.loads(text)
    assert [factor["type"] for factor in document["second_factors"]] == ["totp", "recovery_codes"]
    seeds = [str(a.data.get("seed") or a.data["secret"]) for a in Authenticator.objects.all()]
    for secret in (*seeds, alice.password, client.session.session_key):
        assert secret not in text


def test_the_export_contains_only_the_users_own_data(alice, mallory, letters):
    letters[alice.pk] = ["Dear Bob"]
    text = log_in("mallory").get(FILE, {"user": alice.pk}).content.decode()
    assert "Dear Bob" not in text
    assert "alice" not in text
    assert Client().get(FILE).status_code == 302


def test_deleting_requires_the_password(alice, letters):
    letters[alice.pk] = ["Dear Bob"]
    client = log_in("alice")
    response = client.post("/account/delete/", {"password": "wrong", "word": "delete"})
    assert response.status_code == 422
    assert User.objects.filter(pk=alice.pk).exists()
    assert letters


def test_guessing_the_password_is_slowed_down(alice):
    client = log_in("alice")
    for _attempt in range(12):
        client.post("/account/delete/", {"password": "wrong"})
    client.post("/account/delete/", {"password": PASSWORD})
    assert User.objects.filter(pk=alice.pk).exists()


def test_a_deleted_account_leaves_nothing_behind(alice, bob, letters):
    letters[alice.pk], letters[bob.pk] = ["Dear Bob"], ["Dear Alice"]
    here, there = log_in("alice"), log_in("alice")
    other = log_in("bob")
    response = here.post("/account/delete/", {"password": PASSWORD})
    assert response.status_code == 302
    assert not User.objects.filter(pk=alice.pk).exists()
    assert not EmailAddress.objects.filter(email="alice@example.org").exists()
    assert list(UserSession.objects.values_list("user", flat=True)) == [bob.pk]
    assert who_is(here) is None
    assert who_is(there) is None
    assert who_is(other) == str(bob.pk)
    assert letters == {bob.pk: ["Dear Alice"]}
    sessions = [session.get_decoded() for session in Session.objects.all()]
    assert str(alice.pk) not in [session.get("_auth_user_id") for session in sessions]


def test_a_second_click_on_delete_reports_that_it_is_done(alice, letters, monkeypatch):
    client, check = log_in("alice"), DeletionForm.is_valid

    def is_valid_and_the_first_click_is_done(form):
        is_valid = check(form)
        privacy.delete_account(alice)
        return is_valid

    monkeypatch.setattr(DeletionForm, "is_valid", is_valid_and_the_first_click_is_done)
    assert client.post("/account/delete/", {"password": PASSWORD}).status_code == 302
    assert who_is(client) is None


def test_a_failing_app_leaves_the_account_intact(alice, letters, monkeypatch):
    def refuse(user):
        raise RuntimeError("the letters are on fire")

    refusing = privacy.Keeper(export=lambda user: {}, erase=refuse)
    monkeypatch.setattr(wiring, "PERSONAL_DATA", (*wiring.PERSONAL_DATA, refusing))
    with pytest.raises(RuntimeError):
        log_in("alice").post("/account/delete/", {"password": PASSWORD})
    assert User.objects.filter(pk=alice.pk).exists()


def test_a_guest_confirms_deletion_with_a_word(db):
    client, guest = sit_as_guest("Harriet")
    assert client.post("/account/delete/", {"word": "perhaps"}).status_code == 422
    assert User.objects.filter(pk=guest.pk).exists()
    assert client.post("/account/delete/", {"word": "Delete"}).status_code == 302
    assert not User.objects.filter(pk=guest.pk).exists()


def test_viewing_the_page_deletes_nobody(alice):
    log_in("alice").get("/account/delete/", {"password": PASSWORD})
    assert User.objects.filter(pk=alice.pk).exists()


def test_the_name_of_a_deleted_account_is_free_again(alice):
    log_in("alice").post("/account/delete/", {"password": PASSWORD})
    assert sit_as_guest("Alice")[1].name == "Alice"
