"""What follows when the result of a fixture's match is collected: ratings in the right pool."""

import pytest

from games.leagues import rating_pool
from games.leagues.fixtures import results
from games.matches.models import Match
from games.ratings.models import Rated, Rating
from tests.leagues.league_play import drawn, play_fixture, running

pytestmark = pytest.mark.django_db


def pool_ratings(season):
    """Return the ratings in the league's own pool."""
    return Rating.objects.filter(pool__key=rating_pool.pool_of(season.league))


def test_a_fixture_is_rated_in_the_league_s_own_pool_for_those_who_played(owner):
    season, players = running(owner, 4)
    fixture = play_fixture(drawn(season, owner).fixtures.first())
    there = set(fixture.chairs.values_list("entry__user", flat=True))
    assert set(pool_ratings(season).values_list("user", flat=True)) == there
    assert len(there) == 2 < len(players)
    rated = Rated.objects.filter(pool__key=rating_pool.pool_of(season.league))
    assert set(rated.values_list("match", flat=True)) == set(
        fixture.games.values_list("match", flat=True)
    )
    assert rated.count() == Match.objects.filter(status="finished").count() == 2
    results.collect()
    assert rated.count() == 2


def test_a_season_that_is_not_rated_changes_no_rating_of_the_league(owner):
    season, _players = running(owner, 4, is_rated=False)
    fixture = play_fixture(drawn(season, owner).fixtures.first())
    assert fixture.is_settled
    assert not pool_ratings(season).exists()
