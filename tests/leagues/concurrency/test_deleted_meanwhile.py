"""Organisers decide about a member who deletes their account at the same moment."""

import pytest

from games.leagues.audit import recorder
from games.leagues.models import Chair, Entry
from tests.accounts.test_deleted_meanwhile import delete_before, is_told
from tests.leagues.organiser.step_plans import mia, settle_league
from tests.leagues.organiser.steps import address_of, taker_of
from tests.leagues.organiser.visitors import client_of, text

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def decide(owner, monkeypatch):
    """Return the response to a step about Mia, who deletes her account during the request."""
    settle_league(owner)

    def decide(name: str):
        address, typed = address_of(name)
        browser = client_of(taker_of(name))
        browser.raise_request_exception = False
        delete_before(monkeypatch, recorder, "lock", mia().user)
        return browser.post(address, {**typed, "reason": "It is so."})

    return decide


@pytest.mark.parametrize("name", ["run-enter", "run-replace", "run-substitute"])
def test_a_deleted_member_gets_no_place(decide, name):
    entries = Entry.objects.count()
    assert is_told(decide(name))
    assert Entry.objects.count() == entries
    assert not Entry.objects.filter(user=None).exists()
    assert not Chair.objects.exclude(substitute=None).exists()


@pytest.mark.parametrize("name", ["run-role", "run-ban"])
def test_a_deleted_member_can_neither_be_given_a_role_nor_banned(decide, name):
    answer = decide(name)
    assert answer.status_code == 409
    assert "changed" in text(answer)
