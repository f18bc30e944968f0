"""Divisions: arranged by owners, filled by hand where an organiser says so, and by seeding else."""

import pytest

from games.leagues import errors
from games.leagues.models import Entry, Season
from games.leagues.seasons import divisions, draws, entries
from games.leagues.seasons import services as seasons
from tests.leagues.league_play import found, people, season_of

pytestmark = pytest.mark.django_db

TWO = [{"name": "First", "relegates": 1}, {"name": "Second", "promotes": 1}]


@pytest.fixture
def season(owner):
    """A season of six that is open for registration, with two divisions."""
    season = season_of(found(owner), owner, people(6), format="round_robin")
    divisions.arrange(season, owner, divisions=TWO)
    return season


def test_whom_an_organiser_puts_into_a_division_stays_there_when_the_season_begins(season, owner):
    first, second = season.divisions.all()
    one, other = season.entries.first(), season.entries.last()
    entries.place(one, owner, second, reason="Asked for it.")
    entries.place(other, owner, first)
    seasons.begin(season, owner)
    assert Entry.objects.get(pk=one.pk).division == second
    assert Entry.objects.get(pk=other.pk).division == first
    assert [draws.size_of(division) for division in (first, second)] == [3, 3]


def test_nobody_is_lost_where_more_are_put_into_a_division_than_fit(season, owner):
    first, second = season.divisions.all()
    divisions.arrange(season, owner, divisions=[{**TWO[0], "capacity": 2}, TWO[1]])
    for entry in season.entries.all()[:4]:
        entries.place(entry, owner, first)
    seasons.begin(season, owner)
    assert [draws.size_of(division) for division in (first, second)] == [4, 2]


def test_where_all_is_drawn_at_once_nobody_is_moved_any_more_once_it_runs(season, owner):
    seasons.begin(season, owner)
    first, second = season.divisions.all()
    with pytest.raises(errors.WrongStage):
        entries.place(first.entries.first(), owner, second)


def test_divisions_are_added_renamed_and_removed_and_stay_once_the_season_has_begun(season, owner):
    entry = season.entries.first()
    entries.place(entry, owner, season.divisions.last())
    divisions.arrange(season, owner, divisions=[{"name": "Only", "promotes": 0, "relegates": 0}])
    assert [one.name for one in season.divisions.all()] == ["Only"]
    assert Entry.objects.get(pk=entry.pk).division is None
    divisions.arrange(season, owner, divisions=[*TWO, {"name": "Third"}])
    assert [(one.tier, one.name) for one in season.divisions.all()] == [
        (1, "First"), (2, "Second"), (3, "Third"),
    ]  # fmt: skip
    with pytest.raises(errors.BadSetting):
        divisions.arrange(season, owner, divisions=[])
    seasons.begin(season, owner)
    with pytest.raises(errors.WrongStage):
        divisions.arrange(season, owner, divisions=TWO)


def test_who_waits_moves_up_when_an_owner_makes_room(owner):
    season = season_of(found(owner), owner, people(6), capacity=4)
    seasons.edit_season(season, owner, capacity=5)
    status = season.entries.order_by("pk").values_list("status", flat=True)
    assert [*status] == ["confirmed"] * 5 + ["waiting"]


def test_a_stale_page_does_not_change_how_a_season_is_played_after_it_began(owner):
    season = season_of(found(owner), owner, people(4))
    stale = Season.objects.get()
    seasons.begin(season, owner)
    with pytest.raises(errors.SettingsFrozen):
        seasons.edit_season(stale, owner, format="round_robin")
    assert Season.objects.get().format == "swiss"
