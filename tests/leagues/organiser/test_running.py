"""An organiser's pages from a new season to its end, with errors beside the form."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.leagues.fixtures import results, rulings
from games.leagues.membership import services as membership
from games.leagues.models import (
    Audit,
    League,
    Member,
    Round,
    Season,
)
from games.leagues.models.season import DEADLINE
from games.leagues.seasons import services as seasons
from tests.leagues.league_play import drawn, found, people, season_of
from tests.leagues.organiser.visitors import HOSTILE, text

pytestmark = pytest.mark.django_db

SEASON = {
    "name": "Winter", "format": "swiss", "rounds_planned": 0, "games_per_fixture": 2,
    "pace": "untimed", "round_days": 7, "capacity": "",
    "grace_minutes": 15, "allows_spectators": "on", "is_rated": "on", "starts_at": "",
    "registration_closes_at": "",
}  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "value"),
    [
        ("name", ""),
        ("name", "x" * 61),
        ("name", "Winter \u202ereverof"),
        ("format", "tables"),
        ("games_per_fixture", 3),
        ("games_per_fixture", "many"),
        ("rounds_planned", -1),
        ("round_days", 0),
        ("capacity", 1),
        ("pace", "glacial"),
        ("starts_at", "2001-01-01T20:00"),
        ("starts_at", "tomorrow"),
    ],
)
def test_an_invalid_season_is_refused_and_the_input_is_kept(crowd, wrong, value):
    answer = crowd.post("owner", "run-new-season", **{**SEASON, "rounds_planned": 4, wrong: value})
    assert answer.status_code == 422
    assert wrong in answer.context["form"].errors
    assert not Season.objects.exists()
    if wrong != "name":
        assert 'value="Winter"' in text(answer)


def test_a_refused_format_gets_the_focus(crowd):
    page = text(crowd.post("owner", "run-new-season", **SEASON | {"format": "tables"}))
    (focus,) = re.findall(r"<[^>]* autofocus[^>]*>\s*<legend>Format<", page)
    assert page.count(" autofocus") == 1
    assert 'id="id_format_error"' in page
    assert 'aria-describedby="id_format_error" tabindex="-1"' in focus


def test_seasons_of_tables_must_use_table_sizes_that_the_game_allows(owner, crowd):
    league = membership.create_league(founder=owner, name="Tables", game="secret-hitler")
    crowd.league = league
    typed = {**SEASON, "format": "tables", "games_per_fixture": 1}
    for size in (4, 11):
        assert crowd.post("owner", "run-new-season", **typed, table_size=size).status_code == 422
    assert crowd.post("owner", "run-new-season", **typed, table_size=6).status_code == 302


@pytest.mark.parametrize(
    ("typed", "stored"), [({"half_byes": 3}, 3), ({"half_byes": ""}, 0), ({}, 0)]
)
def test_empty_fields_mean_no_half_point_byes_and_the_usual_deadline(crowd, typed, stored):
    typed = {**SEASON, "deadline": "", **typed}
    assert crowd.post("owner", "run-new-season", **typed).status_code == 302
    season = Season.objects.get()
    assert (season.half_byes, season.deadline) == (stored, DEADLINE)


def test_the_number_of_qualifiers_is_kept_if_a_form_omits_it(owner, crowd):
    crowd.league = membership.create_league(founder=owner, name="Tables", game="secret-hitler")
    typed = {**SEASON, "format": "tables", "games_per_fixture": 1, "table_size": 6}
    assert crowd.post("owner", "run-new-season", **typed).status_code == 302
    season = Season.objects.get()
    assert season.goes_on == 3
    for said in ({"goes_on": 2}, {"name": "Spring"}):
        assert crowd.post("owner", "run-season-edit", season, **typed | said).status_code == 302
        assert Season.objects.get().goes_on == 2


def test_a_running_season_keeps_its_format(crowd, season):
    typed = {**SEASON, "name": "Spring", "format": "round_robin", "games_per_fixture": 8}
    assert crowd.post("owner", "run-season-edit", season, **typed).status_code == 302
    season = Season.objects.get()
    assert (season.name, season.format, season.games_per_fixture) == ("Spring", "swiss", 2)
    asked = text(crowd.get("owner", "run-season-edit", season))
    assert 'name="round_days"' in asked
    assert 'name="format"' not in asked
    assert "disabled" not in asked


def test_divisions_are_arranged_on_their_own_page(crowd, owner):
    season = season_of(crowd.league, owner, [])
    form = {
        "divisions-TOTAL_FORMS": 2, "divisions-INITIAL_FORMS": 1,
        "divisions-0-name": HOSTILE, "divisions-0-promotes": 0, "divisions-0-relegates": 2,
        "divisions-1-name": "Second", "divisions-1-promotes": 2, "divisions-1-relegates": 0,
    }  # fmt: skip
    assert crowd.post("owner", "run-divisions", season, **form).status_code == 302
    assert [one.relegates for one in season.divisions.all()] == [2, 0]
    assert HOSTILE not in text(crowd.get("owner", "run-divisions", season))
    gone = {**form, "divisions-INITIAL_FORMS": 2, "divisions-0-DELETE": "on"}
    assert crowd.post("owner", "run-divisions", season, **gone).status_code == 302
    assert [one.name for one in season.divisions.all()] == ["Second"]
    none = {**form, "divisions-TOTAL_FORMS": 1, "divisions-0-DELETE": "on"}
    assert crowd.post("owner", "run-divisions", season, **none).status_code == 422
    assert crowd.post("owner", "run-divisions", season).status_code == 422
    bad = {**form, "divisions-0-promotes": "many"}
    assert crowd.post("owner", "run-divisions", season, **bad).status_code == 422


def test_beginning_a_season_shows_its_players_and_refuses_too_few(crowd, owner):
    season = season_of(crowd.league, owner, people(1))
    assert "Player 1" in text(crowd.get("owner", "run-begin", season))
    answer = crowd.post("owner", "run-begin", season)
    assert answer.status_code == 409
    assert "too few" in text(answer)
    assert Season.objects.get().status == "registration"


def test_a_draft_is_viewed_redrawn_exchanged_and_published_once(crowd, season):
    answer = crowd.post("scheduler", "run-draft", season, 1)
    first = Round.objects.get()
    assert answer.url == crowd.address("run-round", season, first)
    crowd.post("scheduler", "run-draft", season, 1)
    drafted = Round.objects.get()
    answer = crowd.get("scheduler", "run-round", season, drafted)
    page = text(answer)
    assert "drawn 2 times" in page
    assert drafted.seed in page
    one, other = (fixture.chairs.first() for fixture in drafted.fixtures.all()[:2])
    picking = crowd.get("scheduler", "run-round", season, drafted, swap=one.pk)
    swap = crowd.address("run-swap", season, drafted, one, other)
    assert f'href="{swap}"' in picking.content.decode()
    assert crowd.post("scheduler", "run-swap", season, drafted, one, other).status_code == 302
    entry = one.entry_id
    one.refresh_from_db()
    assert one.entry_id == other.entry_id != entry
    assert crowd.post("scheduler", "run-publish", season, drafted).status_code == 302
    assert crowd.post("scheduler", "run-discard", season, drafted).status_code == 409
    assert Audit.objects.filter(verb="publish_round").count() == 1


def test_drawing_is_offered_only_when_possible_and_otherwise_the_reason_is_shown(
    crowd, owner, season
):
    draw = crowd.address("run-draft", season, 1)
    assert draw in text(crowd.get("owner", "run-season", season))
    public = drawn(season, owner)
    page = text(crowd.get("owner", "run-season", season))
    assert draw not in page
    early = crowd.post("owner", "run-draft", season, 1)
    assert early.status_code == 409
    assert "finish the previous round first" in text(early)
    assert (
        "Round 2 depends on the standings: it can be drawn as soon as round 1 is finished." in page
    )
    for fixture in public.fixtures.all():
        entry = fixture.chairs.first().entry_id
        rulings.forfeit_fixture(fixture, owner, {entry}, reason="Absent.")
    results.close_rounds()
    page = text(crowd.get("owner", "run-season", season))
    assert draw in page
    assert "as soon as" not in page
    assert crowd.post("owner", "run-draft", season, 1).status_code == 302


def test_table_nights_are_drawn_while_the_previous_night_is_still_played(crowd, owner, alice):
    crowd.league = found(owner, "secret-hitler")
    season = season_of(crowd.league, owner, people(7), format="tables")
    seasons.begin(season, owner)
    drawn(Season.objects.get(pk=season.pk), owner)
    draw = crowd.address("run-draft", season, 1)
    assert draw in text(crowd.get("owner", "run-season", season))
    assert crowd.post("owner", "run-draft", season, 1).status_code == 302


def test_rounds_drawn_together_are_published_one_by_one_or_all(crowd, owner):
    season = season_of(crowd.league, owner, people(4), format="round_robin")
    seasons.begin(season, owner)
    first, second, third = Round.objects.all()
    early = crowd.post("owner", "run-publish", season, second)
    assert early.status_code == 409
    assert "Publish the earlier rounds first" in text(early)
    opens = timezone.localtime() + timedelta(days=1)
    typed = {"opens_at": opens.strftime("%Y-%m-%dT%H:%M")}
    assert crowd.post("owner", "run-publish", season, first, **typed).status_code == 302
    both = {"all_rounds": "on", "one_by_one": "on"}
    assert crowd.post("owner", "run-publish-everywhere", season, **both).status_code == 302
    second, third = Round.objects.filter(number__gt=1)
    assert third.opens_at == second.closes_at
    assert crowd.post("owner", "run-publish-everywhere", season).status_code == 409


def test_a_league_can_be_edited_with_a_hostile_name_and_archived(crowd, owner):
    fields = {"name": HOSTILE, "about": HOSTILE, "access": "public", "language": "en",
              "timezone": "UTC", "rules_text": ""}  # fmt: skip
    assert crowd.post("owner", "run-edit", **fields).status_code == 302
    league = League.objects.get()
    assert (league.name, league.is_listed) == (HOSTILE, False)
    for name in ("run", "run-edit", "run-people", "run-invitations", "join"):
        assert HOSTILE not in text(crowd.get("owner", name))
    season = season_of(crowd.league, owner, people(2))
    assert crowd.post("owner", "run-archive").status_code == 409
    seasons.cancel(season, owner, reason="Nobody came.")
    assert crowd.post("owner", "run-archive").status_code == 302
    assert crowd.get("owner", "run-new-season").status_code == 409
    assert crowd.post("outsider", "join").status_code == 409


def test_an_organiser_s_pages_show_times_in_their_zone(crowd, owner, season):
    Member.objects.filter(user=owner).update(timezone="Asia/Tokyo")
    crowd.post("owner", "run-draft", season, 1)
    drafted = Round.objects.get()
    crowd.post("owner", "run-publish", season, drafted, opens_at="2031-03-01T09:00")
    drafted.refresh_from_db()
    assert drafted.opens_at.isoformat() == "2031-03-01T00:00:00+00:00"


def test_a_refused_page_can_be_sent_again_after_going_back(crowd, owner, season):
    public = drawn(season, owner)
    idempotency_key = crowd.get("owner", "run-draft", season, 1).context["idempotency_key"]
    assert (
        crowd.post("owner", "run-draft", season, 1, idempotency_key=idempotency_key).status_code
        == 409
    )
    for fixture in public.fixtures.all():
        entry = fixture.chairs.first().entry_id
        rulings.forfeit_fixture(fixture, owner, {entry}, reason="Absent.")
    results.close_rounds()
    assert (
        crowd.post("owner", "run-draft", season, 1, idempotency_key=idempotency_key).status_code
        == 302
    )
