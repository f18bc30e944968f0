"""The structure of a match's page for screen readers."""

import re
from itertools import pairwise
from random import Random

import pytest

from accounts.models import User
from games.matches.models import Match
from tests.matches.seating import browser, fresh, play_one, running

pytestmark = pytest.mark.django_db


def test_headings_skip_no_level_where_a_clock_runs_and_something_can_be_claimed(alice, bob):
    match, random, is_seen = running(alice, bob, pace="relaxed"), Random(1), False
    while match.is_running and not is_seen:
        play_one(match, random)
        match = fresh(match)
        for user in everybody_at(match):
            page = browser(user).get(match.get_absolute_url()).content.decode()
            levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", page)]
            assert all(after <= before + 1 for before, after in pairwise([0, *levels])), levels
            is_seen = is_seen or ("claim-subject" in page and 'id="clock-' in page)
    assert is_seen


def test_whatever_can_be_said_or_done_goes_with_the_number_of_the_question(alice, bob):
    match, random, claims_unasked = running(alice, bob), Random(2), 0
    while match.is_running and not claims_unasked:
        play_one(match, random)
        match = fresh(match)
        for user in everybody_at(match):
            page = browser(user).get(match.get_absolute_url()).content.decode()
            offers = 'name="action"' in page
            assert ('name="prompt"' in page) >= offers
            claims_unasked += "claim-subject" in page and "data-ask" not in page
    assert claims_unasked


def everybody_at(match: Match) -> list[User]:
    """Return the people at the table; who is president is not known before the deal."""
    return [player.user for player in match.players.select_related("user")]
