"""The number of presses that an organiser needs, counted on the actual pages."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.leagues.fixtures import disputes
from games.leagues.models import Audit, Fixture, Season
from games.leagues.seasons import asking, divisions, sitting_out
from games.leagues.seasons import services as seasons
from tests.leagues.league_play import drawn, found, people, play_fixture, season_of
from tests.leagues.organiser.pressing import Browser
from tests.leagues.organiser.visitors import admit, client_of

pytestmark = pytest.mark.django_db


def test_a_league_with_a_season_open_for_entries_takes_four_presses(owner):
    at = Browser(client_of(owner)).open("/leagues/")
    at.press("Create the first")
    at.type(name="Grey Chamber").press("Create the league")
    at.press("Prepare a season").press("Prepare the season")
    assert at.presses == 4
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


def test_a_table_night_of_two_divisions_takes_three_presses_after_attendance_is_known(owner):
    season = season_of(
        found(owner, "secret-hitler"), owner, people(12), format="tables", rounds_planned=2,
        table_size=6, asks_attendance=True, starts_at=timezone.now() + timedelta(days=3),
    )  # fmt: skip
    divisions.arrange(season, owner, divisions=[{"name": "First"}, {"name": "Second"}])
    seasons.begin(season, owner)
    asking.ask_due()
    assert season.notices.filter(kind="asked", sent_at=None).count() == 24  # now and as a reminder
    for entry in season.entries.all():
        sitting_out.say(entry, entry.user, 1, comes=True)
    at = Browser(client_of(owner)).open(f"{season.get_absolute_url()}run/")
    at.press("Draw those who said yes").press("Publish the next round").press("Publish the rounds")
    assert at.presses == 3
    begins = season.starts_at.replace(second=0, microsecond=0)
    assert list(Fixture.objects.values_list("starts_at", flat=True)) == [begins, begins]


def test_a_pause_with_dates_takes_two_presses_from_the_console(crowd, owner, season):
    at = Browser(crowd.clients["owner"]).open(crowd.address("run-season", season))
    first = timezone.now().date() + timedelta(days=20)
    typed = {"first_day": first.isoformat(), "last_day": (first + timedelta(days=9)).isoformat()}
    at.press("Pause the season").type(**typed, reason="Christmas").press("Pause the season")
    assert at.presses == 2
    season.refresh_from_db()
    assert season.breaks == [[*typed.values()]]


def test_an_import_of_forty_players_takes_three_presses_from_the_console(crowd, owner):
    players = people(40, "new")
    for user in players:
        admit(crowd.league, user, "member")
    season = season_of(crowd.league, owner, [])
    at = Browser(crowd.clients["owner"]).open(crowd.address("run-season", season))
    at.press("Import players").type(players="\n".join(f"{user.name},1500" for user in players))
    at.press("Read the list").press("Enter 40 players")
    assert at.presses == 3
    assert season.entries.filter(status="confirmed", seed_rating=1500).count() == 40


def test_everybody_shares_one_page_for_a_fixture_with_a_panel_for_organisers(crowd, owner, season):
    fixture = drawn(season, owner).fixtures.first()
    seen = {who: Browser(crowd.clients[who]).open(fixture.get_absolute_url()).text
            for who in ("stranger", "member", "scheduler", "arbiter")}  # fmt: skip
    drawer, forfeit = 'id="organise"', crowd.address("run-forfeit", season, fixture)
    assert {who: (drawer in page, forfeit in page) for who, page in seen.items()} == {
        "stranger": (False, False), "member": (False, False),
        "scheduler": (True, False), "arbiter": (True, True),
    }  # fmt: skip
