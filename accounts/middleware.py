"""What holds for every page of an account: never cached, and guests claim theirs first."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

#: Addresses that make no sense for somebody who has no password yet.
_FOR_ACCOUNTS = frozenset(
    {
        "account_signup",
        "account_login",
        "account_email",
        "account_change_password",
        "account_set_password",
        "account_reauthenticate",
    }
)


class AccountPagesMiddleware:
    """Keep account pages out of every cache; lead guests from them to claiming an account."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer `request`; forbid to store the answer if it is about an account."""
        response = self.get_response(request)
        match = request.resolver_match
        if match is not None and match.route.startswith("account/"):
            add_never_cache_headers(response)
        return response

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """Redirect a guest who asks for a page that needs an account."""
        name = request.resolver_match.url_name or ""
        if name not in _FOR_ACCOUNTS and not name.startswith("mfa_"):
            return None
        if request.user.is_authenticated and request.user.is_guest:
            return HttpResponseRedirect(reverse("accounts:claim"))
        return None
