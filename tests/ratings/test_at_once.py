"""Several raters at the same moment: every match is rated once."""

import pytest

from games.matches.models import Match
from games.ratings import services
from games.ratings.models import GLOBAL, Rated, Rating, RatingChange
from games.ratings.rebuilding import rebuild
from tests.matches.play.test_at_once import at_once
from tests.ratings.history import crowd, many, random_rows

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]


def agrees_with_itself() -> bool:
    """Return whether every rating follows from its changes, with each match once."""
    return all(
        rating.changes.count() == rating.played
        and rating.changes.latest("at", "pk").after == rating.rating
        for rating in Rating.objects.all()
    )


def test_concurrent_raters_rate_nothing_twice(monkeypatch):
    monkeypatch.setattr(services, "BATCH", 7)
    many(random_rows(crowd(12), 60))
    looked_at = at_once([services.catch_up] * 4)
    assert sum(looked_at) == 60
    assert Rated.objects.count() == 60
    assert not Match.objects.filter(is_weighed=False).exists()
    assert agrees_with_itself()


def test_a_match_added_to_a_leagues_pool_twice_simultaneously_is_rated_once():
    [match] = many(random_rows(crowd(12), 1))
    results = at_once([lambda: services.rate(match, "league:1")] * 4)
    assert results == [True] * 4
    assert Rated.objects.count() == 1
    assert agrees_with_itself()


def test_simultaneous_rating_and_rebuilding_lose_nothing():
    rows = random_rows(crowd(12), 80)
    many(rows[:40])
    services.catch_up()
    many(rows[40:])

    def rebuilding() -> int:
        return sum(
            rebuild(GLOBAL, game, lambda _done, _whole: None, batch=5)
            for game in ("noir", "secret-hitler")
        )

    at_once([services.catch_up, rebuilding, services.catch_up])
    services.catch_up()
    assert Rated.objects.count() == 80
    assert set(Rated.objects.values_list("pool__state", flat=True)) == {"current"}
    assert RatingChange.objects.filter(rating__pool__state="current").exists()
    assert agrees_with_itself()
