"""How many presses an organiser needs, counted on the pages themselves."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.leagues.fixtures import disputes
from games.leagues.models import Audit, Fixture, Season
from tests.leagues.league_play import drawn, play_fixture
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import client_of

pytestmark = pytest.mark.django_db


def test_a_league_its_season_and_open_entry_take_five_presses(owner):
    at = Browser(client_of(owner)).open("/leagues/")
    at.press("Create the first")
    at.type(name="Grey Chamber").press("Default settings for the rest")
    at.press("Create the league").press("Prepare a season").press("Prepare the season")
    assert at.presses == 5
    assert Season.objects.get().status == "registration"


def test_a_no_show_takes_two_presses_from_the_console(crowd, owner, season):
    fixture = drawn(season, owner).fixtures.first()
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now() - timedelta(minutes=5))
    at = Browser(crowd.clients["arbiter"]).open(crowd.address("run"))
    absent = fixture.chairs.first()
    at.press("No-show").type(reason="Nobody there.").press("Forfeit the fixture")
    assert at.presses == 2
    assert fixture.chairs.filter(forfeited=True).get() == absent
    assert "Undo" in at.text


def test_a_correction_takes_three_presses_from_the_fixture(crowd, owner, season):
    fixture = play_fixture(drawn(season, owner).fixtures.first())
    game = fixture.games.order_by("ordinal").first()
    loser = next(one["side"] for one in game.placings if not one["won"])
    at = Browser(crowd.clients["arbiter"]).open(fixture.get_absolute_url())
    at.press("Correct").choose(winner=loser).type(reason="Seen.").press("Correct the game")
    assert at.presses == 3
    game.refresh_from_db()
    assert {one["won"] for one in game.corrected if one["side"] == loser} == {True}


def test_a_dispute_takes_three_presses_from_the_console(crowd, owner, season):
    fixture = play_fixture(drawn(season, owner).fixtures.first())
    game = fixture.games.order_by("ordinal").first()
    loser = next(one for one in game.placings if not one["won"])
    user = fixture.chairs.get(entry=loser["entry"]).entry.user
    disputes.dispute(fixture, user, "The clock jumped.")
    at = Browser(crowd.clients["arbiter"]).open(crowd.address("run"))
    at.press("Decide the dispute").choose(**{f"game-{game.pk}": loser["side"]})
    at.type(decision="It did.").press("Decide the dispute")
    assert at.presses == 3
    assert Audit.objects.filter(verb="decide_dispute").exists()


def test_everybody_has_one_page_for_a_fixture_and_organisers_a_drawer_in_it(crowd, owner, season):
    fixture = drawn(season, owner).fixtures.first()
    seen = {who: Browser(crowd.clients[who]).open(fixture.get_absolute_url()).text
            for who in ("stranger", "member", "scheduler", "arbiter")}  # fmt: skip
    drawer, forfeit = 'id="organise"', crowd.address("run-forfeit", season, fixture)
    assert {who: (drawer in page, forfeit in page) for who, page in seen.items()} == {
        "stranger": (False, False), "member": (False, False),
        "scheduler": (True, False), "arbiter": (True, True),
    }  # fmt: skip
