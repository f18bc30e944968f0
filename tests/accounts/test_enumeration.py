"""Nobody learns who has an account, not even from the time a response takes."""

from datetime import timedelta

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import PasswordReset, User
from games.matches.mail import password_resets
from games.matches.play.outbox import deliver_due
from tests.accounts.conftest import PASSWORD, log_in, reauthenticate, sit_as_guest, who_is

hashed: list[str] = []


class CountedHasher(MD5PasswordHasher):
    """A hasher that records what it hashes."""

    def encode(self, password: str, salt: str) -> str:
        """Hash and record `password`."""
        hashed.append(password)
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def _counted_from_zero(settings, alice):
    """Count hashes from after the creation of Alice's account."""
    settings.PASSWORD_HASHERS = [f"{__name__}.CountedHasher"]
    hashed.clear()


@pytest.mark.parametrize(
    "login",
    ["alice", "ALICE", "alice@example.org", "nobody", "nobody@example.org", "guest", "gone"],
)
def test_a_wrong_password_costs_one_hash_and_the_same_queries_for_any_login(login, bob):
    User.objects.filter(pk=bob.pk).update(username="gone", is_active=False)
    _browser, guest = sit_as_guest("Gustav")
    login = guest.username if login == "guest" else login
    Client().get("/account/login/")  # cache the content shared by all pages
    hashed.clear()
    with CaptureQueriesContext(connection) as asked:
        log_in(login, password="wrong")
    with CaptureQueriesContext(connection) as asked_for_nobody:
        log_in("someone", password="wrong")
    assert len(hashed) == 2
    assert len(asked) == len(asked_for_nobody)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("mode", ["optional", "mandatory"])
def test_no_password_is_hashed_and_no_email_is_sent_inside_a_transaction(
    settings, mode, monkeypatch
):
    settings.ACCOUNT_EMAIL_VERIFICATION = mode
    locked: list[bool] = []
    encode, send = CountedHasher.encode, EmailMessage.send
    monkeypatch.setattr(CountedHasher, "encode", noting(encode, locked))
    monkeypatch.setattr(EmailMessage, "send", noting(send, locked))
    for name, address in (("carol", "carol@example.org"), ("dora", "alice@example.org")):
        Client().post("/account/signup/", sign_up(name, address))
    browser, guest = sit_as_guest("Gustav")
    browser.post("/account/claim/", sign_up("gustav", "gustav@example.org"))
    guest.refresh_from_db()
    assert guest.check_password(PASSWORD)
    assert User.objects.get(username="carol").check_password(PASSWORD)
    assert len(locked) > 5
    assert not any(locked)


def noting(function, notes: list[bool]):
    """Return `function`, wrapped to record in `notes` whether it runs in a transaction."""

    def noted(*given, **options):
        notes.append(connection.in_atomic_block)
        return function(*given, **options)

    return noted


def sign_up(name: str, address: str) -> dict[str, str]:
    return {"username": name, "email": address, "password1": PASSWORD, "password2": PASSWORD}


@pytest.mark.parametrize("login", ["alice", "alice@example.org"])
def test_the_right_password_costs_one_hash(login, alice):
    assert who_is(log_in(login)) == str(alice.pk)
    assert hashed == [PASSWORD]


def test_reauthentication_costs_one_hash(alice):
    browser = log_in("alice")
    hashed.clear()
    reauthenticate(browser)
    assert hashed == [PASSWORD]


def test_an_email_entered_by_two_people_belongs_to_the_one_who_confirmed_it(alice, bob):
    bob.emailaddress_set.create(email="alice@example.org", verified=False)
    User.objects.filter(pk=bob.pk).update(email="alice@example.org")
    assert who_is(log_in("alice@example.org")) == str(alice.pk)


def test_with_confirmed_emails_a_sign_up_with_a_known_one_hashes_as_well(settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    for number, address in enumerate(("alice@example.org", "new@example.org")):
        hashed.clear()
        Client().post("/account/signup/", sign_up(f"carol{number}", address))
        assert hashed == [PASSWORD]


def test_a_password_reset_does_the_same_for_everybody_and_sends_nothing_itself():
    with CaptureQueriesContext(connection) as known:
        Client().post("/account/password/reset/", {"email": "alice@example.org"})
    with CaptureQueriesContext(connection) as unknown:
        Client().post("/account/password/reset/", {"email": "nobody@example.org"})
    assert [one["sql"].split()[:3] for one in known] == [one["sql"].split()[:3] for one in unknown]
    assert not mail.outbox
    assert deliver_due(password_resets.KIND) == 1
    assert [one.to for one in mail.outbox] == [["alice@example.org"]]
    assert deliver_due(password_resets.KIND) == 0


def test_an_email_does_not_wait_for_a_clock_that_was_set_back():
    Client().post("/account/password/reset/", {"email": "alice@example.org"})
    an_hour_ago = timezone.now() - timedelta(hours=1)
    password_resets.KIND.turn_back(an_hour_ago, -timedelta(hours=1))
    assert PasswordReset.objects.get().due_at <= an_hour_ago


def test_an_email_refused_by_the_server_is_retried_a_few_times(monkeypatch):
    Client().post("/account/password/reset/", {"email": "alice@example.org"})
    kind, tries = password_resets.KIND, 0
    monkeypatch.setattr(password_resets, "PAUSE", 0 * password_resets.PAUSE)
    monkeypatch.setattr(kind, "send", lambda _letter: False)
    while kind.due().exists():
        tries += deliver_due(kind)
    assert tries == password_resets.ATTEMPTS
