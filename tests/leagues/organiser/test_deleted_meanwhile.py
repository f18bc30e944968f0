"""Organisers decide about a member who deletes the account at that moment."""

import pytest

from games.leagues.audit import recorder
from games.leagues.models import Chair, Entry, Season
from games.leagues.seasons import services as seasons
from tests.accounts.test_deleted_meanwhile import delete_before, is_told
from tests.conftest import account
from tests.leagues.league_play import drawn, found, people, season_of
from tests.leagues.organiser.visitors import Crowd, admit, client_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def decide(owner, monkeypatch):
    """Let Olga decide about Mia, who deletes her account once that is being done."""
    member = admit(found(owner), account("Mia"), "member")
    crowd, browser = Crowd(member.league, {}, {}), client_of(owner)
    browser.raise_request_exception = False

    def decide(name: str, *args, **typed):
        address = crowd.address(name, *args)
        delete_before(monkeypatch, recorder, "lock", member.user)
        return browser.post(address, {**typed, "member": member.pk, "reason": "It is so."})

    decide.member = member
    return decide


def begun(decide, owner, **fields) -> Season:
    """Return a season of Mia's league that runs without her."""
    season = season_of(decide.member.league, owner, people(4), **fields)
    seasons.begin(season, owner)
    return Season.objects.get(pk=season.pk)


def test_a_member_who_is_entered(decide, owner):
    season = season_of(decide.member.league, owner, [])
    assert is_told(decide("run-enter", season))
    assert not Entry.objects.exists()


def test_a_member_who_joins_late(decide, owner):
    season = begun(decide, owner)
    assert is_told(decide("run-late", season, points=0))
    assert season.entries.count() == 4


def test_a_member_who_takes_a_player_s_place(decide, owner):
    season = begun(decide, owner, format="round_robin")
    assert is_told(decide("run-replace", season, season.entries.first()))
    assert not season.entries.filter(user=None).exists()


def test_a_member_who_stands_in(decide, owner):
    season = begun(decide, owner)
    fixture = drawn(season, owner).fixtures.first()
    chair = fixture.chairs.first()
    assert is_told(decide("run-substitute", season, fixture, chair=chair.pk))
    assert not Chair.objects.exclude(substitute=None).exists()


@pytest.mark.parametrize("name", ["run-role", "run-ban"])
def test_a_member_who_is_given_a_role_or_banned(decide, name):
    answer = decide(name, decide.member, role="arbiter")
    assert answer.status_code == 409
    assert "changed" in answer.content.decode()
