"""Papers at a seat do not overlap each other."""

from random import Random

import pytest
from playwright.sync_api import Page

from games.matches.models import Match
from games.secret_hitler import actions as take
from tests.browser.client_page import ClientPage
from tests.browser.look import NARROW, SCREENS, size
from tests.matches.seating import (
    act,
    browser,
    choices_of,
    nominate,
    owing,
    player_at,
    running,
    state_of,
    vote_all,
)  # fmt: skip

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: How far each claim reaches over the ballot at its chair, in pixels.
OVER = """() => [...document.querySelectorAll(".slip ~ .claim-slip")].map((claim) =>
  claim.parentElement.querySelector(".slip").getBoundingClientRect().bottom
    - claim.getBoundingClientRect().top)"""
#: A ballot is turned by a few degrees: its corners reach beyond its paper.
CORNER = 3


def claimed(match: Match) -> Match:
    """Have a government enact a policy, and both of it say what they saw."""
    nominate(match)
    vote_all(match, ja=True)
    state = state_of(match)
    government = state.president, state.now.chancellor
    for _step in range(2):
        act(match, owing(match)[0], choices_of(match, owing(match)[0])[0])
    for seat in government:
        claims = [one for one in choices_of(match, seat) if isinstance(one, take.Claim)]
        act(match, seat, Random(1).choice(claims))
    return match


def test_a_claim_is_below_a_ballot(page: Page, client_page: ClientPage):
    match = claimed(running(count=7))
    nominate(match)
    seats = owing(match)
    for voters in (seats[1:], seats[:1]):  # face down, then turned over
        vote_all(match, ja=False, besides=tuple(seat for seat in seats if seat not in voters))
        client = browser(player_at(match, seats[0]).user)
        for screen in SCREENS | NARROW:
            page.set_viewport_size(size(screen))
            client_page.show(client, match.get_absolute_url())
            over = page.evaluate(OVER)
            assert over, screen
            assert max(over) <= CORNER, (screen, over)
