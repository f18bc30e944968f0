"""The rating service: which matches are rated, when, and the stored changes."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone

from accounts import guests, privacy
from games.catalog import GAMES
from games.matches.models import Match, Player
from games.matches.play import services as services_of_matches
from games.matches.play import table_votes
from games.matches.play.memory import position_of
from games.noir.actions import Resign
from games.ratings import queries, rebuilding, services
from games.ratings.models import GLOBAL, Pool, Rated, Rating, RatingChange
from tests.history.play import finished, play_on, started
from tests.jobs import run_jobs
from tests.ratings.history import BEGIN, crowd, ended, many, random_rows

pytestmark = pytest.mark.django_db


def ratings(game: str = "secret-hitler", key: str = GLOBAL, side: str = "") -> dict[str, Rating]:
    """Return the ratings of a pool by username."""
    rows = Rating.objects.filter(pool__key=key, pool__game=game, side=side, pool__state="current")
    return {row.user.username: row for row in rows.select_related("user")}


def test_a_match_of_people_is_rated_once_it_is_over(five):
    match = started("secret-hitler", five)
    services.catch_up()
    assert not Rating.objects.exists()
    play_on(match, 10)
    services.catch_up()
    assert not Rating.objects.exists()
    over = play_on(match)
    assert services.catch_up() == 1
    found = ratings()
    assert len(found) == 5
    for player in over.players.select_related("user"):
        row = found[player.user.username]
        assert (row.rating > 1500) is player.won
        assert (row.played, row.last_at) == (1, over.ended_at)
        assert row.at_least == pytest.approx(row.rating - 1.96 * row.deviation)


def test_every_change_stores_before_after_and_expectation(five):
    over = finished("secret-hitler", five, seed=3)
    services.catch_up()
    for change in RatingChange.objects.select_related("rating"):
        side = over.players.get(user=change.rating.user_id).side
        assert change.match_id == over.pk
        assert change.expected == pytest.approx(0.46 if side == "liberal" else 0.54)
        assert change.score == (side == over.winner)
        assert change.before == 1500
        assert change.after == change.rating.rating
        assert change.deviation_after == change.rating.deviation < change.deviation_before
        assert change.at == over.ended_at


def test_noir_is_rated_on_the_side_played_and_combined(five):
    over = finished("noir", five[:2])
    services.catch_up()
    for player in over.players.select_related("user"):
        other = "inspector" if player.side == "killer" else "killer"
        own = ratings("noir", side=player.side)[player.user.username]
        whole = ratings("noir")[player.user.username]
        assert player.user.username not in ratings("noir", side=other)
        assert whole.rating == pytest.approx((own.rating + 1500) / 2)
        assert whole.deviation == pytest.approx((own.deviation**2 + 350**2) ** 0.5 / 2)


def test_a_draw_moves_equal_players_only_by_the_prior():
    ada, ben = crowd(2)
    ended("noir", [ada, ben], "", BEGIN)
    services.catch_up()
    killer, inspector = (ratings("noir", side=side) for side in ("killer", "inspector"))
    assert 0 < killer["p0"].rating - 1500 < 10
    assert killer["p0"].rating - 1500 == pytest.approx(1500 - inspector["p1"].rating)
    assert set(RatingChange.objects.values_list("score", flat=True)) == {0.5}


def test_rating_again_changes_nothing(five):
    finished("secret-hitler", five)
    assert services.catch_up() == 1
    before = list(Rating.objects.order_by("pk").values())
    assert services.catch_up() == 0
    Match.objects.update(is_weighed=False)  # as a save of an older row would leave it
    assert services.catch_up() == 1
    assert list(Rating.objects.order_by("pk").values()) == before
    assert Rated.objects.count() == 1


def test_the_referee_rates_as_a_periodic_job(five):
    finished("secret-hitler", five)
    run_jobs()
    assert Rating.objects.count() == 5


@pytest.mark.parametrize(
    "fields",
    [
        {"has_bots": True},
        {"is_abandoned": True},
        {"is_imported": True},
        {"status": "void"},
        {"status": "running"},
        {"winner": "green"},
    ],
    ids=str,
)
def test_matches_that_do_not_count_change_nothing(fields):
    match = ended("secret-hitler", crowd(5), "liberal", BEGIN, **fields)
    services.catch_up()
    assert services.rate(match, "league:1") is False
    assert not Rating.objects.exists()
    assert not Rated.objects.exists()


def left_by(match: Match, *users) -> Match:
    """Return `match` as if these players had left it before the end."""
    Player.objects.filter(match=match, user__in=users).update(is_away=True)
    Match.objects.filter(pk=match.pk).update(is_abandoned=True)
    return Match.objects.get(pk=match.pk)


def test_a_leaver_loses_to_the_winners_and_their_partners_lose_nothing():
    users = crowd(7)  # the last three are fascists
    left_by(ended("secret-hitler", users, "liberal", BEGIN), users[6])
    services.catch_up()
    found = ratings()
    assert found.keys() == {"p0", "p1", "p2", "p3", "p6"}
    assert all(found[name].rating > 1500 for name in ("p0", "p1", "p2", "p3"))
    assert found["p6"].rating < 1500


def test_nobody_escapes_a_lost_duel_by_leaving_it():
    users = crowd(4)
    ended("noir", users[:2], "killer", BEGIN)
    left_by(ended("noir", users[2:], "killer", BEGIN), users[3])
    services.catch_up()
    found = ratings("noir")
    assert found["p2"].rating == pytest.approx(found["p0"].rating)
    assert found["p3"].rating == pytest.approx(found["p1"].rating)
    assert found["p3"].rating < 1500


@pytest.mark.parametrize(("winner", "left"), [("liberal", [0]), ("liberal", [0, 6]), ("", [6])])
def test_a_match_does_not_count_where_somebody_left_who_has_not_lost(winner, left):
    users = crowd(7)
    match = left_by(
        ended("secret-hitler", users, winner, BEGIN), *(users[number] for number in left)
    )
    services.catch_up()
    assert services.rate(match, "league:1") is False
    assert not Rating.objects.exists()


def test_nobody_escapes_by_returning_for_the_last_move(five):
    match = play_on(started("noir", five[:2]), 2)
    table_votes.step_away(match.pk, five[1])
    seat = match.players.get(user=five[1]).seat
    match.refresh_from_db()
    services_of_matches.take(position_of(match), seat, Resign(), by="player")
    over = Match.objects.get(pk=match.pk)
    assert over.is_over
    assert not over.is_abandoned
    services.catch_up()
    assert ratings("noir")["ben"].rating < 1500 < ratings("noir")["ada"].rating


def test_deleting_an_account_in_a_lost_match_takes_nothing_from_the_winner():
    users = crowd(7)
    left_by(ended("secret-hitler", users, "liberal", BEGIN), users[6])
    privacy.delete_account(users[6])
    services.catch_up()
    assert ratings().keys() == {"p0", "p1", "p2", "p3"}


def test_matches_with_leavers_are_rebuilt_unchanged():
    users = crowd(7)
    left_by(ended("secret-hitler", users, "liberal", BEGIN), users[6])
    ended("secret-hitler", users, "fascist", BEGIN + timedelta(hours=1))
    services.catch_up()
    before = {name: row.rating for name, row in ratings().items()}
    rebuilding.rebuild(GLOBAL, "secret-hitler", lambda _done, _of: None)
    assert {name: row.rating for name, row in ratings().items()} == before


def test_a_match_with_a_guest_does_not_count_even_if_they_keep_the_account(five):
    guest = get_user_model().objects.create(username="g", display_name="Gert", is_guest=True)
    finished("secret-hitler", [*five[:4], guest])
    services.catch_up()
    assert not Rating.objects.exists()
    guests.claim(guest, username="gert", email="g@example.org", password="pw")
    services.catch_up()
    assert not Rating.objects.exists()


def test_matches_are_rated_in_the_order_in_which_they_ended():
    users = crowd(5)
    late = ended("secret-hitler", users, "liberal", BEGIN + timedelta(days=1))
    early = ended("secret-hitler", users, "fascist", BEGIN)
    services.catch_up()
    changes = RatingChange.objects.filter(rating__user=users[0]).order_by("pk")
    assert [change.match_id for change in changes] == [early.pk, late.pk]


def test_a_match_committed_late_is_still_rated():
    users = crowd(5)
    ended("secret-hitler", users, "liberal", BEGIN + timedelta(days=1))
    services.catch_up()
    ended("secret-hitler", users, "fascist", BEGIN)
    assert services.catch_up() == 1
    row = ratings()["p0"]
    assert row.played == 2
    assert row.last_at == BEGIN + timedelta(days=1)


def test_a_long_inactive_player_is_less_certain_and_moves_more():
    ada, ben, chiyo, dario = crowd(4)
    for n in range(20):
        ended("noir", [ada, ben], "killer" if n % 2 else "inspector", BEGIN + timedelta(hours=n))
        ended(
            "noir", [chiyo, dario], "killer" if n % 2 else "inspector", BEGIN + timedelta(hours=n)
        )
    later = BEGIN + timedelta(days=400)
    ended("noir", [ada, ben], "killer", BEGIN + timedelta(hours=20))
    ended("noir", [chiyo, dario], "killer", later)
    services.catch_up()
    soon, late = (
        RatingChange.objects.filter(rating__user=user, rating__side="killer").latest("at")
        for user in (ada, chiyo)
    )
    assert late.deviation_before > soon.deviation_before + 30
    assert late.after - late.before > soon.after - soon.before
    assert late.deviation_before <= 350


def test_two_pools_rate_the_same_match_independently(five):
    first, second = (finished("secret-hitler", five, seed=seed) for seed in (1, 2))
    services.catch_up()
    assert services.rate(second, "league:7") is True
    assert services.rate(second, "league:7") is True
    assert {row.played for row in ratings().values()} == {2}
    assert {row.played for row in ratings(key="league:7").values()} == {1}
    assert Rated.objects.filter(match=first).count() == 1
    assert Pool.objects.get(key="league:7").is_public is False


def test_a_pool_is_described_once_for_all():
    services.describe(pool_key="league:7", game_key="noir", title="Alpha", is_public=True)
    services.describe(pool_key="league:7", game_key="noir", title="Beta", is_public=True)
    pool = Pool.objects.get(key="league:7")
    assert (pool.title, pool.is_public) == ("Beta", True)


def test_a_deleted_account_counts_as_a_newcomer():
    users = crowd(5)
    for n in range(9):
        ended("secret-hitler", users, "liberal", BEGIN + timedelta(hours=n))
    services.catch_up()
    Player.objects.filter(user=users[0]).update(user=None)
    ended("secret-hitler", users, "liberal", BEGIN + timedelta(days=1))
    Player.objects.filter(user=users[0]).update(user=None)
    assert services.catch_up() == 1
    changes = RatingChange.objects.filter(at=BEGIN + timedelta(days=1))
    assert changes.count() == 4
    # Two of three liberals are known as winners by then, and one is nobody.
    assert 0.46 < changes.get(rating__user=users[1]).expected < 0.8


def test_only_the_leavers_own_ratings_are_deleted_with_the_account(five):
    finished("secret-hitler", five)
    services.catch_up()
    others = list(Rating.objects.exclude(user=five[0]).order_by("pk").values())
    privacy.delete_account(five[0])
    assert list(Rating.objects.order_by("pk").values()) == others
    assert RatingChange.objects.count() == 4
    services.catch_up()
    assert list(Rating.objects.order_by("pk").values()) == others


def test_a_game_without_statistics_is_rated_at_even_odds(nightfall):
    match = ended(nightfall.key, crowd(4), "village", timezone.now())
    assert services.catch_up() == 1
    changes = RatingChange.objects.filter(match=match)
    assert {change.expected for change in changes} == {0.5}
    assert queries.sides(nightfall) == []


def test_finding_matches_to_rate_does_not_read_rated_ones(django_assert_num_queries):
    users = crowd(5)
    for n in range(5):
        ended("secret-hitler", users, "liberal", BEGIN + timedelta(hours=n))
    services.catch_up()
    with django_assert_num_queries(len(GAMES)) as asked:
        services.catch_up()
    assert all('"is_weighed"' in query["sql"] for query in asked.captured_queries)


def test_matches_to_rate_are_found_with_their_own_index():
    many(random_rows(crowd(10), 600), is_weighed=True)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE matches_match")
    left = services._matches_to_rate(GAMES["noir"])
    assert "match_unweighed" in left.explain()
