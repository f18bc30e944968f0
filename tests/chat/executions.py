"""Matches with an execution, and everything that a match shows to a user."""

from collections.abc import Callable

from django.test import Client

from games.catalog import GAMES
from games.matches.models import Match
from tests.matches.seating import running, state_of, state_until

SECRET = "the tall one is Hitler"


def everything_shown(user, match: Match) -> str:
    """Return the page, the live fragments and the response of a refusal for `user`."""
    client = Client()
    if user is not None:
        client.force_login(user)
    address, script = match.get_absolute_url(), {"HX-Request": "true"}
    answers = [
        client.get(address),
        client.get(f"{address}live/", headers=script),
        client.post(f"{address}act/", {"action": "rubbish"}, headers=script),
    ]
    return "".join(answer.content.decode() for answer in answers)


def after_execution(deal: Callable[[], Match] = running) -> tuple[Match, int]:
    """Return a running match with a dead player, and their seat."""
    eliminated = GAMES["secret-hitler"].talk.eliminated
    match = state_until(eliminated, deal)
    return match, eliminated(state_of(match))[0]
