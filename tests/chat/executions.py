"""Matches with an execution, and everything that a match shows to a user."""

from random import Random

from django.test import Client

from games.matches.models import Match
from tests.matches.seating import fresh, play_one, running, state_of

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


def with_an_execution(match: Match, seed: int = 1) -> int:
    """Play at random until a player was executed and the match goes on; return that seat."""
    random = Random(seed)
    while play_one(match, random):
        gone = match.rules.talk.eliminated(state_of(match))
        if gone and fresh(match).is_running:
            return gone[0]
    raise AssertionError("nobody was executed")


def after_execution(**settings) -> tuple[Match, int]:
    """Return a running match with a dead player, and their seat."""
    for seed in range(30):
        match = running(**settings)
        try:
            return match, with_an_execution(match, seed)
        except AssertionError:
            match.delete()
            type(match.host).objects.all().delete()
    raise AssertionError("no match with an execution was found")
