"""Rate limits of programs, counted in the same way as those of tables and joins."""

import math

from django.http import HttpRequest

from accounts.models import User
from games.api import errors
from games.api.models import Token
from games.matches.public import limits

#: The most requests of one token in a second, and in a minute.
CALLS = {"burst": limits.RateLimit(10, 1), "calls": limits.RateLimit(120, limits.MINUTE)}
#: The most requests with a wrong token from one network.
STRANGERS = limits.RateLimit(30, limits.MINUTE)
#: The most streams of one token in one process of the site.
STREAMS = 4
#: The most bytes of a request's body; the longest action is far shorter.
BODY = 8192


def count_call(token: Token) -> None:
    """Count a request of `token`.

    :raises TooOften: if there were too many.
    """
    for action, rate in CALLS.items():
        _count(rate, action, f"token {token.pk}")


def count_stranger(request: HttpRequest) -> None:
    """Count a request without a valid token.

    :raises TooOften: if the network sent too many.
    """
    _count(STRANGERS, "strangers", f"network {limits.address_of(request)}")


def count_join(request: HttpRequest, user: User) -> None:
    """Count a program of `user` that sits down, together with actions of `user` on the pages.

    :raises TooOften: if the person or the network did it too often, or the network seems to guess
        codes, whose existence no other answer then reveals.
    """
    if limits.guesses.is_too_many(limits.network_of(request)):
        raise errors.TooOften(math.ceil(limits.WITHIN))
    _count(limits.OF_A_PERSON["joins"], "joins", f"person {user.pk}")
    if network := limits.network_of(request):
        _count(limits.OF_A_NETWORK["joins"], "joins", f"network {network}")


def check_length(request: HttpRequest) -> None:
    """Check the length of the body.

    :raises TooLarge: if it is too long.
    """
    length = request.headers.get("Content-Length", "")
    if (length.isdecimal() and int(length) > BODY) or len(request.body) > BODY:
        raise errors.TooLarge


def _count(rate: limits.RateLimit, action: str, who: str) -> None:
    wait = limits.seconds_to_wait(rate, action, who)
    if wait > 0:
        raise errors.TooOften(max(1, math.ceil(wait)))
