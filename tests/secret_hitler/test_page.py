"""The structure of a match's page for screen readers."""

import re
from itertools import pairwise

import pytest

from accounts.models import User
from games.matches.models import Match
from tests.matches.seating import browser, played_until, running

pytestmark = pytest.mark.django_db


def test_headings_skip_no_level_where_a_clock_runs_and_something_can_be_claimed(alice, bob):
    def is_so(match: Match) -> bool:
        pages = pages_of(match)
        for page in pages:
            levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", page)]
            assert all(after <= before + 1 for before, after in pairwise([0, *levels])), levels
        return any("claim-subject" in page and 'id="clock-' in page for page in pages)

    played_until(is_so, lambda: running(alice, bob, pace="relaxed"))


def test_whatever_can_be_said_or_done_goes_with_the_number_of_the_question(alice, bob):
    def is_so(match: Match) -> bool:
        pages = pages_of(match)
        for page in pages:
            assert ('name="prompt"' in page) >= ('name="action"' in page)
        return any("claim-subject" in page and "data-ask" not in page for page in pages)

    played_until(is_so, lambda: running(alice, bob))


def pages_of(match: Match) -> list[str]:
    """Return the page as everybody at the table sees it."""
    address = match.get_absolute_url()
    return [browser(user).get(address).content.decode() for user in everybody_at(match)]


def everybody_at(match: Match) -> list[User]:
    """Return the people at the table; who is president is not known before the deal."""
    return [player.user for player in match.players.select_related("user")]
