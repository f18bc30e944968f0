"""Two tabs, or two people with the same session, change an account at the same moment."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.account.adapter import get_adapter
from django.db import connection

from accounts import guests, privacy
from accounts.models import Block, User
from tests.accounts.conftest import log_in, sit_as_guest
from tests.accounts.test_profile import EDIT
from tests.overlapping import overlapping

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ANOTHER = "another battery 7"


def test_a_profile_saved_meanwhile_takes_no_new_password_back(alice):
    tab = log_in("alice")
    _none, answer = overlapping(
        lambda: get_adapter().set_password(alice, ANOTHER),
        lambda: tab.post("/account/profile/", {**EDIT, "about": "I read."}),
    )
    assert answer.status_code == 302
    stored = User.objects.get(pk=alice.pk)
    assert stored.check_password(ANOTHER)
    assert stored.about == "I read."


def test_a_profile_saved_meanwhile_makes_no_guest_of_an_account(db):
    tab, guest = sit_as_guest("Harriet")
    overlapping(
        lambda: guests.claim(guest, username="harriet", email="h@example.org", password=ANOTHER),
        lambda: tab.post("/account/profile/", {**EDIT, "display_name": "Harriet"}),
    )
    stored = User.objects.get(pk=guest.pk)
    assert (stored.is_guest, stored.username) == (False, "harriet")


@pytest.mark.parametrize("is_profile", [True, False])
def test_nothing_saved_meanwhile_brings_a_deleted_account_back(alice, is_profile):
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


def test_who_deletes_an_account_in_two_tabs_deletes_it_once(alice):
    known = User.objects.get(pk=alice.pk)
    overlapping(lambda: privacy.delete_account(alice), lambda: privacy.delete_account(known))
    privacy.delete_account(known)
    assert not User.objects.exists()


def test_an_account_is_deleted_though_somebody_blocks_it_at_that_moment(alice, bob):
    blocks = []

    def block() -> None:
        blocks.append(Block.objects.create(by=bob, user=alice).pk)
        connection.close()

    def block_first(execute, sql, *arguments):
        if sql.startswith('DELETE FROM "accounts_user"') and not blocks:
            with ThreadPoolExecutor(1) as thread:
                thread.submit(block).result(timeout=30)
        return execute(sql, *arguments)

    with connection.execute_wrapper(block_first):
        privacy.delete_account(alice)
    assert len(blocks) == 1
    assert [*User.objects.all()] == [bob]
    assert not Block.objects.exists()
