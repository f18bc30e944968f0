"""People and tables in the admin: deleted users are erased, and no table can be edited."""

import pytest
from django.contrib.admin.models import LogEntry

from accounts.models import User
from accounts.names import fold
from games.chat import services as chat
from games.matches.models import Match
from games.matches.names import DELETED
from tests.matches.seating import fresh, nominate, open_table, running, seat_of
from tests.staff import staff_browser

pytestmark = pytest.mark.django_db

PEOPLE = "/admin/accounts/user/"
PASSWORD = "correct horse 9"


def delete_alone(user: User) -> None:
    answer = staff_browser().post(f"{PEOPLE}{user.pk}/delete/", {"post": "yes"})
    assert answer.status_code == 302


def delete_with_others(user: User) -> None:
    form = {"action": "delete_selected", "_selected_action": [user.pk], "post": "yes"}
    assert staff_browser().post(PEOPLE, form).status_code == 302


@pytest.mark.parametrize("delete", [delete_alone, delete_with_others])
def test_a_user_deleted_in_the_admin_is_erased_and_a_bot_plays_on(delete, alice, bob):
    match = running(alice, bob)
    chat.say(match.pk, bob, "table", "I am Bob")
    reserve = open_table(bob)
    seat = seat_of(match, bob)
    nominate(match)  # now everybody owes a vote, and no clock runs
    assert fresh(match).due_at is None
    delete(bob)
    assert not User.objects.filter(username="bob").exists()
    assert [entry.object_repr for entry in LogEntry.objects.all()] == [""]
    player = match.players.get(seat=seat)
    assert (player.name, player.user, player.is_played_by_bot) == (DELETED, None, True)
    assert match.messages.get(text="I am Bob").name == DELETED
    assert fresh(match).due_at is not None
    assert not Match.objects.filter(pk=reserve.pk).exists()


def test_a_user_added_in_the_admin_has_a_name_that_nobody_else_can_take(alice):
    form = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    browser = staff_browser()
    refused = browser.post(f"{PEOPLE}add/", {**form, "username": "A1ice"})
    assert refused.status_code == 200
    assert "looks like it" in refused.content.decode()
    assert browser.post(f"{PEOPLE}add/", {**form, "username": "Carla"}).status_code == 302
    carla = User.objects.get(username="Carla")
    assert (carla.display_name, carla.name_key) == ("Carla", fold("Carla"))


def test_the_list_of_people_does_not_reveal_who_writes_during_a_match(alice, bob):
    match = running(alice, bob)
    chat.say(match.pk, bob, "table", "I am Bob")
    message = match.messages.get()
    browser = staff_browser()
    for lookup in (f"messages={message.pk}", "messages__gt=0", "reports__isnull=False"):
        assert browser.get(f"{PEOPLE}?{lookup}").status_code == 400, lookup
    assert browser.get(f"{PEOPLE}?is_guest__exact=0").status_code == 200


@pytest.mark.parametrize("step", ["add/", "{}/change/", "{}/delete/"])
def test_no_table_can_be_added_edited_or_deleted(step, alice):
    match = open_table(alice)
    path = f"/admin/matches/match/{step.format(match.pk)}"
    assert staff_browser().post(path, {"post": "yes"}).status_code == 403
    assert fresh(match).status == Match.Status.OPEN


def test_a_table_and_its_players_can_be_viewed(alice):
    match = open_table(alice)
    shown = staff_browser().get(f"/admin/matches/match/{match.pk}/change/").content.decode()
    assert match.code in shown
    assert "Alice" in shown
    assert 'name="_save"' not in shown


@pytest.mark.sqlite
@pytest.mark.parametrize("form", [{"groups": "9" * 40}, {"user_permissions": ["1", "9" * 19]}])
def test_a_choice_too_large_for_its_column_is_refused(form, alice):
    client = staff_browser()
    answer = client.post(f"/admin/accounts/user/{alice.pk}/change/", {"username": "alice", **form})
    assert answer.status_code < 500
    assert User.objects.get(pk=alice.pk).username == alice.username
    listed = {"action": "delete_selected", "_selected_action": "9" * 40}
    assert client.post("/admin/accounts/user/", listed).status_code < 500
    assert User.objects.filter(pk=alice.pk).exists()
