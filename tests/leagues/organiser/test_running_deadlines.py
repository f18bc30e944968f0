"""Deadlines by pages: schedulers move them, owners pause."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.leagues.models import Round, Season
from games.leagues.seasons import services as seasons
from tests.leagues.league_play import drawn, people, season_of
from tests.leagues.organiser.visitors import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def published(crowd, owner):
    """A round of the crowd's league that is played."""
    season = season_of(crowd.league, owner, people(4))
    seasons.begin(season, owner)
    return drawn(Season.objects.get(), owner)


def test_a_paused_season_says_so_and_no_deadline_moves_by_no_days(crowd, published):
    season = Season.objects.get()
    none = crowd.post("scheduler", "run-deadlines", season, days=0, reason="?")
    assert none.status_code == 422
    assert crowd.post("owner", "run-pause", season, reason="Christmas").status_code == 302
    assert "The season is paused" in text(crowd.get("scheduler", "run-season", season))


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"round_days": 2}, "round_days", "A round in progress would already have ended."),
        ({"deadline": "00:00"}, "deadline", "Choose a future time"),
    ],
)
def test_a_round_is_not_ended_by_settings_and_the_field_says_so(
    crowd, published, typed, field, words
):
    season = Season.objects.get()
    tonight = timezone.now().replace(hour=23, minute=59, second=59, microsecond=999_999)
    Round.objects.update(opens_at=tonight - timedelta(days=7), closes_at=tonight)
    kept = {"name": season.name, "round_days": 7, "deadline": "20:00"}
    answer = crowd.post("owner", "run-season-edit", season, **kept | typed)
    assert answer.status_code == 422
    assert [*answer.context["form"].errors] == [field]
    page = text(answer)
    assert page.count(words) == 1
    (refused,) = re.findall(r"<input[^>]* autofocus[^>]*>", page)
    assert f'name="{field}"' in refused
    assert f"id_{field}_error" in refused


@pytest.mark.parametrize("what", ["run-deadline", "run-round-deadline", "run-deadlines"])
def test_a_deadline_in_the_past_is_refused_at_its_field(crowd, published, what):
    season = Season.objects.get()
    fixture = published.fixtures.first()
    row = {"run-deadline": [fixture], "run-round-deadline": [published]}.get(what, [])
    name, past = ("ends_at", "2020-01-01T20:00") if row else ("days", -90)
    answer = crowd.post("scheduler", what, season, *row, **{name: past, "reason": "Holidays"})
    assert answer.status_code == 422
    assert "a future time" in answer.context["form"].errors[name][0]
    assert text(answer).count("a future time") == 1
    assert "Holidays" in text(answer)
