"""The page of a match: what a screen reader goes through it by."""

import re
from itertools import pairwise
from random import Random

import pytest

from tests.matches.seating import browser, fresh, play_one, running

pytestmark = pytest.mark.django_db


def test_headings_skip_no_level_where_a_clock_runs_and_something_can_be_claimed(alice, bob):
    match, random, is_seen = running(alice, bob, pace="relaxed"), Random(1), False
    while match.is_running and not is_seen:
        play_one(match, random)
        match = fresh(match)
        for user in (alice, bob):
            page = browser(user).get(match.get_absolute_url()).content.decode()
            levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", page)]
            assert all(after <= before + 1 for before, after in pairwise([0, *levels])), levels
            is_seen = is_seen or ("claim-title" in page and 'id="clock-' in page)
    assert is_seen
