"""Pagination of long lists, with a search by name and a filter for the visitor's own items."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from accounts.names import comparable

SEARCH_LENGTH = 60


@dataclass(frozen=True)
class Listing:
    """A page of a list, its search text, and a filter for the visitor's own items.

    `is_own` is true if the filter is active, `has_own` if the visitor has any items.
    """

    page: "Page[Any]"
    search: str
    is_own: bool
    has_own: bool
    total: int

    @property
    def is_long(self) -> bool:
        """Return whether the list is long enough to need a search."""
        return self.total > self.page.paginator.per_page


def number_in(text: str, default: int = 0) -> int:
    """Return the number in a request parameter, or `default` if it is invalid or too long."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else default


def search_of(request: HttpRequest) -> str:
    """Return the search text without NUL characters, which PostgreSQL rejects."""
    return request.GET.get("search", "").replace("\0", "").strip()[:SEARCH_LENGTH]


def listing(
    request: HttpRequest,
    items: Sequence[Any],
    *,
    size: int,
    names: Callable[[Any], str],
    is_own: Callable[[Any], bool],
) -> Listing:
    """Return the requested page of `items`, with `size` items per page."""
    search, mine = search_of(request), "me" in request.GET
    text = comparable(search)
    rows = [
        one
        for one in items
        if (not text or text in comparable(names(one))) and (not mine or is_own(one))
    ]
    page = Paginator(rows, size).get_page(request.GET.get("page", "1"))
    return Listing(page, search, mine, any(map(is_own, items)), len(items))
