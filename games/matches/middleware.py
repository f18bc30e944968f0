"""Middleware: the error page of a refusal, and a limit on guessing table codes."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin

from games.matches import errors, limits
from games.matches.models import Match


class RefusalMiddleware(MiddlewareMixin):
    """Responds with the reason for a refusal that the view did not catch."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the error page of a refusal, which must not be cached."""
        if not isinstance(error, errors.Refused):
            return None
        response = errors.forbidden(request, error)
        add_never_cache_headers(response)
        return response


class CodeGuessingMiddleware(MiddlewareMixin):
    """Counts requests for tables that don't exist, and refuses networks after too many."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Count a request for a table that doesn't exist."""
        if response.status_code == 404 and _names_no_table(request):
            limits.guesses.note(limits.network_of(request))
        return response

    def process_view(
        self, request: HttpRequest, view: Any, _args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse a network that guesses codes, except at tables where the user has a seat.

        Views for programs respond in their own format.
        """
        if getattr(view, "refuses_searches", False):
            return None
        if "code" not in kwargs or not limits.guesses.is_too_many(limits.network_of(request)):
            return None
        user = request.user.pk
        if user and Match.objects.filter(code=kwargs["code"], players__user=user).exists():
            return None
        return errors.forbidden(request, limits.TooManyAttempts())


def _names_no_table(request: HttpRequest) -> bool:
    resolver_match = request.resolver_match
    code = resolver_match.kwargs.get("code") if resolver_match else None
    return code is not None and not Match.objects.filter(code=code).exists()
