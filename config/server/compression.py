"""Compresses pages without secrets of a running match; all others are sent as they are.

The size of a compressed page reveals how similar its parts are. An attacker who makes a player's
browser request a page with chosen words in it, and sees the length of the response, could find out
its other contents (BREACH). Django adds random bytes, which make this slower, and masks its tokens
differently in each page. Pages with a role must not leak, not even slowly.
"""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

#: The views whose pages never depend on a deal. A view with both kinds of pages calls
#: `accounts.requests.allow_compression` for those without secrets.
WITHOUT_SECRETS = frozenset(
    {
        *("matches:learn", "matches:learn-game", "installation:page", "accounts:profile"),
        *("history:history", "history:person", "history:numbers"),
        *("ratings:ratings", "ratings:leaderboard"),
        *("leagues:leagues", "leagues:league", "leagues:archive", "leagues:members"),
        *("leagues:season", "leagues:rounds", "leagues:crosstable", "leagues:player"),
        *("leagues:fixture", "leagues:audit"),
    }
)


class CompressionMiddleware(GZipMiddleware):
    """Compresses the responses of views that allow it."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Compress the page of a view that is named above, or that has allowed it."""
        match = request.resolver_match
        is_named = match is not None and match.view_name in WITHOUT_SECRETS
        if is_named or getattr(request, "may_be_compressed", False):
            return super().process_response(request, response)
        return response
