"""Limits the sockets of a user and of a network in one process, and guesses of tables' codes."""

from collections import Counter
from typing import Any

from django.http import HttpRequest

from config.server.origin import deny
from games.matches.limits import guesses, network_of
from games.matches.live.consumers import NOT_FOUND
from games.matches.models import Match

#: Tabs of one user; tabs of all users behind one IP address, such as a school.
OF_A_PERSON, OF_A_NETWORK = 40, 600


class SocketLimits:
    """Passes sockets on, up to the limits; without a socket a page still works, but slower."""

    def __init__(self, application: Any) -> None:
        self._application = application
        self._open: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Count the socket while it is open, or refuse it."""
        network = network_of(_request(scope))
        owners = _owners(scope, network)
        is_full = any(self._open[owner] >= most for owner, most in owners.items())
        if is_full or await _searches(scope, network):
            await deny(receive, send)
            return

        async def note(message: Any) -> None:
            if message.get("code") == NOT_FOUND:
                guesses.note(network)
            await send(message)

        self._open.update(owners.keys())
        try:
            await self._application(scope, receive, note)
        finally:
            self._open.subtract(owners.keys())
            for owner in owners:
                if not self._open[owner]:
                    del self._open[owner]


async def _searches(scope: Any, network: str) -> bool:
    """Return whether the socket's network guesses codes, and its user has no seat at the table."""
    if not guesses.is_too_many(network):
        return False
    code, user = scope["path"].strip("/").rpartition("/")[2], scope["user"].pk
    return not (user and await Match.objects.filter(code=code, players__user=user).aexists())


def _owners(scope: Any, network: str) -> dict[str, int]:
    """Return the owners for which this socket is counted, with their limits."""
    user = scope["user"]
    owners = {f"user {user.pk}": OF_A_PERSON} if user.is_authenticated else {}
    return {**owners, f"network {network}": OF_A_NETWORK} if network else owners


def _request(scope: Any) -> HttpRequest:
    """Return a request with the socket's address, as from a page."""
    request = HttpRequest()
    header = dict(scope["headers"]).get(b"x-forwarded-for", b"")
    request.META = {
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "HTTP_X_FORWARDED_FOR": header.decode("latin-1"),
    }
    return request
