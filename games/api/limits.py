"""Rate limits for programs, counted like those for opening and joining tables."""

import math

from django.http import HttpRequest

from accounts.models import User
from games.api import errors
from games.api.models import Token
from games.matches.public import limits

#: The maximum number of requests per token in a second, and in a minute.
CALLS = {"burst": limits.RateLimit(10, 1), "calls": limits.RateLimit(120, limits.MINUTE)}
#: The maximum number of requests without a valid token from one network.
STRANGERS = limits.RateLimit(30, limits.MINUTE)
#: The maximum number of streams per token and server process.
STREAMS = 4
#: The maximum size of a request's body in bytes; the longest action is far shorter.
BODY = 8192


def count_call(token: Token) -> None:
    """Count a request of `token`.

    :raises TooOften: if there were too many.
    """
    for action, rate in CALLS.items():
        _count(rate, action, f"token {token.pk}")


def count_stranger(request: HttpRequest) -> None:
    """Count a request without a valid token.

    :raises TooOften: if the network has sent too many.
    """
    _count(STRANGERS, "strangers", f"network {limits.address_of(request)}")


def count_join(request: HttpRequest, user: User) -> None:
    """Count a request to sit down by a program of `user`, together with those on pages.

    :raises TooOften: if the user or the network has made too many, or the network seems to guess
        codes, whose existence is then no longer revealed.
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
