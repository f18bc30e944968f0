"""A rebuilt pool equals the pool that was rated match by match, in any batches."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.catalog import GAMES
from games.matches.models import Match
from games.ratings import rebuilding, services
from games.ratings.models import GLOBAL, Pool, Rated, Rating, RatingChange
from tests.ratings.history import BEGIN, crowd, ended, many, random_rows

pytestmark = pytest.mark.django_db
SKILLS = ("user", "side", "rating", "deviation", "volatility", "at_least", "played", "last_at")
CHANGES = (
    "rating__user", "rating__side", "match", "before", "after", "deviation_before",
    "deviation_after", "expected", "score", "at",
)  # fmt: skip


def kept(key: str = GLOBAL) -> list[tuple[object, ...]]:
    """Return the contents of the current pools of a key, without row numbers."""
    current = {"pool__key": key, "pool__state": "current"}
    changes = {f"rating__{name}": value for name, value in current.items()}
    return [
        *Rating.objects.filter(**current).order_by("pool__game", *SKILLS[:2]).values_list(*SKILLS),
        *RatingChange.objects.filter(**changes).order_by("at", *CHANGES).values_list(*CHANGES),
        *Rated.objects.filter(**current).order_by("match").values_list("match"),
    ]


def rebuild(**options: object) -> str:
    """Return the output of the command."""
    out = io.StringIO()
    call_command("rate", rebuild=True, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue()


@pytest.fixture
def users():
    return crowd(14)


@pytest.fixture
def played(users):
    """Return a pool of 60 matches, rated a few at a time as they ended."""
    rows = random_rows(users, 60)
    for start in range(0, 60, 7):
        many(rows[start : start + 7])
        services.catch_up()
    return rows


def test_rebuilding_is_exact_to_the_last_digit_in_any_batches(
    played,
):
    before = kept()
    assert len(before) > 120
    for batch in (1, 13, 500):
        rebuild(batch=batch)
        assert kept() == before
    assert Pool.objects.count() == len(GAMES)
    assert set(Pool.objects.values_list("state", "is_public")) == {("current", True)}
    assert Rated.objects.count() == 60
    Pool.objects.all().delete()
    assert not Rating.objects.exists()
    rebuild(afresh=True)
    assert kept() == before


def test_a_match_that_came_late_is_put_in_its_place(users):
    five = users[:5]
    ended("secret-hitler", five, "liberal", BEGIN.replace(day=2))
    services.catch_up()
    ended("secret-hitler", five, "fascist", BEGIN)
    services.catch_up()
    late = kept()
    rebuild()
    in_order = kept()
    assert in_order != late
    Match.objects.update(is_weighed=False)
    Pool.objects.all().delete()
    services.catch_up()
    assert kept() == in_order


def test_matches_not_yet_considered_are_included(users):
    ended("secret-hitler", users[:5], "liberal", BEGIN)
    rebuild()
    assert Rated.objects.count() == 1
    before = kept()
    services.catch_up()
    assert kept() == before
    assert Match.objects.get().is_weighed


def test_a_match_that_ends_during_a_rebuild_is_included(users, monkeypatch):
    rows = random_rows(users, 20)
    many(rows[:10])
    services.catch_up()
    enter = rebuilding._enter
    more = [rows[10:]]

    def entering(*args, **named):
        if more:
            many(more.pop())
            services.catch_up()
        enter(*args, **named)

    monkeypatch.setattr(rebuilding, "_enter", entering)
    rebuild()
    monkeypatch.undo()
    meanwhile = kept()
    assert Rated.objects.count() == 20
    rebuild()
    assert kept() == meanwhile


def test_an_interrupted_rebuild_leaves_the_pool_unchanged(played, monkeypatch):
    before = kept()

    def torn(*args, **named):
        raise KeyboardInterrupt

    monkeypatch.setattr(rebuilding, "_swap", torn)
    with pytest.raises(KeyboardInterrupt):
        rebuild(batch=10)
    monkeypatch.undo()
    assert kept() == before
    rebuild()
    assert kept() == before
    assert Pool.objects.count() == len(GAMES)


def test_a_claimed_guest_account_changes_nothing_unless_redecided(users):
    guest = users[0]
    type(guest).objects.filter(pk=guest.pk).update(is_guest=True)
    ended("secret-hitler", users[:5], "liberal", BEGIN)
    ended("secret-hitler", users[5:10], "liberal", BEGIN)
    services.catch_up()
    type(guest).objects.filter(pk=guest.pk).update(is_guest=False)
    before = kept()
    rebuild()
    assert kept() == before
    rebuild(afresh=True)
    assert Rated.objects.count() == 2


def test_a_leagues_pool_is_rebuilt_from_its_own_matches(users, played):
    services.describe(pool_key="league:3", game_key="noir", title="Alpha", is_public=True)
    mine = Match.objects.filter(game="noir").order_by("ended_at")[:12]
    for match in mine:
        services.rate(match, "league:3")
    before, everybody = kept("league:3"), kept()
    assert rebuild(pool="league:3") == "noir: 12 matches rated\n"
    assert kept("league:3") == before
    assert kept() == everybody
    pool = Pool.objects.get(key="league:3")
    assert (pool.title, pool.is_public) == ("Alpha", True)


def test_one_game_is_rebuilt_with_progress_on_standard_error(played):
    other = Pool.objects.get(game="secret-hitler").pk
    out, err = io.StringIO(), io.StringIO()
    call_command("rate", rebuild=True, game="noir", batch=5, stdout=out, stderr=err)
    count = Match.objects.filter(game="noir").count()
    assert out.getvalue() == f"noir: {count} matches rated\n"
    assert err.getvalue().startswith(f"0/{count},")
    assert f"\n{count}/{count}," in err.getvalue()
    assert Pool.objects.get(game="secret-hitler").pk == other


def test_without_rebuild_the_command_rates_the_remaining_matches(users):
    many(random_rows(users, 30))
    out = io.StringIO()
    call_command("rate", stdout=out)
    assert out.getvalue() == "30 matches checked\n"
    assert Rated.objects.count() == 30


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "chess"}, "Unknown game: chess"),
        ({"pool": "league:9"}, "No current pool has the key league:9"),
        ({"pool": "league:9", "game": "noir"}, "No current pool has the key league:9"),
    ],
)
def test_an_unknown_pool_or_game_is_an_error(db, wrong, said):
    with pytest.raises(CommandError, match=said):
        rebuild(**wrong)
