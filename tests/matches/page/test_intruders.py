"""Visitors without a seat, or with a forged one, can't change anything."""

from collections.abc import Iterable

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


def admitted(client: Client, match: Match, endpoints: Iterable[str] = ANONYMOUS) -> list[str]:
    """Return the forms that are accepted; none of them may change anything."""
    before, address = everything_stored(match), match.get_absolute_url()
    found = [
        endpoint
        for endpoint in endpoints
        if client.post(f"{address}{endpoint}/", ANONYMOUS.get(endpoint, {})).status_code
        not in {403, 409}
    ]
    assert everything_stored(match) == before
    return found


def test_anonymous_posts_are_refused_and_change_nothing(table):
    for match in (table, running()):
        assert admitted(browser(), match) == []


def test_chairs_of_deleted_accounts_belong_to_nobody(mallory):
    for match in (open_table(person("Zoe")), running()):
        match.players.update(user=None)
        Match.objects.update(host=None)
        for client in (browser(), browser(mallory)):
            assert admitted(client, match) == []


def test_anonymous_visitors_must_log_in_to_mute_or_report(table):
    for endpoint in ("mute", "unmute", f"report/{'0' * 32}"):
        response = browser().post(f"{table.get_absolute_url()}{endpoint}/")
        assert response.status_code == 302
        assert response["Location"].startswith("/account/login/")


def test_getting_the_url_of_an_action_changes_nothing(table, alice):
    before, client = everything_stored(table), browser(alice)
    for endpoint in (*ANONYMOUS, "sit", "mute", "unmute", f"report/{'0' * 32}"):
        assert client.get(f"{table.get_absolute_url()}{endpoint}/").status_code == 405, endpoint
    assert everything_stored(table) == before


def test_a_form_from_another_site_is_refused(table, bob):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(bob)
    assert admitted(strict, table, (*ANONYMOUS, "sit")) == []


FORGED = {"user": "1", "user_id": "1", "seat": "0", "player": "1", "name": "Bob", "host": "1"}


def test_a_forged_form_can_seat_only_its_sender(table, bob, mallory):
    forged = {**FORGED, "user": bob.pk, "user_id": bob.pk}
    post(mallory, table, "sit", **forged)
    assert table.players.get(seat=1).user == bob
    assert table.players.get(user=mallory).seat == 2
    post(mallory, table, "leave", **forged)
    assert table.players.get(seat=1).user == bob


def test_a_second_account_with_the_same_looks_does_not_get_the_seat(alice):
    match = running(alice)
    seat, length = seat_of(match, alice), fresh(match).length
    stranger = person("Alyce")
    stranger.display_name = "Alice"
    stranger.save()
    for step in ("sit", "rematch", "redeal", "leave"):
        assert post(stranger, match, step, **FORGED).status_code in {403, 409}
    assert match.players.get(seat=seat).user == alice
    assert fresh(match).length == length
