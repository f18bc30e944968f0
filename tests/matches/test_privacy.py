"""Personal data in matches can be downloaded, and is erased with the account."""

import json

import pytest
from django.test import Client
from django.utils import translation

from accounts import privacy
from accounts.privacy import delete_account
from games.chat import reactions, reports
from games.chat import services as chat
from games.matches.lobby import services as lobby
from games.matches.models import Match
from games.matches.names import DELETED, shown_name
from games.matches.play import memory
from tests.chat.executions import after_execution
from tests.matches.seating import (
    act_as,
    fresh,
    nominate,
    open_table,
    page_of,
    play_to_the_end,
    player_at,
    running,
    seat_of,
)

pytestmark = pytest.mark.django_db


def test_a_user_s_data_contains_everything_they_did_in_a_match(alice):
    match = running(alice)
    nominate(match)
    seat = seat_of(match, alice)
    for ja in (True, False):
        act_as(match, seat, action="vote", ja=ja)
    (played,) = privacy.export(alice)["matches"]
    assert (played["code"], played["seat"], played["is_host"]) == (match.code, seat, True)
    votes = [action["ja"] for action in played["actions"] if action["action"] == "vote"]
    assert votes == [True, False]


def test_a_user_s_data_contains_what_they_said_and_whom_they_muted(alice, bob):
    match = running(alice, bob)
    chat.say(match.pk, alice, "table", "hello Bob")
    chat.say(match.pk, bob, "table", "hello Alice")
    reactions.react(match.pk, alice, match.messages.get(user=bob).key, "doubt")
    chat.mute(match.pk, alice, "Bob", muted=True)
    reports.report_message(match.pk, alice, match.messages.get(user=bob).key)
    data = privacy.export(alice)
    given = [(one["match"], one["kind"]) for one in data["reactions"]]
    assert given == [(match.code, "doubt")]
    assert [message["text"] for message in data["messages"]] == ["hello Bob"]
    assert data["muted"] == ["Bob"]
    assert [report["text"] for report in data["reports"]] == ["hello Alice"]


def test_nobody_s_data_contains_a_secret_of_a_running_match(alice):
    match = running(alice)
    text = json.dumps(privacy.export(alice), default=str)
    assert bytes(match.seed).hex() not in text
    assert "roles" not in text
    assert '"deck"' not in text


def test_the_download_contains_everything(client, alice):
    match = running(alice)
    client.force_login(alice)
    downloaded = client.get("/account/data/cabinet-noir-data.json")
    assert downloaded.json()["matches"][0]["code"] == match.code


def test_a_deleted_player_keeps_the_seat_without_a_name(alice, bob):
    match = play_to_the_end(running(alice, bob))
    chat.say(match.pk, alice, "table", "good game")
    length, seat = match.length, seat_of(match, alice)
    delete_account(alice)
    player = match.players.get(seat=seat)
    assert (player.name, player.name_key, player.user, player.side != "") == (
        DELETED,
        "",
        None,
        True,
    )
    assert fresh(match).length == length
    shown = page_of(bob, match)
    assert "Alice" not in shown
    assert "deleted player" in shown
    assert "good game" in shown
    verified = client_text(match, "verify/")
    assert "as dealt" in verified
    assert "badge wax" not in verified
    assert "Alice" not in verified
    assert "Alice" not in client_text(match, "record.json")


def client_text(match: Match, what: str) -> str:
    return Client().get(f"{match.get_absolute_url()}{what}").content.decode()


def test_a_running_match_still_shows_everybody_else(alice, bob):
    match = running(alice, bob)
    chat.say(match.pk, alice, "table", "I must go")
    chat.say(match.pk, bob, "table", "please stay")
    reactions.react(match.pk, alice, match.messages.get(user=bob).key, "gasp")
    assert "Surprise: 1" in page_of(bob, match)
    delete_account(alice)
    shown = page_of(bob, match)
    assert "Alice" not in shown
    assert "Surprise" in shown
    assert "Surprise: 1" not in shown
    assert "I must go" in shown


def test_the_end_does_not_restore_the_name_of_a_deleted_dead_player():
    match, seat = after_execution()
    user = player_at(match, seat).user
    memory.keep(memory.position_of(fresh(match)))
    delete_account(user)
    current = memory.locked_position(match.pk, fresh(match).counts)
    assert [player.name_key for player in current.players if player.seat == seat] == [""]


def test_a_deleted_player_leaves_tables_that_have_not_begun(alice, bob):
    mine, theirs = open_table(alice), open_table(bob)
    lobby.sit(theirs.pk, alice)
    lobby.sit(mine.pk, bob)
    alone = open_table(alice)
    delete_account(alice)
    assert fresh(mine).host == bob
    assert list(theirs.players.values_list("name", flat=True)) == ["Bob"]
    assert not Match.objects.filter(pk=alone.pk).exists()


def test_mutes_are_deleted_with_either_person(alice, bob):
    match = running(alice, bob)
    chat.mute(match.pk, alice, "Bob", muted=True)
    delete_account(bob)
    assert not privacy.export(alice)["muted"]


def test_the_name_of_a_deleted_player_is_in_the_reader_s_language(monkeypatch):
    monkeypatch.setattr("games.matches.names.gettext", lambda text: f"[{text}]")
    with translation.override("de"):
        assert shown_name(DELETED) == "[deleted player]"
        assert shown_name("Table") == "Table"
