"""Logging out, ending a session or changing the password closes sockets immediately."""

import json

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from accounts.models import User
from games.matches import publish
from games.matches.live import consumers, heartbeat
from games.matches.models import Match
from games.matches.play import moves
from games.matches.play.writer import Writer
from tests.conftest import PASSWORD, account
from tests.matches.seating import fresh, nominate, prompt_of, running
from tests.matches.sockets import Page, revisit, settle, stored
from tests.staff import staff_browser

pytestmark = [
    pytest.mark.sqlite,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_leaving"),
]

VOTE = '{"action":"vote","ja":true}'


@pytest.fixture(autouse=True)
def _heartbeats_far_away(monkeypatch):
    """Switch the heartbeat off, so that it can't close the sockets."""
    monkeypatch.setattr(heartbeat, "EVERY", 3600.0)


def log_in(name: str) -> Client:
    client = Client()
    client.post("/account/login/", {"login": name.lower(), "password": PASSWORD})
    return client


async def two_browsers() -> tuple[Page, Page, Page]:
    """Return two browsers of Alice and one anonymous browser, on the page of one match."""
    alice = await stored(account)("Alice")
    match = await stored(running)(alice)
    pages = [
        await revisit(match, await stored(log_in)("Alice")),
        await revisit(match, await stored(log_in)("Alice")),
        await revisit(match, Client()),
    ]
    await settle(*pages)
    return pages[0], pages[1], pages[2]


async def test_logging_out_closes_this_browsers_sockets_and_no_others():
    here, elsewhere, _stranger = await two_browsers()
    await stored(here.client.post)("/account/logout/")
    assert await here.close_code() == consumers.NOT_ALLOWED
    assert not any("websocket.close" in text for text in await elsewhere.settle())
    assert await stored(lambda: elsewhere.client.get("/account/profile/").status_code)() == 200


async def test_ending_a_session_in_the_list_closes_its_sockets():
    here, elsewhere, _stranger = await two_browsers()

    def end_the_other() -> None:
        mine = here.client.session.session_key
        other = UserSession.objects.exclude(session_key=mine).get()
        assert here.client.post(f"/account/sessions/{other.pk}/end/").status_code == 302

    await stored(end_the_other)()
    assert await elsewhere.close_code() == consumers.NOT_ALLOWED


async def test_a_new_password_closes_the_sockets_of_every_other_browser():
    here, elsewhere, _stranger = await two_browsers()
    new = "another horse 10"

    def change() -> None:
        here.client.post("/account/reauthenticate/", {"password": PASSWORD})
        form = {"oldpassword": PASSWORD, "password1": new, "password2": new}
        assert here.client.post("/account/password/change/", form).status_code == 302

    await stored(change)()
    assert await elsewhere.close_code() == consumers.NOT_ALLOWED


def delete(client: Client) -> None:
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    assert client.post("/account/delete/", {"password": PASSWORD}).status_code == 302


def be_shut_out(_client: Client) -> None:
    alice = User.objects.get(username="alice")
    alice.is_active = False
    alice.save()


def be_given_a_password(_client: Client) -> None:
    set_by_staff(usable_password="true", password1="another 10", password2="another 10")


def be_left_without_a_password(_client: Client) -> None:
    set_by_staff(usable_password="false", **{"unset-password": "1"})


def set_by_staff(**form: str) -> None:
    alice = User.objects.get(username="alice")
    answer = staff_browser().post(f"/admin/accounts/user/{alice.pk}/password/", form)
    assert answer.status_code == 302


@pytest.mark.parametrize(
    "end", [delete, be_shut_out, be_given_a_password, be_left_without_a_password]
)
async def test_ending_all_sessions_of_an_account_closes_its_sockets_everywhere(end):
    here, elsewhere, _stranger = await two_browsers()
    await stored(end)(here.client)
    for page in (here, elsewhere):
        assert await page.close_code() == consumers.NOT_ALLOWED


async def test_nothing_more_is_sent_to_a_logged_out_browser():
    here, elsewhere, stranger = await two_browsers()
    await stored(here.client.post)("/account/logout/")
    await here.close_code()
    match = await stored(Match.objects.get)()
    await stored(nominate)(match)
    assert await here.is_quiet()
    for page in (elsewhere, stranger):
        await page.shows('id="baize"')
        await page.leave()


async def a_vote_during_which(logs_out: Page, monkeypatch, *, by_alice: bool) -> Match:
    """Cast a vote; once it is stored, but before any page shows it, log `logs_out` out.

    Return the match.
    """
    match = await stored(Match.objects.get)()
    await stored(nominate)(match)
    alice = await stored(lambda: match.players.get(name="Alice"))()
    other = await stored(lambda: match.players.exclude(name="Alice").first())()
    await logs_out.settle()
    put = Writer.put

    async def put_and_log_out(writer: Writer, move: moves.PlannedMove) -> bool:
        result = await put(writer, move)
        await stored(logs_out.client.post)("/account/logout/")
        assert await logs_out.close_code() == consumers.NOT_ALLOWED
        return result

    monkeypatch.setattr(Writer, "put", put_and_log_out)
    prompt = await stored(prompt_of)(match, (alice if by_alice else other).seat)
    if by_alice:
        await logs_out.send(text=json.dumps({"id": 1, "prompt": prompt, "act": VOTE}))
    else:
        await publish.subscribers[match.pk].act(other.user_id, VOTE, prompt)
    return match


@pytest.mark.parametrize("by_alice", [True, False], ids=["their own move", "another's move"])
async def test_a_frame_in_transit_is_not_sent_to_a_browser_that_logs_out(monkeypatch, by_alice):
    here, elsewhere, stranger = await two_browsers()
    match = await a_vote_during_which(here, monkeypatch, by_alice=by_alice)
    for page in (elsewhere, stranger):
        await page.shows("voted")
    assert await here.settle() == []
    assert (await stored(fresh)(match)).length == 2


async def test_a_session_that_just_vanished_is_noticed_by_the_heartbeat(monkeypatch):
    monkeypatch.setattr(heartbeat, "EVERY", 1.5)  # slower than a page settles
    here, _elsewhere, _stranger = await two_browsers()
    await stored(here.client.session.delete)()
    assert await here.close_code() == consumers.NOT_ALLOWED
