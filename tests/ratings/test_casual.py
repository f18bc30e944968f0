"""Casual matches and first matches: unchanged ratings, and tables that require experience."""

from datetime import timedelta

import pytest

from games.matches import errors
from games.matches.lobby import services as lobby
from games.matches.models import Player
from games.matches.play import experience
from games.ratings import rebuilding, services
from games.ratings.models import GLOBAL, Rated, Rating
from tests.history.play import finished, started
from tests.matches.seating import open_table
from tests.ratings.history import BEGIN, crowd, ended

pytestmark = pytest.mark.django_db


@pytest.fixture
def first_matches_are_casual(settings):
    settings.FIRST_MATCHES = 5


def rated_people() -> set[str]:
    return {row.user.username for row in Rating.objects.filter(side="").select_related("user")}


@pytest.fixture
def has_played():
    """Give a user a history of some matches, against somebody who plays nowhere else."""
    [other] = crowd(1)

    def add(user, count: int) -> None:
        for number in range(count):
            at = BEGIN + timedelta(hours=number)
            ended("noir", [user, other], "killer", at, is_weighed=True)

    return add


def test_a_casual_match_changes_no_rating_now_or_when_the_pool_is_rebuilt(five):
    match = finished("secret-hitler", five)
    match.is_rated = False
    match.save()
    services.catch_up()
    rebuilding.rebuild(GLOBAL, "secret-hitler", lambda done, of: None, afresh=True)
    assert not Rating.objects.exists()
    assert not Rated.objects.exists()


def test_a_first_match_changes_the_ratings_of_the_others_only(
    five, has_played, first_matches_are_casual
):
    first, *others = five
    for user in others:
        has_played(user, 5)
    match = finished("secret-hitler", five)
    assert [one.user for one in match.players.filter(is_newcomer=True)] == [first]
    services.catch_up()
    assert rated_people() == {"ben", "chiyo", "dario", "elif"}
    rebuilding.rebuild(GLOBAL, "secret-hitler", lambda done, of: None, afresh=True)
    assert rated_people() == {"ben", "chiyo", "dario", "elif"}


def test_a_leagues_pool_rates_first_matches_too(five, first_matches_are_casual):
    match = finished("secret-hitler", five)
    assert services.rate(match, "league 1")
    assert rated_people() == {"ada", "ben", "chiyo", "dario", "elif"}
    services.catch_up()
    assert not Rating.objects.filter(pool__key=GLOBAL).exists()


def test_the_sixth_match_is_not_a_first_match(five, has_played, first_matches_are_casual):
    has_played(five[0], 4)
    has_played(five[1], 5)
    newcomers = started("secret-hitler", five).players.filter(is_newcomer=True)
    assert {player.user.username for player in newcomers} == {"ada", "chiyo", "dario", "elif"}


def test_matches_against_bots_are_not_first_matches(five, first_matches_are_casual):
    match = lobby.play_bots(
        host=five[0], game="noir", seats_min=2, seats_max=2, visibility="link", language="en"
    )
    assert [player.bot for player in match.players.filter(is_newcomer=True)] == [""]


@pytest.mark.parametrize(("finished_matches", "may_sit"), [(0, False), (4, False), (5, True)])
def test_a_table_requires_finished_matches_not_wins(five, has_played, finished_matches, may_sit):
    has_played(five[1], finished_matches)
    Player.objects.filter(user=five[1]).update(won=False)
    match = open_table(five[0])
    match.least_matches = 5
    match.save()
    if may_sit:
        lobby.sit(match.pk, five[1])
    else:
        with pytest.raises(errors.TooFewMatches):
            lobby.sit(match.pk, five[1])
    assert match.players.filter(user=five[1]).exists() is may_sit


def test_running_matches_do_not_count_as_finished(five):
    started("secret-hitler", five)
    assert experience.with_matches([five[0].pk], 1) == set()


def test_a_lobby_row_shows_a_tables_requirement_and_whether_it_is_rated(client, five):
    match = open_table(five[0])
    assert "Rated" in client.get("/tables/").content.decode()
    match.is_rated, match.least_matches = False, 20
    match.save()
    for page in ("/tables/", match.get_absolute_url()):
        found = client.get(page).content.decode()
        assert ("Casual" in found, "Rated" in found, "From 20 matches" in found) == (
            True,
            False,
            True,
        )


def test_experience_costs_one_query_however_long_a_history_is(
    five, has_played, django_assert_num_queries
):
    has_played(five[0], 40)
    with django_assert_num_queries(1):
        assert experience.with_matches([user.pk for user in five], 40) == {five[0].pk}
