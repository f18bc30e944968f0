"""Types of requests and users for signatures; requests sent by scripts; redirects."""

from typing import cast

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect
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


def redirect_to(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect the browser to another URL: the whole page, even if a script sent `request`."""
    return (HttpResponseClientRedirect if is_by_script(request) else HttpResponseRedirect)(address)


def allow_compression(request: HttpRequest) -> None:
    """Note that the page contains no secret of a running match (config/server/compression.py)."""
    request.may_be_compressed = True  # type: ignore[attr-defined]


def own_page(path: str) -> str:
    """Return `path` if it is an absolute path to a page of this site, otherwise "".

    Django would interpret other text, such as a date, as the name of a view.
    """
    is_own = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if is_own else ""
