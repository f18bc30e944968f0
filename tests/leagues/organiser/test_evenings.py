"""Frequent chores in one step: drawing all divisions together, and repeating a season."""

import pytest

from games.leagues import errors
from games.leagues.fixtures import results
from games.leagues.membership import services as membership
from games.leagues.models import Round, Season
from games.leagues.seasons import following, publishing, sitting_out
from games.leagues.seasons import services as seasons
from tests.leagues.league_play import entry_of, found, people, play_round, running, season_of
from tests.leagues.organiser.visitors import client_of, text
from tests.remembered import remembered

pytestmark = pytest.mark.django_db


@pytest.fixture
def divided(crowd, owner):
    """A Swiss season of the crowd's league with two divisions of four."""
    return in_two_divisions(crowd.league, owner)


@remembered
def in_two_divisions(league, owner):
    season = seasons.open_season(
        league, owner, name="Winter 7", format="swiss", games_per_fixture=2, rounds_planned=2,
        divisions=[{"name": "First", "relegates": 1}, {"name": "Second", "promotes": 1}],
    )  # fmt: skip
    seasons.open_registration(season, owner)
    for user in people(8):
        membership.join(league, user)
        seasons.register(season, user)
    seasons.begin(season, owner)
    return Season.objects.get(pk=season.pk)


def test_only_divisions_that_can_be_drawn_are_drawn(owner, divided):
    publishing.draft_everywhere(divided, owner)
    publishing.publish_everywhere(divided, owner)
    first = Round.objects.get(division__tier=1)
    play_round(first)
    assert [one.tier for one in publishing.drawable(divided)] == [1]
    assert publishing.draft_everywhere(divided, owner) == 1


def test_repeating_a_season_takes_two_presses_and_keeps_format_and_divisions(crowd, owner, divided):
    for _round in range(2):
        publishing.draft_everywhere(divided, owner)
        publishing.publish_everywhere(divided, owner)
        for published in Round.objects.filter(status="published"):
            play_round(published)
    results.close_rounds()
    seasons.close_season(divided, owner)
    page = text(crowd.get("owner", "run-season", divided))
    assert crowd.address("run-again", divided) in page
    asked = text(crowd.get("owner", "run-again", divided))
    assert 'value="Winter 8"' in asked
    assert crowd.post("owner", "run-again", divided, name="Winter 8").status_code == 302
    newest = Season.objects.order_by("-number").first()
    assert (newest.status, newest.format, newest.name) == ("registration", "swiss", "Winter 8")
    kept = list(newest.divisions.values_list("name", "promotes", "relegates"))
    assert kept == [("First", 0, 1), ("Second", 1, 0)]


def test_a_running_season_cannot_be_repeated(owner, divided):
    with pytest.raises(errors.WrongStage):
        following.open_again(divided, owner, name="Winter 8")
    assert Season.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "successor"), [("Winter 7", "Winter 8"), ("2026", "2027"), ("Autumn", "Season 2")]
)
def test_the_name_of_the_next_season_has_the_next_number(owner, name, successor):
    season = season_of(found(owner), owner, people(2))
    season.name = name
    assert following.next_name(season) == successor
    assert entry_of(season, season.entries.first().user)


def test_drawing_is_offered_once_enough_players_have_accepted(owner):
    season, players = running(owner, 6, "secret-hitler", asks_attendance=True)
    here = f"{season.get_absolute_url()}run/"
    draw, presence = f"{here}divisions/1/draft/", f"{here}divisions/1/presence/"
    browser = client_of(owner)
    page = text(browser.get(here))
    assert (draw in page, page.count(presence)) == (False, 2)  # in the inbox and in the division
    assert "Too few players are present for the next round." in text(browser.post(draw))
    assert publishing.drawable(season) == []
    for user in players[:5]:
        sitting_out.say(entry_of(season, user), user, 1, comes=True)
    page = text(browser.get(here))
    assert (draw in page, page.count(presence)) == (True, 1)


def test_a_season_without_enough_players_offers_invitations_instead_of_beginning(owner):
    season = season_of(found(owner, "secret-hitler"), owner, people(4))
    here = f"{season.get_absolute_url()}run/"
    page = text(client_of(owner).get(here))
    assert "The season can begin with 5 players." in page
    assert (f"{here}begin/" in page, "Invite people" in page) == (False, True)
    fifth = people(1, "fifth")[0]
    membership.join(season.league, fifth)
    seasons.register(season, fifth)
    page = text(client_of(owner).get(here))
    assert (f"{here}begin/" in page, "Invite people" in page) == (True, False)
