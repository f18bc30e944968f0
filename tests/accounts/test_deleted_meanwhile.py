"""Somebody sends a form while the same account is deleted in another tab."""

import pytest
from django.contrib import auth
from django.test import Client
from django.utils.translation import gettext, override

from accounts import blocks, privacy
from accounts.models import Block, User
from games.chat import reports, services
from games.chat.models import Message, Mute, Report
from games.matches import removals
from games.matches.lobby import seats
from games.matches.lobby import services as lobby
from games.matches.models import Match, Player
from tests.accounts.conftest import log_in
from tests.matches.lobby.test_lobby import FORM
from tests.matches.seating import browser, open_table, running

pytestmark = pytest.mark.django_db(transaction=True)

GONE = "Your account has been deleted, along with everything stored about you."


@pytest.fixture
def tab(alice):
    """Return a browser of alice's that continues after server errors, as a real one does."""
    client = browser(alice)
    client.raise_request_exception = False
    return client


def delete_once_read(monkeypatch) -> None:
    """Delete each account just after one of its requests has read it."""

    def read(request):
        user = find(request)
        if user.is_authenticated:
            privacy.delete_account(User.objects.get(pk=user.pk))
        return user

    find = auth.get_user
    monkeypatch.setattr(auth, "get_user", read)


def is_logged_out(client: Client, response, language: str = "en") -> bool:
    """Return whether the answer leads to a login page that gives the reason in `language`."""
    page = client.get(response["Location"])
    with override(language):
        words = gettext(GONE)
    return response.status_code == 302 and words in page.content.decode()


def test_a_player_sitting_down_learns_that_their_account_is_deleted(tab, bob, monkeypatch):
    match = open_table(bob)
    delete_once_read(monkeypatch)
    assert is_logged_out(tab, tab.post(f"{match.get_absolute_url()}sit/"))
    assert [*Player.objects.all()] == [*match.players.filter(user=bob)]


def test_a_script_at_a_table_redirects_the_whole_page(tab, bob, monkeypatch):
    match = open_table(bob)
    delete_once_read(monkeypatch)
    response = tab.post(f"{match.get_absolute_url()}sit/", headers={"HX-Request": "true"})
    assert (response.status_code, response["HX-Redirect"]) == (200, "/account/login/")


@pytest.mark.parametrize(
    ("address", "data"),
    [("/open/", FORM), ("/play/", FORM), ("/account/portrait/", {"portrait": ""})],
)
def test_nothing_is_stored_of_a_deleted_account(tab, monkeypatch, address, data):
    delete_once_read(monkeypatch)
    assert is_logged_out(tab, tab.post(address, data))
    assert not Match.objects.exists()
    assert not User.objects.exists()


def test_a_seat_taken_while_its_account_is_erased_is_erased_too(alice, bob, monkeypatch):
    def erase_and_sit(user):
        erase(user)
        monkeypatch.setattr(privacy, "erase", erase)
        lobby.sit(match.pk, user)

    match, erase = open_table(alice), privacy.erase
    monkeypatch.setattr(privacy, "erase", erase_and_sit)
    privacy.delete_account(bob)
    assert not User.objects.filter(pk=bob.pk).exists()
    assert [player.name for player in match.players.all()] == ["Alice"]


def test_a_deleted_user_blocking_somebody_is_told_in_their_language(tab, bob, monkeypatch):
    delete_once_read(monkeypatch)
    response = tab.post(f"/account/block/{bob.public_id}/", headers={"Accept-Language": "de"})
    tab.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert is_logged_out(tab, response, "de")
    assert not Block.objects.exists()


def test_blocking_somebody_who_is_deleting_their_account_finds_nobody(tab, bob, monkeypatch):
    def block(by, user):
        privacy.delete_account(User.objects.get(pk=user.pk))
        store(by, user)

    store = blocks.block
    monkeypatch.setattr(blocks, "block", block)
    assert tab.post(f"/account/block/{bob.public_id}/").status_code == 404
    assert not Block.objects.exists()


def test_a_server_error_remains_one_for_a_user_with_an_account(alice, monkeypatch):
    def fail(*_arguments):
        raise User.DoesNotExist

    monkeypatch.setattr(blocks, "block", fail)
    with pytest.raises(User.DoesNotExist):
        log_in("alice").post(f"/account/block/{alice.public_id}/")


SOMEBODY = "Someone or something on this page has just been deleted. Reload the page."


def delete_before(monkeypatch, module, name: str, person: User) -> None:
    """Delete the account of `person` just before `module` calls its function `name`."""

    def call(*arguments, **named):
        monkeypatch.setattr(module, name, function)
        privacy.delete_account(User.objects.get(pk=person.pk))
        return function(*arguments, **named)

    function = getattr(module, name)
    monkeypatch.setattr(module, name, call)


def is_told(response) -> bool:
    return response.status_code == 409 and SOMEBODY in response.content.decode()


def test_a_reporter_learns_that_their_account_is_deleted(tab, alice, bob, monkeypatch, caplog):
    match = running(alice, bob)
    delete_before(monkeypatch, reports, "_check_rate", bob)
    typed = {"who": str(bob.public_id), "kind": "deed", "words": "He shouts."}
    assert is_told(tab.post(f"{match.get_absolute_url()}people/", typed))
    assert "A row that another refers to is gone" in caplog.text  # it may be a bug of ours
    assert not Report.objects.exists()


def test_a_script_that_reports_a_message_reloads_the_page(tab, alice, bob, monkeypatch):
    match = running(alice, bob)
    services.say(match.pk, bob, "table", "Blah.")
    address = f"{match.get_absolute_url()}report/{Message.objects.get().key.hex}/"
    delete_before(monkeypatch, reports, "_check_rate", bob)
    response = tab.post(address, headers={"HX-Request": "true"})
    assert (response.status_code, response["HX-Refresh"]) == (200, "true")
    assert SOMEBODY in tab.get(match.get_absolute_url()).content.decode()
    assert not Report.objects.exists()


@pytest.mark.parametrize(
    ("step", "typed", "moment"),
    [
        ("mute", {"who": "Bob"}, (Mute.objects, "get_or_create")),
        ("remove/{bob}", {}, (removals, "note")),
        ("host/{bob}", {}, (seats, "hosts_enough")),
    ],
)
def test_a_moderator_learns_that_their_account_is_deleted(
    tab, alice, bob, monkeypatch, step, typed, moment
):
    match = open_table(alice)
    lobby.sit(match.pk, bob)
    delete_before(monkeypatch, *moment, bob)
    address = f"{match.get_absolute_url()}{step.format(bob=bob.public_id)}/"
    assert is_told(tab.post(address, typed))
