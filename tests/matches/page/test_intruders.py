"""Visitors without a seat, or with a forged one: nothing they post changes anything."""

import pytest
from django.test import Client

from games.matches.models import Match
from tests.matches.seating import (
    NOBODY,
    browser,
    fresh,
    open_table,
    person,
    post,
    running,
    seat_of,
)

pytestmark = pytest.mark.django_db


ANONYMOUS = {
    "act": {"action": '{"action":"vote","ja":true}', "prompt": "1"},
    "leave": {},
    "ready": {},
    "unready": {},
    "start": {},
    "bot": {},
    "decline": {},
    "away": {},
    "back": {},
    "resume": {},
    "wish/pause": {},
    "unwish/pause": {},
    "remove/1": {},
    f"remove/{NOBODY}": {},
    f"host/{NOBODY}": {},
    "rematch": {},
    "redeal": {},
    "say": {"room": "table", "text": "hello"},
}


def everything_stored(match) -> list:
    models = (Match.objects, match.players, match.entries, match.messages)
    return [list(manager.values()) for manager in models]


@pytest.mark.parametrize("endpoint", ANONYMOUS)
@pytest.mark.parametrize("stage", ["open", "running"])
def test_anonymous_posts_are_refused_and_change_nothing(table, endpoint, stage):
    match = table if stage == "open" else running()
    before = everything_stored(match)
    response = browser().post(f"{match.get_absolute_url()}{endpoint}/", ANONYMOUS[endpoint])
    assert response.status_code in {403, 409}
    assert everything_stored(match) == before


@pytest.mark.parametrize("endpoint", ANONYMOUS)
def test_chairs_whose_people_deleted_their_accounts_belong_to_nobody(endpoint, mallory):
    for match in (open_table(person("Zoe")), running()):
        match.players.update(user=None)
        Match.objects.update(host=None)
        before = everything_stored(match)
        for user in (None, mallory):
            address = f"{match.get_absolute_url()}{endpoint}/"
            assert browser(user).post(address, ANONYMOUS[endpoint]).status_code in {403, 409}
        assert everything_stored(match) == before
        match.delete()


@pytest.mark.parametrize("endpoint", ["mute", "unmute", "report/" + "0" * 32])
def test_anonymous_people_log_in_before_they_mute_or_report(table, endpoint):
    response = browser().post(f"{table.get_absolute_url()}{endpoint}/")
    assert response.status_code == 302
    assert response["Location"].startswith("/account/login/")


@pytest.mark.parametrize("endpoint", [*ANONYMOUS, "sit", "mute", "unmute", "report/" + "0" * 32])
def test_looking_at_an_address_that_does_something_does_nothing(table, alice, endpoint):
    before = everything_stored(table)
    assert browser(alice).get(f"{table.get_absolute_url()}{endpoint}/").status_code == 405
    assert everything_stored(table) == before


@pytest.mark.parametrize("endpoint", [*ANONYMOUS, "sit"])
def test_a_form_from_another_site_is_refused(table, bob, endpoint):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(bob)
    before = everything_stored(table)
    address = f"{table.get_absolute_url()}{endpoint}/"
    assert strict.post(address, ANONYMOUS.get(endpoint, {})).status_code == 403
    assert everything_stored(table) == before


FORGED = {"user": "1", "user_id": "1", "seat": "0", "player": "1", "name": "Bob", "host": "1"}


def test_a_forged_form_seats_only_its_sender(table, bob, mallory):
    forged = {**FORGED, "user": bob.pk, "user_id": bob.pk}
    post(mallory, table, "sit", **forged)
    assert table.players.get(seat=1).user == bob
    assert table.players.get(user=mallory).seat == 2
    post(mallory, table, "leave", **forged)
    assert table.players.get(seat=1).user == bob


def test_a_second_account_of_the_same_look_does_not_get_somebodys_seat(alice):
    match = running(alice)
    seat, length = seat_of(match, alice), fresh(match).length
    stranger = person("Alyce")
    stranger.display_name = "Alice"
    stranger.save()
    for step in ("sit", "rematch", "redeal", "leave"):
        assert post(stranger, match, step, **FORGED).status_code in {403, 409}
    assert match.players.get(seat=seat).user == alice
    assert fresh(match).length == length
