"""Two tabs, or two people with the same session, change an account at the same moment."""

import pytest
from allauth.account.adapter import get_adapter

from accounts import guests, privacy
from accounts.models import Block, User
from tests.accounts.conftest import log_in, sit_as_guest
from tests.accounts.test_profile import EDIT
from tests.matches.seating import open_table
from tests.overlapping import overlapping

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ANOTHER = "another battery 7"


def test_saving_a_profile_concurrently_does_not_restore_an_old_password(alice):
    tab = log_in("alice")
    _none, answer = overlapping(
        lambda: get_adapter().set_password(alice, ANOTHER),
        lambda: tab.post("/account/profile/", {**EDIT, "about": "I read."}),
    )
    assert answer.status_code == 302
    stored = User.objects.get(pk=alice.pk)
    assert stored.check_password(ANOTHER)
    assert stored.about == "I read."


def test_saving_a_profile_concurrently_does_not_turn_an_account_into_a_guest(db):
    tab, guest = sit_as_guest("Harriet")
    overlapping(
        lambda: guests.claim(guest, username="harriet", email="h@example.org", password=ANOTHER),
        lambda: tab.post("/account/profile/", {**EDIT, "display_name": "Harriet"}),
    )
    stored = User.objects.get(pk=guest.pk)
    assert (stored.is_guest, stored.username) == (False, "harriet")


@pytest.mark.parametrize("is_profile", [True, False])
def test_a_concurrent_save_does_not_restore_a_deleted_account(alice, is_profile):
    tab, known = log_in("alice"), User.objects.get(pk=alice.pk)
    overlapping(
        lambda: privacy.delete_account(alice),
        lambda: (
            tab.post("/account/profile/", EDIT)
            if is_profile
            else get_adapter().set_password(known, ANOTHER)
        ),
    )
    assert not User.objects.exists()


def test_an_account_deleted_in_two_tabs_is_deleted_once(alice):
    known = User.objects.get(pk=alice.pk)
    overlapping(lambda: privacy.delete_account(alice), lambda: privacy.delete_account(known))
    privacy.delete_account(known)
    assert not User.objects.exists()


def test_an_account_is_deleted_even_if_somebody_blocks_it_at_that_moment(alice, bob):
    tab = log_in("bob")
    _none, answer = overlapping(
        lambda: privacy.delete_account(alice),
        lambda: tab.post(f"/account/block/{alice.public_id}/"),
    )
    assert answer.status_code == 404
    assert [*User.objects.all()] == [bob]
    assert not Block.objects.exists()


def test_a_player_whose_account_is_being_deleted_cannot_sit_down(alice, bob):
    match, tab = open_table(alice), log_in("bob")
    _none, answer = overlapping(
        lambda: privacy.delete_account(bob), lambda: tab.post(f"{match.get_absolute_url()}sit/")
    )
    assert answer["Location"] == "/account/login/"
    assert [player.name for player in match.players.all()] == ["Alice"]
