"""Every step of a league, found through the URL patterns: the user who takes it, and its URL."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, reverse

from accounts.models import User
from games.leagues.confirmation import Confirmation
from games.leagues.joining.urls import urlpatterns as joining
from games.leagues.models import League, Member
from games.leagues.organiser.urls import urlpatterns as organising
from tests.leagues.organiser.step_plans import PLANS, first, played

#: The lowest role with each power, which takes the steps; players take their own steps.
TAKES = {"run": "owner", "arbitrate": "arbiter", "schedule": "scheduler"}
#: tests/doors checks for each URL, and test_guards for each service, that it requires the right
#: power.


def power_of(pattern: URLPattern) -> str | None:
    """Return the power that a step requires; None for a URL that is not a step."""
    view = inspect.unwrap(pattern.callback)
    if inspect.signature(view).return_annotation is not Confirmation:
        return None
    return re.findall(r'@step\("(\w*)"', inspect.getsource(view))[0]


def powers() -> Iterator[tuple[str, str]]:
    """Yield the name of every step and the power that it requires."""
    for pattern in [*organising, *joining]:
        if pattern.name == "run-import":  # it reads a list, and changes nothing
            continue
        if (power := power_of(pattern)) is not None:
            yield str(pattern.name), power


POWERS = dict(powers())


def taker_of(name: str) -> User:
    """Return the user who takes a step: the one with the lowest permitted role."""
    if name in ("unregister", "withdraw"):
        return first().entries.order_by("pk").first().user
    if name == "dispute":
        return played().chairs.first().entry.user
    role = TAKES.get(POWERS[name], "member")
    members = Member.objects.filter(role=role, user__username__in=("olga", "arno", "svea", "mia"))
    return members.get().user


def address_of(name: str) -> tuple[str, dict[str, Any]]:
    """Prepare a step; return its URL, and the input for its form."""
    where, typed = PLANS[name]()
    return reverse(f"leagues:{name}", kwargs={"slug": League.objects.get().slug, **where}), typed
