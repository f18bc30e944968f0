"""Rate limits of programs, counted in the same way as those of tables and joins."""

import math

from django.http import HttpRequest

from games.api import errors
from games.api.models import Token
from games.matches.limits import MINUTE, RateLimit, address_of, seconds_to_wait

#: Requests of one token: so many in a second, so many in a minute.
CALLS = {"burst": RateLimit(10, 1), "calls": RateLimit(120, MINUTE)}
#: Requests with a wrong token, from one network.
STRANGERS = RateLimit(30, MINUTE)
#: Streams of one token in one process of the site.
STREAMS = 4
#: Bytes of a request's body; the longest action is far shorter.
BODY = 8192


def count_call(token: Token) -> None:
    """Count a request of `token`.

    :raises TooOften: if there were too many.
    """
    for action, rate in CALLS.items():
        _count(rate, action, f"token {token.pk}")


def count_stranger(request: HttpRequest) -> None:
    """Count a request without a valid token.

    :raises TooOften: if that network sent too many.
    """
    _count(STRANGERS, "strangers", f"network {address_of(request)}")


def check_length(request: HttpRequest) -> None:
    """Check the length of the body.

    :raises TooLarge: if it is too long.
    """
    announced = request.headers.get("Content-Length", "")
    if (announced.isdecimal() and int(announced) > BODY) or len(request.body) > BODY:
        raise errors.TooLarge


def _count(rate: RateLimit, action: str, who: str) -> None:
    left = seconds_to_wait(rate, action, who)
    if left > 0:
        raise errors.TooOften(max(1, math.ceil(left)))
