"""Every kind of end in both games: no page reveals it before its last stage is over."""

import re
from datetime import timedelta
from itertools import accumulate

import pytest
from django.utils import timezone

from games.catalog import GAMES
from games.matches.models import Match
from games.matches.page import screen
from games.matches.play import memory, services
from tests.matches.live.ends import KINDS, match_that_ends
from tests.matches.page.test_secrets import retell
from tests.matches.seating import browser, fresh, running

pytestmark = pytest.mark.django_db

#: The texts and elements of a page, a hand or a television at the end.
ENDS = (
    'data-phase="over"', "Case closed", "You have won", "You have lost", "after-actions",
    "All cards are face up", 'class="sentences', "Play again", "plate role", "unveiled",
)  # fmt: skip
PACE = 1000.0  #: so slow that no test reaches the next stage


def _ended(key: str, reason: str) -> Match:
    """Return a stored match with this end, its players and their results."""
    turns = match_that_ends(key, reason).turns
    match = running(game=key, count=GAMES[key].seats.start)
    retell(match, turns)
    match = fresh(match)
    state = memory.projection_of(match).state
    players = list(match.players.order_by("seat"))
    match.status, match.ended_at = Match.Status.FINISHED, timezone.now()
    services.settle(match, turns, state, players)
    match.save()
    for player in players:
        player.save()
    return match


def _pages(match: Match) -> dict[str, str]:
    """Return the current pages of everybody, the public, a hand and a television."""
    memory.forget()
    users = [None, *(player.user for player in match.players.select_related("user"))]
    shown = {f"page of {user}": browser(user).get(match.get_absolute_url()).text for user in users}
    address, script = f"{match.get_absolute_url()}live/", {"HX-Request": "true"}
    shown["poll"] = browser(users[1]).get(address, headers=script).text
    hand = browser(users[1])
    hand.get(f"{match.get_absolute_url()}?here=hand")
    shown["hand"] = hand.get(match.get_absolute_url()).text
    code = screen.new_code()
    screen.take_over(code, match)
    shown["television"] = screen.content(code, "testserver").text
    return shown


def _at(match: Match, seconds: float) -> None:
    """Move the last turn into the past, by this many seconds at the pace of this test."""
    at = timezone.now() - timedelta(seconds=seconds * PACE)
    match.entries.filter(number=match.length).update(at=at)


@pytest.mark.parametrize(("key", "reason"), KINDS)
def test_no_page_reveals_an_end_before_its_last_stage_is_over(settings, key, reason):
    settings.STAGE_PACE = PACE
    match = _ended(key, reason)
    stages = match_that_ends(key, reason).stages
    assert stages
    titles = set()
    for passed in accumulate((stage.seconds for stage in stages[:-1]), initial=0.0):
        _at(match, passed + 0.001)
        for name, page in _pages(match).items():
            assert not [end for end in ENDS if end in page], (name, passed)
            titles |= set(re.findall("<title>(.*?)</title>", page))
    assert len(titles) == 1
    _at(match, sum(stage.seconds for stage in stages) + 0.001)
    for name, page in _pages(match).items():
        assert [end for end in ENDS if end in page], name
