"""Hours of the week in a user's time zone on real dates, daylight saving time included."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.moments import zone_of
from games.leagues import errors
from games.leagues.membership import availability, time_zones
from games.leagues.models import Member
from tests.leagues.league_play import found

ZONES = st.sampled_from(time_zones.zones())
MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))
BERLIN = ZoneInfo("Europe/Berlin")
MONDAY_EVENING = {19, 20, 21}


def hour_of(moment, zone):
    (hour,) = availability.hours_touched(moment, timedelta(minutes=1), zone)
    return hour


@given(MOMENTS, ZONES)
def test_every_moment_belongs_to_one_hour_of_the_local_week(moment, name):
    local = moment.astimezone(ZoneInfo(name))
    assert divmod(hour_of(moment, ZoneInfo(name)), 24) == (local.weekday(), local.hour)


@given(MOMENTS, ZONES, st.integers(1, 300))
def test_exactly_the_required_hours_suffice_and_one_hour_less_does_not(moment, name, minutes):
    zone, length = ZoneInfo(name), timedelta(minutes=minutes)
    touched = availability.hours_touched(moment, length, zone)
    assert availability.can(touched, zone, moment, length)
    assert not any(availability.can(touched - {one}, zone, moment, length) for one in touched)


@given(MOMENTS, ZONES)
def test_a_week_of_all_hours_suits_every_moment_and_no_hours_suit_none(moment, name):
    length = timedelta(hours=3)
    assert availability.can(range(availability.WEEK), ZoneInfo(name), moment, length)
    assert not availability.can((), ZoneInfo(name), moment, length)


@given(MOMENTS, ZONES)
def test_a_week_later_the_local_hour_is_the_same_even_if_the_offset_changes(moment, name):
    zone = ZoneInfo(name)
    local = moment.astimezone(zone)
    later = (local.replace(tzinfo=None) + timedelta(days=7)).replace(tzinfo=zone)
    exists = later.astimezone(UTC).astimezone(zone).hour == local.hour
    if exists:  # clocks may skip it once a year
        assert hour_of(later, zone) == hour_of(moment, zone)


def test_a_berlin_hour_is_another_hour_in_utc_after_the_clocks_change():
    winter = datetime(2026, 3, 23, 19, 0, tzinfo=BERLIN)
    summer = datetime(2026, 3, 30, 19, 0, tzinfo=BERLIN)
    assert (winter.astimezone(UTC).hour, summer.astimezone(UTC).hour) == (18, 17)
    for evening in (winter, summer):
        assert availability.can(MONDAY_EVENING, BERLIN, evening, timedelta(hours=2))


def test_a_game_across_the_skipped_hour_does_not_require_that_hour():
    start = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)  # 1:30 in Berlin; 2:00 to 3:00 is not
    touched = availability.hours_touched(start, timedelta(hours=1), BERLIN)
    assert touched == {6 * 24 + 1, 6 * 24 + 3}


def test_a_repeated_hour_is_one_hour_of_the_week():
    start = datetime(2026, 10, 25, 0, 0, tzinfo=UTC)  # 2:00 in Berlin, for the first time
    assert availability.hours_touched(start, timedelta(hours=2), BERLIN) == {6 * 24 + 2}


def test_half_hour_zones_use_the_hours_of_their_own_clock():
    start = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)  # 17:30 in Kolkata, 17:45 in Kathmandu
    for name in ("Asia/Kolkata", "Asia/Kathmandu"):
        touched = availability.hours_touched(start, timedelta(minutes=60), ZoneInfo(name))
        assert touched == {17, 18}


def test_sunday_midnight_continues_into_monday():
    start = datetime(2026, 11, 22, 23, 30, tzinfo=UTC)
    assert availability.hours_touched(start, timedelta(hours=1), ZoneInfo("UTC")) == {167, 0}


def test_hours_are_sorted_and_an_invalid_zone_is_refused(owner):
    member = Member.objects.get(league=found(owner), user=owner)
    wanted = {"can_substitute": True, "wants_mail": False}
    availability.give(member, hours=[20, 19, 20], zone="Asia/Tokyo", **wanted)
    member.refresh_from_db()
    assert (member.hours, member.timezone, member.wants_mail) == ([19, 20], "Asia/Tokyo", False)
    for zone in ("Mars/Olympus", "../../etc/passwd", ""):
        with pytest.raises(errors.BadZone):
            availability.give(member, hours=[], zone=zone, **wanted)


def test_an_unknown_zone_counts_as_utc():
    for name in ("Mars/Olympus", "../secret-key", "", "Europe"):
        assert zone_of(name).key == "UTC"
