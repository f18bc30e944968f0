"""Sign-up, login, logout, passwords and e-mail addresses."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.adapter import DEVICE
from accounts.forms import SignupForm
from accounts.models import User
from games.matches.mail import password_resets
from games.matches.play.outbox import deliver_due
from tests.accounts.conftest import PASSWORD, log_in, reauthenticate, who_is

SIGN_UP = {
    "username": "carol",
    "email": "carol@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


def link_in_mail() -> str:
    deliver_due(password_resets.KIND)
    return re.search(r"https?://[^/]+(/\S+)", mail.outbox[-1].body)[1]


def test_a_new_user_is_logged_in_and_named_after_the_username(db):
    client = Client()
    response = client.post("/account/signup/", SIGN_UP)
    assert response.status_code == 302
    carol = User.objects.get(username="carol")
    assert who_is(client) == str(carol.pk)
    assert carol.name == "carol"
    assert mail.outbox[0].to == ["carol@example.org"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("username", "Alice"),
        ("username", "al1ce"),
        ("username", "ali\u200bce"),
        ("username", "moderator"),
        ("username", "x" * 25),
        ("username", "someone@example.org"),
        ("username", "<script>"),
        ("email", "alice@example.org"),
        ("email", "nowhere"),
        ("password1", "password"),
        ("password2", "another"),
    ],
)
def test_a_refused_sign_up_says_why(alice, field, value):
    response = Client().post("/account/signup/", {**SIGN_UP, field: value})
    assert response.context["form"].errors
    assert User.objects.count() == 1


def test_a_double_click_on_sign_up_creates_one_account_without_an_error(db, monkeypatch):
    def save_both(form, request):
        monkeypatch.setattr(SignupForm, "try_save", save)
        Client().post("/account/signup/", SIGN_UP)
        return form.try_save(request)

    save = SignupForm.try_save
    monkeypatch.setattr(SignupForm, "try_save", save_both)
    response = Client().post("/account/signup/", {**SIGN_UP, "next": "/open/"})
    page = response.content.decode()
    assert "username" in response.context["form"].errors
    assert 'value="carol@example.org"' in page
    assert 'name="next" value="/open/"' in page
    assert User.objects.count() == 1
    assert len(mail.outbox) == 1


def test_with_confirmed_emails_a_sign_up_does_not_reveal_existing_accounts(alice, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"

    def answer(**typed):
        client = Client()
        answer = client.post("/account/signup/", SIGN_UP | typed)
        page = client.get(answer["Location"]).content.decode()
        typed_address = (SIGN_UP | typed)["email"]
        known = re.sub(r"\b\w{64}\b", "token", page.replace(typed_address, "address"))
        return answer.status_code, answer["Location"], known

    new = answer()
    assert answer(email="alice@example.org", username="dave") == new
    assert new[0] == 302
    assert [one.to for one in mail.outbox] == [["carol@example.org"], ["alice@example.org"]]
    assert User.objects.filter(username="dave").count() == 0


def test_a_script_in_a_name_is_shown_as_text(db):
    response = Client().post("/account/signup/", {**SIGN_UP, "username": "<script>x</script>"})
    assert "<script>x" not in response.content.decode()
    assert "&lt;script&gt;x" in response.content.decode()


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.org", "Alice@Example.org"])
def test_users_log_in_with_username_or_email(alice, login):
    assert who_is(log_in(login)) == str(alice.pk)


def guess(login: str) -> Client:
    """Have somebody else try wrong passwords until their browser is told to wait."""
    stranger = Client()
    for _attempt in range(6):
        log_in(login, stranger, password="wrong")
    return stranger


@pytest.mark.parametrize("login", ["alice", "Alice@example.org"])
def test_somebody_elses_wrong_passwords_do_not_lock_out_known_devices(alice, login):
    own = log_in("alice")
    own.post("/account/logout/")
    assert who_is(log_in(login, guess(login))) is None
    assert who_is(log_in(login, own)) == str(alice.pk)


def test_a_known_device_gets_no_extra_guesses_at_any_account(alice, bob):
    own = log_in("alice")
    own.post("/account/logout/")
    guess("bob")
    assert who_is(log_in("bob", own)) is None
    for _attempt in range(6):
        log_in("alice", own, password="wrong")
    assert who_is(log_in("alice", own)) is None


def test_a_device_cannot_be_forged_and_two_people_may_share_one(alice, bob):
    shared = log_in("alice")
    shared.post("/account/logout/")
    log_in("bob", shared).post("/account/logout/")
    guess("alice")
    made_up = Client()
    made_up.cookies[DEVICE] = shared.cookies[DEVICE].value + "x"
    assert who_is(log_in("alice", made_up)) is None
    assert who_is(log_in("alice", shared)) == str(alice.pk)
    assert "alice" not in shared.cookies[DEVICE].value


def test_logging_out_requires_a_post(alice):
    client = log_in("alice")
    client.get("/account/logout/")
    assert who_is(client) == str(alice.pk)
    client.post("/account/logout/")
    assert who_is(client) is None


def test_a_changed_password_ends_the_other_sessions_only(alice):
    here, there = log_in("alice"), log_in("alice")
    here.post(
        "/account/password/change/",
        {"oldpassword": PASSWORD, "password1": "battery staple 8", "password2": "battery staple 8"},
    )
    assert here.get("/account/profile/").status_code == 200
    assert there.get("/account/profile/").status_code == 302
    assert who_is(log_in("alice", password="battery staple 8")) == str(alice.pk)


def test_a_reset_link_sets_a_new_password_once(alice):
    client = Client()
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    link = link_in_mail()
    page = client.get(link, follow=True)
    new = {"password1": "battery staple 8", "password2": "battery staple 8"}
    client.post(page.request["PATH_INFO"], new)
    assert who_is(log_in("alice", password="battery staple 8")) == str(alice.pk)
    assert "password/reset/" in Client().get(link, follow=True).content.decode()
    assert b'name="password1"' not in Client().get(link, follow=True).content


def test_a_mailbox_has_one_account_however_its_domain_is_spelled(db):
    spellings = ["carol@bücher.example", "carol@xn--bcher-kva.example", "carol@BÜCHER.example"]
    for name, email in zip(("carol", "dora", "emma"), spellings, strict=True):
        Client().post("/account/signup/", {**SIGN_UP, "username": name, "email": email})
    assert [user.username for user in User.objects.all()] == ["carol"]
    for email in spellings:
        form = {"login": email, "password": SIGN_UP["password1"]}
        client = Client()
        client.post("/account/login/", form)
        assert who_is(client) == str(User.objects.get().pk)
        mail.outbox.clear()
        Client().post("/account/password/reset/", {"email": email})
        assert link_in_mail()


def test_a_password_reset_shows_one_plain_sentence(alice):
    client = Client()
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    resetting = client.get(client.get(link_in_mail())["Location"])
    signing_up = client.get("/account/signup/")
    changing = log_in(alice).get("/account/password/change/")
    for page in (resetting, signing_up, changing):
        text = page.content.decode()
        assert "At least 8 characters, and not a common password." in text
        assert "similar to your other personal information" not in text


def test_a_reset_does_not_reveal_who_has_an_account(alice):
    known = Client().post("/account/password/reset/", {"email": "alice@example.org"}, follow=True)
    unknown = Client().post("/account/password/reset/", {"email": "noone@example.org"}, follow=True)
    token = re.compile(rb"csrf\w*['\": ]+[^>]*>|X-CSRFToken[^}]*")
    assert token.sub(b"", known.content) == token.sub(b"", unknown.content)
    assert known.status_code == unknown.status_code
    deliver_due(password_resets.KIND)
    assert [message.to for message in mail.outbox] == [["alice@example.org"]]


def test_a_new_email_is_used_once_it_is_confirmed(alice):
    client = log_in("alice")
    reauthenticate(client)
    client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    confirmation = next(m for m in mail.outbox if m.to == ["new@example.org"])
    link = re.search(r"https?://[^/]+(/\S+)", confirmation.body)[1]
    client.post(link)
    alice.refresh_from_db()
    assert alice.email == "new@example.org"
    assert EmailAddress.objects.get(user=alice).verified


def test_a_new_email_requires_reauthentication(alice):
    response = log_in("alice").post("/account/email/", {"email": "n@example.org", "action_add": ""})
    assert response.url.startswith("/account/reauthenticate/")
    assert EmailAddress.objects.filter(user=alice).count() == 1


def test_the_language_of_a_profile_applies_from_login(alice):
    alice.language = "ja"
    alice.save()
    client = log_in("alice")
    assert client.cookies["django_language"].value == "ja"
    assert 'lang="ja"' in client.get("/account/profile/").content.decode()


@pytest.mark.parametrize(
    "page",
    ["login/", "signup/", "password/reset/", "profile/", "email/", "sessions/", "data/", "2fa/"],
)
def test_account_pages_are_never_stored(alice, page):
    client = Client() if page in {"login/", "signup/", "password/reset/"} else log_in("alice")
    response = client.get("/account/" + page)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize(
    "page", ["login/", "signup/", "email/", "2fa/", "2fa/totp/activate/", "2fa/webauthn/add/"]
)
def test_account_pages_run_under_the_strict_policy(alice, page):
    client = Client() if page in {"login/", "signup/"} else log_in("alice")
    reauthenticate(client)
    response = client.get("/account/" + page)
    html = response.content.decode()
    assert response.status_code == 200
    assert "'unsafe" not in response["Content-Security-Policy"]
    assert not re.search(r"\sstyle=|\son\w+=|<style", html)
    for script in re.findall(r"<script\b[^>]*>", html):
        assert " src=" in script or 'type="application/json"' in script


@pytest.mark.parametrize(
    "page", ["profile/", "claim/", "data/", "delete/", "email/", "sessions/", "2fa/"]
)
def test_personal_pages_ask_anonymous_visitors_to_log_in(db, page):
    response = Client().get("/account/" + page)
    assert response.status_code == 302
    assert response.url.startswith("/account/login/")


@pytest.mark.parametrize("path", ["/account/login/", "/account/signup/", "/account/logout/"])
@pytest.mark.parametrize("where", ["https://[::1", "https://evil.example/", "//evil.example/"])
def test_nobody_is_redirected_to_another_site(client, alice, path, where):
    if "logout" in path:
        client.force_login(alice)
    assert client.get(path, {"next": where}).status_code == 200
    answer = client.post(path, {"next": where, "login": "alice", "password": "wrong"})
    assert answer.status_code in (200, 302)
    assert "evil" not in answer.headers.get("Location", "")


def test_a_user_who_logs_in_on_the_way_to_a_page_arrives_there(client, alice):
    form = {"login": "alice", "password": PASSWORD, "next": "/tables/"}
    assert client.post("/account/login/", form).headers["Location"] == "/tables/"


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Too many attempts"), ("de", "Zu viele Versuche")]
)
def test_too_many_requests_get_a_page_of_the_site(db, client, language, words):
    address = "/account/password/reset/"
    for _attempt in range(12):
        answer = client.post(
            address, {"email": "a@example.org"}, headers={"accept-language": language}
        )
    assert answer.status_code == 429
    assert words in answer.content.decode()
    assert 'class="masthead' in answer.content.decode()
