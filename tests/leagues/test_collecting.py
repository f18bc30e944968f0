"""The effects of collecting the result of a fixture's match, and the queries this needs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from config.wiring import PERIODIC_JOBS
from games.leagues import rating_pool
from games.leagues.fixtures import results
from games.matches.models import Match
from games.ratings.models import GLOBAL, Rated, Rating
from games.ratings.services import catch_up
from tests.leagues.league_play import drawn, found, play_fixture, running
from tests.leagues.public import making

pytestmark = pytest.mark.django_db


def pool_ratings(season):
    """Return the ratings in the league's own pool."""
    return Rating.objects.filter(pool__key=rating_pool.pool_of(season.league))


def test_a_fixture_is_rated_in_the_league_s_own_pool_for_its_players(owner):
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


def test_a_league_s_pool_is_separate_from_other_leagues_and_the_site(owner):
    season, _players = running(owner, 4)
    play_fixture(drawn(season, owner).fixtures.first())
    own, other = rating_pool.pool_of(season.league), rating_pool.pool_of(found(owner))
    assert len({own, other, GLOBAL}) == 3
    assert set(Rating.objects.values_list("pool__key", flat=True)) == {own}
    catch_up()
    assert set(Rating.objects.values_list("pool__key", flat=True)) == {own, GLOBAL}


def test_an_unrated_season_changes_no_rating_of_the_league(owner):
    season, _players = running(owner, 4, is_rated=False)
    fixture = play_fixture(drawn(season, owner).fixtures.first())
    assert fixture.is_settled
    assert not pool_ratings(season).exists()


@pytest.mark.parametrize("name", ["times", "tables", "warnings", "reminders"])
def test_a_job_of_leagues_needs_one_query_while_no_round_is_open(owner, name):
    (job,) = (one for one in PERIODIC_JOBS if one.name == f"leagues: {name}")
    with CaptureQueriesContext(connection) as without:
        job.run()
    users = making.people(14)
    making.table_nights(making.season(making.league(owner, users), users, format="tables"), 1)
    with CaptureQueriesContext(connection) as with_one:
        job.run()
    assert len(without) == 1 < len(with_one)
