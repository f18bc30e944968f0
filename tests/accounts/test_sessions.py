"""Users see and end their own sessions; nobody sees or ends another user's."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib import auth
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.templatetags.account_pages import device
from tests.accounts.conftest import log_in, who_is

ELSEWHERE = "This session has just been ended elsewhere. Check whether your last change was saved."


def session_of(client: Client) -> UserSession:
    return UserSession.objects.get(session_key=client.session.session_key)


def test_sessions_are_listed_by_browser(alice):
    client = log_in("alice", Client(HTTP_USER_AGENT="Mozilla/5.0 (Windows NT 10.0) Firefox/130"))
    assert "Firefox, Windows" in client.get("/account/sessions/").content.decode()


def test_one_session_ends_and_the_others_go_on(alice):
    here, there, elsewhere = log_in("alice"), log_in("alice"), log_in("alice")
    here.post(f"/account/sessions/{session_of(there).pk}/end/")
    assert who_is(there) is None
    assert who_is(here) == who_is(elsewhere) == str(alice.pk)


def test_all_other_sessions_end_together(alice):
    here, there, elsewhere = log_in("alice"), log_in("alice"), log_in("alice")
    here.post("/account/sessions/")
    assert who_is(here) == str(alice.pk)
    assert who_is(there) is None
    assert who_is(elsewhere) is None


def test_nobody_sees_or_ends_another_users_session(alice, mallory):
    victim = log_in("alice", Client(HTTP_USER_AGENT="Alices Browser"))
    thief = log_in("mallory")
    assert "Alices Browser" not in thief.get("/account/sessions/").content.decode()
    assert thief.post(f"/account/sessions/{session_of(victim).pk}/end/").status_code == 404
    assert who_is(victim) == str(alice.pk)


def test_a_get_request_ends_no_session(alice):
    here, there = log_in("alice"), log_in("alice")
    assert here.get(f"/account/sessions/{session_of(there).pk}/end/").status_code == 405
    assert who_is(there) == str(alice.pk)


def end_once_read(monkeypatch) -> None:
    """End each session just after one of its requests has read it and is about to change it."""

    def read(request):
        user = find(request)
        Session.objects.filter(session_key=request.session.session_key).delete()
        request.session["changed"] = True
        return user

    find = auth.get_user
    monkeypatch.setattr(auth, "get_user", read)


def test_a_user_logged_out_in_the_meantime_is_sent_to_the_login_and_told(alice, monkeypatch):
    client = log_in("alice")
    with monkeypatch.context() as patch:
        end_once_read(patch)
        response = client.post("/account/portrait/", {"portrait": ""})
    assert (response.status_code, response["Location"]) == (302, "/account/login/")
    page = client.get(response["Location"]).content.decode()
    assert ELSEWHERE in page
    assert "Your portrait has been saved." in page


def test_a_script_redirects_the_whole_page_to_the_login(alice, monkeypatch):
    client = log_in("alice")
    end_once_read(monkeypatch)
    response = client.post("/account/portrait/", {"portrait": ""}, headers={"HX-Request": "true"})
    assert (response.status_code, response["HX-Redirect"]) == (200, "/account/login/")


def test_a_session_started_in_the_meantime_stays(alice, monkeypatch):
    client = log_in("alice")
    with monkeypatch.context() as patch:
        end_once_read(patch)
        old = client.get("/account/blocks/")
    assert "sessionid" not in old.cookies
    client.force_login(alice)
    page = client.get(old["Location"], follow=True).content.decode()
    assert ELSEWHERE in page


@pytest.mark.parametrize("address", ["/", "/record/new/", "/leagues/"])
def test_a_user_who_cannot_log_in_continues_on_the_first_page(client, db, monkeypatch, address):
    client.post("/play/", {"name": "Gert", "game": "noir"})
    with monkeypatch.context() as patch:
        end_once_read(patch)
        response = client.get(address)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert ELSEWHERE in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("user_agent", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64) Chrome/130 Safari/537 Edg/130", "Edge, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18 like Mac OS X) Safari/604", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/130 Mobile Safari/537", "Chrome, Android"),
        ("<script>", "Unknown browser"),
    ],
)
def test_a_browser_has_a_readable_name(user_agent, words):
    assert device(user_agent) == words
