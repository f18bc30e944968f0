"""The field for a moment: its valid input, in every zone and on nights when clocks change."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts import writing
from accounts.moments import MINUTES, MomentField
from games.leagues.templatetags import scheduling_marks


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York", "UTC"])
@pytest.mark.parametrize("typed", ["9999-12-31T23:59", "0001-01-01T00:00", "2300-01-01T00:00"])
def test_a_year_that_another_zone_cannot_show_is_refused(typed, zone):
    with timezone.override(zone), pytest.raises(ValidationError, match="valid date"):
        MomentField().clean(typed)


def test_a_moment_is_in_the_current_zone():
    with timezone.override("Asia/Tokyo"):
        assert MomentField().clean("2027-02-28T09:30") == datetime(2027, 2, 28, 0, 30, tzinfo=UTC)


def test_a_repeated_time_is_the_first_and_can_be_saved_again():
    moment = datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    with timezone.override("Europe/Rome"):
        assert MomentField().clean("2027-10-31T02:30") == moment
        shown = moment.astimezone(ZoneInfo("Europe/Rome")).strftime(MINUTES)
        assert MomentField().clean(shown) == moment


@pytest.mark.parametrize(
    ("hour", "shown", "day"),
    [(0, "02:30 (CEST)", "31 Oct 2027"), (1, "02:30 (CET)", "31 Oct 2027"), (2, "03:30", "")],
)
def test_a_repeated_time_is_shown_with_its_zone(hour, shown, day):
    at = datetime(2027, 10, 31, hour, 30, tzinfo=UTC)
    with timezone.override("Europe/Rome"):
        assert scheduling_marks.clock(at) == shown
        assert scheduling_marks.moment(at).endswith(f", {shown}")
        assert f", {shown}</time>" in writing.time_element(at)
        assert day in writing.time_element(at, "date")


def test_a_skipped_time_is_refused_and_the_actual_time_is_suggested():
    with timezone.override("Europe/Rome"), pytest.raises(ValidationError) as refused:
        MomentField().clean("2027-03-28T02:30")
    assert refused.value.messages == [
        "Clocks go forward that night and skip this time. Did you mean 28 Mar 2027, 03:30?"
    ]


@pytest.mark.parametrize("typed", ["2027-02-28T09:30+01:00", "2027-02-28T08:30Z"])
def test_a_moment_with_an_explicit_zone_keeps_it(typed):
    with timezone.override("Asia/Tokyo"):
        assert MomentField().clean(typed) == datetime(2027, 2, 28, 8, 30, tzinfo=UTC)


def test_an_empty_field_means_no_moment():
    assert MomentField(required=False).clean("") is None
