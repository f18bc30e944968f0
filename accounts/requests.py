"""Types of requests and of users, for signatures; and whether a script sent a request."""

from typing import cast

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import User

#: A user with an account, a guest, or an anonymous visitor.
Visitor = User | AnonymousUser


class AuthenticatedRequest(HttpRequest):
    """A request of a logged-in user, as after `login_required`."""

    user: User


class HtmxRequest(HttpRequest):
    """A request that has passed django-htmx's middleware, as all requests have."""

    htmx: HtmxDetails


def is_by_script(request: HttpRequest) -> bool:
    """Return whether htmx sent the request and expects a piece of the page."""
    return bool(cast(HtmxRequest, request).htmx)
