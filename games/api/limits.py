"""How often a program may ask, by the same counting as the log-in forms (allauth's)."""

import math
import time

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest

from games.api import refusals
from games.api.models import Token

#: Requests of one token: so many in a second, so many in a minute.
CALLS = {"burst": "10/s/key", "calls": "120/m/key"}
#: Requests with a wrong token, from one network.
STRANGERS = {"strangers": "30/m/ip"}
#: Streams of one token in one process of the site.
STREAMS = 4
#: Bytes of a request's body; the longest action is far shorter.
BODY = 8192


def count_call(request: HttpRequest, token: Token) -> None:
    """Count a request of `token`.

    :raises TooOften: if there were too many.
    """
    for action in CALLS:
        _count(request, CALLS, action, key=str(token.pk))


def count_stranger(request: HttpRequest) -> None:
    """Count a request whose token was none.

    :raises TooOften: if there were too many from there.
    """
    _count(request, STRANGERS, "strangers")


def check_length(request: HttpRequest) -> None:
    """Check that the body is no longer than it may be.

    :raises TooLarge: if it is.
    """
    announced = request.headers.get("Content-Length", "")
    if (announced.isdecimal() and int(announced) > BODY) or len(request.body) > BODY:
        raise refusals.TooLarge


def _count(
    request: HttpRequest, config: dict[str, str], action: str, key: str | None = None
) -> None:
    kept = {"app": "games.api", "action": action, "key": key}
    if ratelimit.consume(request, config=config, limit_get=True, **kept):
        return
    (rate,) = ratelimit.parse_rates(config[action])
    history = cache.get(ratelimit.get_cache_key(request, rate=rate, **kept), [])
    left = (history[-1] if history else time.time()) + rate.duration - time.time()
    raise refusals.TooOften(max(1, math.ceil(left)))
