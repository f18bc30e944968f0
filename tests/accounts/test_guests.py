"""Guests sit down with a name, and may keep the account."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import guests
from accounts.models import User
from accounts.views.account import claim
from tests.accounts.conftest import PASSWORD, log_in, sit_as_guest, who_is
from tests.matches.seating import open_table

CLAIM = {
    "username": "harriet",
    "email": "harriet@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


def test_a_guest_needs_only_a_name_and_is_logged_in(db):
    client, guest = sit_as_guest("Harriet")
    assert guest.is_guest
    assert guest.name == "Harriet"
    assert "Harriet" not in guest.username
    assert not guest.has_usable_password()
    assert who_is(client) == str(guest.pk)


def test_a_guests_session_lasts_for_weeks_and_is_listed(db):
    client, guest = sit_as_guest("Harriet")
    assert client.session.get_expiry_age() > timedelta(days=59).total_seconds()
    assert UserSession.objects.filter(user=guest).count() == 1


def test_a_returning_guests_session_is_renewed_once_a_day(db, monkeypatch):
    welcomed = timezone.now().replace(hour=12)  # an hour later is the same day
    monkeypatch.setattr(timezone, "now", lambda: welcomed)
    client, _guest = sit_as_guest("Harriet")

    def days_left_after(at: timedelta) -> tuple[float, bool]:
        """Return the days left of the session after a page view, and whether that renewed it."""
        monkeypatch.setattr(timezone, "now", lambda: welcomed + at)
        answer = client.get("/learn/")
        left = Session.objects.get().expire_date - timezone.now()
        return round(left / timedelta(days=1), 1), "sessionid" in answer.cookies

    assert days_left_after(timedelta(minutes=1)) == (60, False)
    assert days_left_after(timedelta(days=40)) == (60, True)
    assert days_left_after(timedelta(days=40, hours=1)) == (60, False)
    assert days_left_after(timedelta(days=80)) == (60, True)


def test_nobody_else_gets_a_longer_session(alice, monkeypatch):
    client = log_in("alice")
    ends = Session.objects.get().expire_date
    later = timezone.now() + timedelta(days=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert "sessionid" not in client.get("/learn/").cookies
    assert Session.objects.get().expire_date == ends
    assert "sessionid" not in Client().get("/learn/").cookies


@pytest.mark.parametrize("name", ["x", "al\u202eecila", "moderator", "ALICE", "аlice"])
def test_a_guest_cannot_take_a_bad_name_or_that_of_an_account(alice, name):
    with pytest.raises(ValidationError):
        sit_as_guest(name)
    assert User.objects.count() == 1


def test_two_guests_may_share_a_name(db):
    assert sit_as_guest("Harriet")[1] != sit_as_guest("Harriet")[1]


def test_a_form_sent_twice_creates_one_guest(alice):
    match = open_table(alice)
    first, second = Client(), Client()
    first.get(match.get_absolute_url())
    second.cookies["csrftoken"] = first.cookies["csrftoken"].value
    for client in (first, second):  # the second is sent before the first is answered
        answer = client.post(f"{match.get_absolute_url()}sit/", {"name": "Harriet"})
        assert answer.status_code == 302
    assert who_is(first) == who_is(second)
    assert [player.user.name for player in match.players.all()] == ["Alice", "Harriet"]


def test_a_browser_whose_guest_has_left_accepts_another(db):
    client = Client()
    client.get("/")
    known = []
    for _visit in range(2):
        client.post("/play/", {"game": "noir", "seats": "2", "name": "Harriet"})
        known.append(who_is(client))
        client.post("/account/logout/")
    assert None not in known
    assert known[0] != known[1]


def test_a_stolen_csrf_cookie_creates_another_guest_a_moment_later(db, monkeypatch):
    request = RequestFactory().post("/")
    request.META["CSRF_COOKIE"] = "c" * 32
    guest = guests.make(request, "Harriet")
    assert guests.make(request, "Harriet") == guest
    later = timezone.now() + guests.SENT_TWICE
    monkeypatch.setattr(timezone, "now", lambda: later)
    others = [guests.make(request, "Mallet") for _time in range(2)]
    assert len({guest, *others}) == 3


@pytest.mark.parametrize(
    "page", ["email/", "password/change/", "2fa/", "2fa/totp/activate/", "signup/", "login/"]
)
def test_a_guest_is_redirected_from_account_pages_to_claiming(db, page):
    client, _guest = sit_as_guest("Harriet")
    response = client.get("/account/" + page)
    assert response.status_code == 302
    assert response.url == "/account/claim/"


def test_a_claimed_account_is_the_same_row_with_the_same_name_and_session(db):
    client, guest = sit_as_guest("Harriet")
    response = client.post("/account/claim/", CLAIM)
    assert response.status_code == 302
    user = User.objects.get(username="harriet")
    assert (user.pk, user.public_id) == (guest.pk, guest.public_id)
    assert not user.is_guest
    assert user.name == "Harriet"
    assert who_is(client) == str(user.pk)
    assert client.get("/account/email/").status_code == 200
    assert who_is(log_in("harriet@example.org")) == str(user.pk)


def test_claiming_sends_a_link_to_confirm_the_address(db):
    client, guest = sit_as_guest("Harriet")
    client.post("/account/claim/", CLAIM)
    address = EmailAddress.objects.get(user=guest)
    assert (address.email, address.primary, address.verified) == (CLAIM["email"], True, False)
    assert mail.outbox[0].to == [CLAIM["email"]]


def test_a_claim_changes_the_session_key(db):
    client, _guest = sit_as_guest("Harriet")
    before = client.session.session_key
    client.post("/account/claim/", CLAIM)
    assert client.session.session_key != before
    assert UserSession.objects.get().session_key == client.session.session_key


def test_nobody_else_can_claim_a_guest(db, mallory):
    _client, guest = sit_as_guest("Harriet")
    for other in (Client(), log_in("mallory"), sit_as_guest("Mallet")[0]):
        other.post("/account/claim/", {**CLAIM, "user": guest.pk, "id": guest.pk})
    guest.refresh_from_db()
    assert guest.is_guest
    mallory.refresh_from_db()
    assert mallory.username == "mallory"


def test_a_claim_happens_once(db):
    client, guest = sit_as_guest("Harriet")
    client.post("/account/claim/", CLAIM)
    client.post("/account/claim/", {**CLAIM, "username": "henrietta", "email": "h@example.org"})
    guest.refresh_from_db()
    assert guest.username == "harriet"
    with pytest.raises(guests.NotAGuest):
        guests.claim(guest, username="henrietta", email="h@example.org", password=PASSWORD)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("username", "alice"),
        ("username", "аlice"),
        ("username", "admin"),
        ("username", "a@b"),
        ("email", "alice@example.org"),
        ("password1", "123"),
        ("password2", "something else"),
    ],
)
def test_a_refused_claim_gives_the_reason_and_loses_nothing(alice, field, value):
    client, guest = sit_as_guest("Harriet")
    response = client.post("/account/claim/", {**CLAIM, field: value})
    assert response.status_code == 422
    assert response.context["form"].errors
    if not field.startswith("password"):
        assert value in response.content.decode()
    guest.refresh_from_db()
    assert guest.is_guest


def test_a_guest_whose_name_is_now_taken_gets_the_username_as_name(db):
    client, guest = sit_as_guest("Harriet")
    User.objects.create_user("someone", display_name="HARRIET")
    client.post("/account/claim/", {**CLAIM, "username": "hattie"})
    guest.refresh_from_db()
    assert guest.name == "hattie"


def test_a_guest_is_warned_before_logging_out_for_good(db):
    client, _guest = sit_as_guest("Harriet")
    page = client.get("/account/logout/").content.decode()
    assert "/account/claim/" in page
    assert who_is(client) is not None


@pytest.mark.parametrize("page", ["confirm-email/abc/", "password/reset/key/1-set-password/"])
def test_a_guest_is_warned_before_a_link_in_an_email_logs_them_out(db, page):
    client, guest = sit_as_guest("Harriet")
    answer = client.get(f"/account/{page}", follow=True)
    assert answer.redirect_chain[0][0].startswith("/account/logout/?next=%2Faccount%2F")
    assert "nobody can be Harriet again" in answer.content.decode()
    assert f'value="/account/{page}"' in answer.content.decode()
    assert who_is(client) == str(guest.pk)


def test_a_second_claim_in_another_tab_reports_that_it_is_done(db):
    client, guest = sit_as_guest("Harriet")
    request = RequestFactory().post(
        "/account/claim/", {**CLAIM, "username": "hattie", "email": "hattie@example.org"}
    )
    request.user, request.session = User.objects.get(pk=guest.pk), client.session
    client.post("/account/claim/", CLAIM)
    answer = claim(request)  # the page was requested while they were a guest
    assert answer.status_code == 422
    assert "This account was just created in another tab" in answer.content.decode()


def test_a_claimed_account_keeps_the_language_of_the_page(db):
    client, guest = sit_as_guest("Harriet")
    client.post("/account/claim/", CLAIM, headers={"accept-language": "de"})
    guest.refresh_from_db()
    assert (guest.is_guest, guest.language) == (False, "de")


def test_a_logged_in_users_language_choice_also_applies_to_mail(db):
    client, guest = sit_as_guest("Harriet")
    client.post("/i18n/setlang/", {"language": "ja"})
    client.post("/i18n/setlang/", {"language": "xx"})
    guest.refresh_from_db()
    assert guest.language == "ja"


def test_an_anonymous_visitors_language_choice_applies_only_to_the_browser(db):
    answer = Client().post("/i18n/setlang/", {"language": "it"})
    assert answer.cookies["django_language"].value == "it"


def test_a_new_account_gets_mail_in_the_language_of_the_page(db):
    Client().post("/account/signup/", CLAIM, headers={"accept-language": "it"})
    assert User.objects.get(username="harriet").language == "it"


def test_the_form_starts_with_the_email_that_a_guest_gave_at_the_table(db):
    client, _guest = sit_as_guest("Harriet")
    response = client.post("/account/claim/?next=/history/", {"email": "ada@example.org"})
    assert response.status_code == 200
    assert 'value="ada@example.org"' in response.content.decode()
    assert "errorlist" not in response.content.decode()
    assert client.post("/account/claim/?next=/history/", CLAIM).url == "/history/"
