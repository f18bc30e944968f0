"""A circle becomes a league without registering anybody again."""

import pytest

from accounts.models import User
from games.circles import membership
from games.leagues.models import League, Season
from tests.circles.company import FIVE, circle_of, look, page, press

pytestmark = pytest.mark.django_db


def test_all_members_are_in_the_league_and_in_its_season_and_the_host_owns_it(
    circle, alice, bob, carol
):
    User.objects.filter(pk=carol.pk).update(is_guest=True)
    answer = press(alice, circle, "league/", zone="Europe/Berlin")
    league = League.objects.get()
    assert answer["Location"] == f"/leagues/{league.slug}/run/"
    assert (league.name, league.game, league.timezone) == ("Friday", "noir", "Europe/Berlin")
    assert {(one.user.name, one.role) for one in league.members.all()} == {
        ("Alice", "owner"), ("Bob", "member"), ("Carol", "member"),
    }  # fmt: skip
    season = Season.objects.get()
    assert {entry.name for entry in season.entries.filter(status="confirmed")} == {
        "Alice", "Bob", "Carol",
    }  # fmt: skip
    assert look(bob, season.get_absolute_url()).status_code == 200
    assert league.get_absolute_url() in page(bob, circle)


def test_the_league_is_as_private_as_the_circle(circle, alice, mallory):
    press(alice, circle, "league/")
    league = League.objects.get()
    assert not league.is_listed
    assert look(mallory, league.get_absolute_url()).status_code in {403, 404}


def test_a_table_game_becomes_a_league_of_tables(alice, bob):
    circle = circle_of(alice, bob, name="Five", **FIVE)
    press(alice, circle, "league/")
    assert Season.objects.get().table_size == 5


def test_pressing_twice_makes_one_league(circle, alice):
    assert (
        press(alice, circle, "league/")["Location"] == press(alice, circle, "league/")["Location"]
    )
    assert League.objects.count() == 1


def test_only_the_host_creates_the_league_and_only_with_an_account(circle, alice, bob, mallory):
    assert press(bob, circle, "league/").status_code == 403
    assert press(mallory, circle, "league/").status_code == 404
    User.objects.filter(pk=alice.pk).update(is_guest=True)
    assert press(User.objects.get(pk=alice.pk), circle, "league/").status_code == 403
    assert "Create an account" in page(User.objects.get(pk=alice.pk), circle, "settings/")
    assert not League.objects.exists()


def test_leavers_and_invited_people_are_not_in_the_league(circle, alice, bob):
    membership.leave(circle, bob, keeps_name=True)
    press(alice, circle, "league/")
    assert not League.objects.get().members.filter(user=bob).exists()
