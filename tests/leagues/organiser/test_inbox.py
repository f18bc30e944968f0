"""The console lists the organiser's open tasks, each one press away."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.leagues.fixtures import disputes, fixtures, opening
from games.leagues.models import Chair, Fixture, Round
from games.leagues.seasons import draws
from games.matches.lobby import services as lobby
from tests.leagues.league_play import drawn, play_fixture
from tests.leagues.organiser.visitors import text

pytestmark = pytest.mark.django_db


def console(crowd, who="scheduler"):
    return text(crowd.get(who, "run"))


def test_a_round_can_be_drawn_and_then_published_with_one_press_each(crowd, owner, season):
    assert crowd.address("run-draft", season, 1) in console(crowd)
    drafted = draws.draft_round(season.divisions.get(), owner)
    page = console(crowd)
    assert crowd.address("run-publish", season, drafted) in page
    assert crowd.address("run-draft", season, 1) not in page
    draws.publish_round(drafted, owner)
    assert "Needs your attention" not in console(crowd)


def test_fixtures_that_end_soon_or_are_late_are_listed_with_their_players(crowd, owner, season):
    published = drawn(season, owner)
    now = timezone.now()
    Round.objects.filter(pk=published.pk).update(
        closes_at=now + timedelta(hours=30), published_at=now - timedelta(days=5)
    )
    page = console(crowd)
    assert "2 fixtures without a time end within two days" in page
    fixture = published.fixtures.first()
    assert all(one.entry.name in page for one in fixture.chairs.all())
    assert crowd.address("run-deadline", season, fixture) in page
    Round.objects.filter(pk=published.pk).update(closes_at=now - timedelta(hours=1))
    assert "2 fixtures are past their deadline" in console(crowd)


def test_a_night_that_just_began_is_not_listed_as_a_fixture_without_a_time(crowd, owner, season):
    drafted = draws.draft_round(season.divisions.get(), owner)
    draws.publish_round(drafted, owner, minutes=90)
    assert "without a time" not in console(crowd)


def test_missing_players_and_players_who_cannot_come_are_listed(crowd, owner, season):
    fixture = drawn(season, owner).fixtures.first()
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now() + timedelta(minutes=10))
    assert "2 players are not at the table yet" in console(crowd)
    Chair.objects.filter(pk=fixture.chairs.first().pk).update(rsvp="no")
    page = console(crowd)
    assert "1 player cannot come" in page
    assert crowd.address("run-substitute", season, fixture) in page


def test_a_player_at_the_table_is_not_called_late(crowd, owner, season):
    fixture = drawn(season, owner).fixtures.first()
    one, other = (chair.entry for chair in fixture.chairs.select_related("entry__user"))
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now() + timedelta(minutes=5))
    opening.open_now(fixture.pk, one.user)
    lobby.sit(fixtures.open_game(fixture).match_id, one.user)
    assert "1 player is not at the table yet" in console(crowd)
    Fixture.objects.filter(pk=fixture.pk).update(starts_at=timezone.now() - timedelta(minutes=1))
    page = console(crowd, "arbiter")
    assert "1 player is late" in page
    assert other.name in page
    assert f"entries={one.pk}" not in page


def test_disputes_come_first_and_are_shown_only_to_users_who_may_decide_them(crowd, owner, season):
    fixture = play_fixture(drawn(season, owner).fixtures.first())
    disputes.dispute(fixture, fixture.chairs.first().entry.user, "Unfair!")
    page = console(crowd, "arbiter")
    assert "1 dispute to decide" in page
    assert "1 dispute to decide" not in console(crowd, "scheduler")
    page = text(crowd.get("arbiter", "run-season", season))
    assert "1 dispute to decide" in page
    assert 'Disputes <span class="soft">(1)' in page


def test_long_lists_are_only_counted(crowd, owner, season):
    published = drawn(season, owner)
    Round.objects.filter(pk=published.pk).update(closes_at=timezone.now() - timedelta(hours=1))
    for number in range(10, 30):
        Fixture.objects.create(round=published, number=number)
    page = console(crowd)
    assert "22 fixtures are past their deadline" in page
    assert "and 16 more" in page


def test_the_console_queries_the_visitor_s_role_only_once(crowd, season):
    with CaptureQueriesContext(connection) as asked:
        console(crowd)
    memberships = [one for one in asked if 'FROM "leagues_member" WHERE' in one["sql"]]
    assert len([one for one in memberships if '"user_id" =' in one["sql"]]) == 1


def test_the_season_s_bar_shows_progress_and_today_s_date(crowd, owner, season):
    published = drawn(season, owner)
    now = timezone.now()
    Round.objects.filter(pk=published.pk).update(
        opens_at=now - timedelta(days=1), closes_at=now + timedelta(days=3)
    )
    play_fixture(published.fixtures.first())
    bar = crowd.get("scheduler", "run-season", season).context["bar"]
    assert bar["played"] == [50, *[0] * (season.rounds_planned - 1)]
    assert (bar["current"], bar["today"]) == (published, 25)
