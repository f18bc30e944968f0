"""Joining a league and entering its season is one press."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.leagues.membership import services as membership
from games.leagues.models import Member, Season
from games.leagues.seasons import services as seasons
from tests.conftest import account
from tests.leagues.league_play import found, season_of
from tests.leagues.organiser.visitors import client_of, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(owner):
    return season_of(found(owner), owner, [])


def join(client, season, **data):
    return client.post(f"/leagues/{season.league.slug}/join/", data)


def test_who_joins_enters_the_open_season_with_the_same_press(season):
    ada = account("Ada")
    client = client_of(ada)
    assert "Join the league and enter" in text(client.get(season.get_absolute_url()))
    assert "Enter First as well" in text(client.get(season.league.get_absolute_url()))
    answer = join(client, season, enter=season.number)
    assert answer.url == season.get_absolute_url()
    assert season.entries.filter(user=ada, status="confirmed").exists()


def test_who_has_joined_is_led_to_where_one_says_when_one_can_play(season):
    hours = f'<a href="/leagues/{season.league.slug}/hours/">Say when you can play.</a>'
    for name, wanted in (("Ada", {"enter": season.number}), ("Ben", {})):
        client = client_of(account(name))
        answer = join(client, season, **wanted)
        assert hours in text(client.get(answer.url))


def test_who_does_not_want_to_enter_only_joins(season):
    ada = account("Ada")
    join(client_of(ada), season)
    assert Member.objects.filter(user=ada, status="active").exists()
    assert not season.entries.exists()


def test_who_is_invited_enters_with_accepting(owner, season):
    token = membership.invite(season.league, owner, role="member", uses=1, days=7, note="")
    ada = account("Ada")
    client = client_of(ada)
    client.get(f"/leagues/invitation/{token}/")
    assert "Enter First as well" in text(client.get("/leagues/invitation/"))
    client.post("/leagues/invitation/", {"enter": season.number})
    assert season.entries.filter(user=ada).exists()


def test_nobody_enters_a_season_that_is_not_open_by_joining(owner, season):
    Season.objects.update(registration_closes_at=timezone.now() - timedelta(hours=1))
    ada = account("Ada")
    client = client_of(ada)
    assert "as well" not in text(client.get(season.league.get_absolute_url()))
    join(client, season, enter=season.number)
    assert Member.objects.filter(user=ada).exists()
    assert not season.entries.exists()
    draft = seasons.open_season(season.league, owner, name="Second", format="swiss")
    join(client_of(account("Ben")), season, enter=draft.number)
    assert not draft.entries.exists()
