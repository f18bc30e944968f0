"""The structure of a match's page for screen readers."""

import re
from itertools import pairwise

import pytest

from accounts.models import User
from games.matches.models import Match
from tests.matches.seating import browser, played_until, running

pytestmark = pytest.mark.django_db


def test_headings_skip_no_level_and_actions_carry_the_number_of_their_question(alice, bob):
    missing = {"with a clock", "without a question"}

    def is_so(match: Match) -> bool:
        for page in pages_of(match):
            levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", page)]
            assert all(after <= before + 1 for before, after in pairwise([0, *levels])), levels
            assert ('name="prompt"' in page) >= ('name="action"' in page)
            if "claim-subject" in page:
                missing.difference_update({"with a clock"} if 'id="clock-' in page else ())
                missing.difference_update(() if "data-ask" in page else {"without a question"})
        return not missing

    played_until(is_so, lambda: running(alice, bob, pace="relaxed"))


def pages_of(match: Match) -> list[str]:
    """Return the page as seen by each person at the table."""
    address = match.get_absolute_url()
    return [browser(user).get(address).content.decode() for user in everybody_at(match)]


def everybody_at(match: Match) -> list[User]:
    """Return the people at the table; the president is not known before the deal."""
    return [player.user for player in match.players.select_related("user")]
