"""The start of a table night, and the holidays of a season."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.leagues import errors
from games.leagues.fixtures import deadlines
from games.leagues.models import Announcement, Audit, Fixture, Notice, Round, Season
from games.leagues.organiser import undo
from games.leagues.scheduling import holidays, proposals, talk
from games.leagues.seasons import draws, publishing
from games.leagues.seasons import services as seasons
from tests.leagues.league_play import found, people, running, season_of
from tests.leagues.organiser.visitors import client_of, text
from tests.remembered import remembered

pytestmark = pytest.mark.django_db

BERLIN = ZoneInfo("Europe/Berlin")
THURSDAY = datetime(2030, 10, 10, 20, 0, tzinfo=BERLIN)


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Set the clock to the Monday before the first table night; return a function that moves it."""

    def show(moment):
        monkeypatch.setattr(timezone, "now", lambda: moment.astimezone(UTC))

    show(THURSDAY - timedelta(days=3))
    return show


@remembered
def night(owner, count=12, **fields):
    league = found(owner, "secret-hitler", timezone="Europe/Berlin")
    wanted = {"format": "tables", "rounds_planned": 9, "table_size": 6, "starts_at": THURSDAY}
    season = season_of(league, owner, people(count), **wanted | fields)
    seasons.begin(season, owner)
    return Season.objects.get()


def published(season, owner, **time):
    publishing.draft_everywhere(season, owner)
    publishing.publish_everywhere(season, owner, **time)
    return Round.objects.order_by("-number").first()


def plan(season, owner, first, last):
    days = {"first_day": first.date(), "last_day": last.date()}
    holidays.plan(Season.objects.get(pk=season.pk), owner, **days, reason="Christmas")


def test_all_tables_begin_at_the_one_time_that_the_page_suggests(owner):
    season = night(owner)
    publishing.draft_everywhere(season, owner)
    here = f"{season.get_absolute_url()}run/publish/"
    browser = client_of(owner)
    season.league.members.update(timezone="Europe/Berlin")
    assert 'value="2030-10-10T20:00"' in text(browser.get(here))
    assert browser.post(here, {"opens_at": "2030-10-10T20:30", "minutes": 90}).status_code == 302
    begins = THURSDAY + timedelta(minutes=30)
    assert set(Fixture.objects.values_list("starts_at", flat=True)) == {begins}
    assert Round.objects.get().closes_at == begins + timedelta(minutes=90)


def test_without_a_time_each_table_finds_its_own_time(owner):
    published(night(owner), owner)
    assert set(Fixture.objects.values_list("starts_at", flat=True)) == {None}


@pytest.mark.parametrize(
    ("days", "number", "weeks"), [(7, 2, 1), (14, 2, 2), (7, 1, 0), (1, 2, 1 / 7)]
)
def test_the_next_night_is_on_the_same_weekday_at_the_same_hour(owner, clock, days, number, weeks):
    season = night(owner, round_days=days)
    published(season, owner, opens_at=THURSDAY, minutes=90)
    clock(THURSDAY + timedelta(hours=2) if number > 1 else THURSDAY - timedelta(days=2))
    assert deadlines.night_of(season, number) == THURSDAY + timedelta(weeks=weeks)


def test_the_local_hour_stays_the_same_when_the_clocks_change(owner, clock):
    season = night(owner)
    clock(THURSDAY + timedelta(weeks=3))
    local = deadlines.night_of(season, 1).astimezone(BERLIN)
    assert (local.isoformat(), local.utcoffset()) == (
        "2030-11-07T20:00:00+01:00", timedelta(hours=1),
    )  # fmt: skip


def test_no_night_is_scheduled_on_a_holiday_and_players_are_notified(owner, mailoutbox):
    season = night(owner)
    plan(season, owner, THURSDAY, THURSDAY + timedelta(days=8))
    season.refresh_from_db()
    assert deadlines.night_of(season, 1) == THURSDAY + timedelta(weeks=2)
    told = Announcement.objects.get()
    assert (told.title, told.text) == (
        "No rounds from 10 Oct 2030 to 18 Oct 2030", "Christmas",
    )  # fmt: skip
    assert Notice.objects.filter(announcement=told).count() == 12
    assert told.title in text(client_of(owner).get(season.get_absolute_url()))


def test_a_published_night_on_a_holiday_moves_to_the_next_free_date(owner):
    season = night(owner)
    published(season, owner, opens_at=THURSDAY, minutes=90)
    plan(season, owner, THURSDAY, THURSDAY + timedelta(days=7))
    moved = THURSDAY + timedelta(weeks=2)
    assert set(Fixture.objects.values_list("starts_at", flat=True)) == {moved}
    round_ = Round.objects.get()
    assert (round_.opens_at, round_.closes_at) == (moved, moved + timedelta(minutes=90))
    undo.undo(Audit.objects.get(verb="plan_holiday").pk, owner, reason="A slip")
    assert set(Fixture.objects.values_list("starts_at", flat=True)) == {THURSDAY}
    assert Round.objects.get().opens_at == THURSDAY
    season.refresh_from_db()
    assert (season.breaks, Announcement.objects.count()) == ([], 0)


def test_a_holiday_moves_the_deadlines_from_its_first_day_and_shortens_no_round(owner):
    season, _players = running(owner, 4, format="round_robin", round_days=7)
    publishing.publish_everywhere(season, owner, all_rounds=True)
    ends = list(Round.objects.order_by("number").values_list("closes_at", flat=True))
    first = ends[1] - timedelta(days=1)
    holidays.plan(
        season, owner, first_day=first.date(), last_day=first.date() + timedelta(days=4),
        reason="Easter",
    )  # fmt: skip
    moved = list(Round.objects.order_by("number").values_list("closes_at", flat=True))
    assert [(after - before).days for before, after in zip(ends, moved, strict=True)] == [0, 5, 5]
    season.refresh_from_db()
    opens = first - timedelta(days=2)
    assert (deadlines.closing(season, opens) - opens).days in {11, 12}


def test_players_can_write_propose_and_agree_during_a_holiday(owner, clock):
    season, _players = running(owner, 4, format="swiss")
    drawn = draws.draft_round(season.divisions.get(), owner)
    draws.publish_round(drawn, owner)
    today = timezone.now()
    holidays.plan(
        season, owner, first_day=today.date(), last_day=today.date() + timedelta(days=9),
        reason="Easter",
    )  # fmt: skip
    fixture = Fixture.objects.first()
    one, other = (chair.entry.user for chair in fixture.chairs.all())
    at = today + timedelta(days=2)
    talk.write(fixture.pk, one, "Shall we?")
    proposal = proposals.propose(fixture.pk, one, at)
    proposals.answer(fixture.pk, proposal.pk, other, "yes")
    fixture.refresh_from_db()
    assert fixture.starts_at == at


@pytest.mark.parametrize(
    ("first", "last"), [(-1, 3), (5, 4), (0, 90), (400, 401), (24, 26), (20, 23)]
)
def test_past_excessive_or_overlapping_days_are_refused(owner, first, last):
    season = night(owner)
    plan(season, owner, *(timezone.now() + timedelta(days=one) for one in (22, 25)))
    with pytest.raises(errors.BadTime):
        plan(season, owner, *(timezone.now() + timedelta(days=one) for one in (first, last)))


def test_a_pause_of_one_day_needs_only_its_first_date(owner):
    season = night(owner)
    browser, here = client_of(owner), f"{season.get_absolute_url()}run/pause/"
    typed = {"last_day": "2030-10-31", "reason": "Halloween"}
    assert browser.post(here, typed).status_code == 422
    one_day = {"first_day": "2030-10-31", "reason": "Halloween"}
    assert browser.post(here, one_day).status_code == 302
    season.refresh_from_db()
    assert (season.breaks, season.is_paused) == ([["2030-10-31", "2030-10-31"]], False)
    assert "No round on 31 Oct 2030" in Announcement.objects.get().title
    assert browser.post(here, typed | {"first_day": "2030-10-31"}).status_code == 422
