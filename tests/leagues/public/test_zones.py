"""Time zones: only current names are offered; the browser's zone is used once and confirmed."""

import re
from zoneinfo import ZoneInfo

import pytest

from games.leagues.membership import time_zones
from games.leagues.models import League, Member
from tests.conftest import account
from tests.leagues.league_play import found, season_of
from tests.leagues.organiser.visitors import client_of
from tests.leagues.season_pages import move_deadline


def test_the_list_has_only_current_names_and_the_system_knows_each():
    names = time_zones.zones()
    assert {"UTC", "Europe/Kyiv", "Asia/Kolkata", "America/Argentina/Buenos_Aires"} <= set(names)
    assert not {"Europe/Kiev", "Asia/Calcutta", "US/Eastern", "GB", "America/Buenos_Aires"} & set(
        names
    )
    assert [ZoneInfo(name).key for name in names] == list(names)


@pytest.mark.parametrize(
    ("said", "meant"),
    [("Asia/Calcutta", "Asia/Kolkata"), ("Europe/Rome", "Europe/Rome"), ("Mars/Phobos", "")],
)
def test_an_obsolete_name_is_replaced_by_the_current_one(said: str, meant: str):
    assert time_zones.current(said) == meant


def test_a_league_s_own_texts_are_marked_with_their_language(duels, stranger):
    League.objects.update(about="Benvenuti", language="it")
    page = stranger.get(duels.season.league.get_absolute_url()).content.decode()
    assert 'lang="it"><p>Benvenuti' in page


def test_a_page_names_its_zone_unless_the_script_shows_local_times(duels, stranger):
    page = duels.season.get_absolute_url()
    League.objects.update(timezone="Europe/Berlin")
    assert "Times are shown in Europe/Berlin." in stranger.get(page).content.decode()
    League.objects.update(timezone="UTC")  # the script sets such times
    assert "Times are shown in" not in stranger.get(page).content.decode()


@pytest.mark.parametrize("path", ["1/wall/", "audit/"])
def test_all_times_on_a_page_use_the_same_zone(fixture, owner, path: str):
    season = fixture.round.division.season
    League.objects.update(timezone="UTC")
    move_deadline(owner, season, fixture.round)
    shown = client_of(owner).get(f"{season.league.get_absolute_url()}{path}").content.decode()
    assert "data-form=" in shown
    # A time of day without a date, as in a season's settings, is the league's own.
    assert not re.search(r"(, |figure\">)\d\d:\d\d", re.sub(r"<time [^>]*>[^<]*</time>", "", shown))


def test_the_browser_s_zone_is_taken_when_joining_and_confirmed_later(owner):
    season = season_of(found(owner), owner, [])
    ada = account("Ada")
    client = client_of(ada)
    client.post(f"/leagues/{season.league.slug}/join/", {"zone": "Asia/Calcutta"})
    assert Member.objects.get(user=ada).timezone == "Asia/Kolkata"
    page = client.get(season.league.get_absolute_url()).content.decode()
    assert "Times here are shown in Kolkata" in page
    assert "Wrong time zone?" in page
