"""Rate limits per person and network for opening tables, sitting down, imports and codes.

Only public addresses are counted: in a home network, all visitors are known, and behind an
unconfigured proxy, all would have the same address.
"""

import hashlib
import ipaddress
import time
from collections import OrderedDict, deque
from typing import NamedTuple

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.matches import errors
from games.matches.models import Match


class RateLimit(NamedTuple):
    """A maximum number of times within a number of seconds."""

    times: int
    seconds: float


MINUTE = 60.0
#: Far more than any player needs, or for networks a school behind one address.
OF_A_PERSON = {
    "tables": RateLimit(20, 10 * MINUTE),
    "bots": RateLimit(20, MINUTE),
    "joins": RateLimit(30, MINUTE),
    "imports": RateLimit(30, 10 * MINUTE),  # with 200 records each
    "circles": RateLimit(30, 10 * MINUTE),
}
OF_A_NETWORK = {
    "tables": RateLimit(40, 15 * MINUTE),
    "bots": RateLimit(120, MINUTE),
    "joins": RateLimit(300, MINUTE),
    "imports": RateLimit(60, 10 * MINUTE),
    "circles": RateLimit(120, 10 * MINUTE),
}
#: The maximum number of wrong codes per network within this many seconds, in each process.
WRONG_CODES, WITHIN = 60, 60.0
#: The maximum number of networks with wrong codes that a process remembers.
REMEMBERED = 10_000
#: The length in bits of the IPv6 prefix that identifies a household.
IPV6_HOUSE = 64


#: The maximum number of one network's tables listed in the lobby, out of `queries.LISTED`, and how
#: many seconds a correspondence table may wait there.
LISTED_OF_A_NETWORK, LISTED_FOR = 12, 7 * 24 * 60 * MINUTE

TooManyListed = errors.refusal(
    "TooManyListed",
    _(
        "Too many tables from your network are already waiting in the lobby. Join one of them, "
        "or open a table by link."
    ),
    status=429,
)
TooManyAttempts = errors.refusal(
    "TooManyAttempts",
    _("Too many attempts in a short time. Wait a little, then try again."),
    status=429,
)


def count(request: HttpRequest, action: str) -> None:
    """Count one `action` of the request's sender.

    :raises TooManyAttempts: if the person or the network has exceeded the limit.
    """
    network, waits = network_of(request), [0.0]
    if request.user.is_authenticated:
        waits.append(seconds_to_wait(OF_A_PERSON[action], action, f"person {request.user.pk}"))
    if network:
        waits.append(seconds_to_wait(OF_A_NETWORK[action], action, f"network {network}"))
    if max(waits) > 0:
        raise TooManyAttempts


def tables_listed(request: HttpRequest) -> list[int]:
    """Return the keys of the sender's network's tables that are waiting in the lobby.

    :raises TooManyListed: if the network has reached the limit.
    """
    opened = cache.get(_listed_by(request), [])
    waiting = {"status": Match.Status.OPEN, "visibility": Match.Visibility.PUBLIC}
    listed = list(Match.objects.filter(pk__in=opened, **waiting).values_list("pk", flat=True))
    if len(listed) >= LISTED_OF_A_NETWORK:
        raise TooManyListed
    return listed


def note_listed(request: HttpRequest, tables: list[int]) -> None:
    """Store the keys of the sender's network's tables that are waiting in the lobby."""
    if network_of(request):
        cache.set(_listed_by(request), tables, LISTED_FOR)


def _listed_by(request: HttpRequest) -> str:
    return f"listed:{hashlib.sha256(network_of(request).encode()).hexdigest()}"


def seconds_to_wait(rate: RateLimit, action: str, who: str) -> float:
    """Count an action of `who` and return 0, or over the limit return the seconds to wait.

    Simultaneous actions may count as one, because the limits only need to slow down crowds.
    """
    key = f"rate:{hashlib.sha256(f'{action} {rate} {who}'.encode()).hexdigest()}"
    now = time.time()
    times = [at for at in cache.get(key, ()) if now - rate.seconds < at <= now]
    if len(times) >= rate.times:
        return float(times[0] + rate.seconds - now)
    cache.set(key, [*times, now], rate.seconds)
    return 0.0


def address_of(request: HttpRequest) -> str:
    """Return the sender's address, for IPv6 that of the household; empty if unknown."""
    try:
        address = ipaddress.ip_address(get_adapter().get_client_ip(request))
    except (PermissionDenied, ValueError):  # allauth finds no address, or an invalid one
        return ""
    if address.version == 6:
        network = ipaddress.ip_network((address, IPV6_HOUSE), strict=False)
        return str(network.network_address)
    return str(address)


def network_of(request: HttpRequest) -> str:
    """Return the sender's network; empty for a non-public address."""
    address = address_of(request)
    return address if address and ipaddress.ip_address(address).is_global else ""


class Guesses:
    """Counts the wrong codes tried by each network, separately in each process."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def note(self, network: str) -> None:
        """Count a wrong code from `network`."""
        if network:
            self._wrong.setdefault(network, deque(maxlen=WRONG_CODES)).append(time.monotonic())
            self._wrong.move_to_end(network)
            while len(self._wrong) > REMEMBERED:
                self._wrong.popitem(last=False)

    def is_too_many(self, network: str) -> bool:
        """Return whether `network` seems to guess, given its number of recent wrong codes."""
        times = self._wrong.get(network)
        if times is None or len(times) < WRONG_CODES:
            return False
        return times[0] > time.monotonic() - WITHIN

    def forget(self) -> None:
        """Forget all networks, as in a new process."""
        self._wrong.clear()


guesses = Guesses()
