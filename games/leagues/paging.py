"""Long lists in pages, with a search by name, or only the visitor's own items."""

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

    `is_own` says whether only these are shown, `has_own` whether any exist.
    """

    page: "Page[Any]"
    search: str
    is_own: bool
    has_own: bool
    total: int

    @property
    def is_long(self) -> bool:
        """Return whether it is long enough for a search."""
        return self.total > self.page.paginator.per_page


def number_in(text: str, default: int = 0) -> int:
    """Return the number that a request names; `default` for anything else, and for a long one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else default


def search_of(request: HttpRequest) -> str:
    """Return the search text, without NULs, which PostgreSQL refuses."""
    return request.GET.get("search", "").replace("\0", "").strip()[:SEARCH_LENGTH]


def listing(
    request: HttpRequest,
    items: Sequence[Any],
    *,
    size: int,
    names: Callable[[Any], str],
    is_own: Callable[[Any], bool],
) -> Listing:
    """Return the requested page of `items`, `size` long."""
    search, mine = search_of(request), "me" in request.GET
    text = comparable(search)
    rows = [
        one
        for one in items
        if (not text or text in comparable(names(one))) and (not mine or is_own(one))
    ]
    page = Paginator(rows, size).get_page(request.GET.get("page", "1"))
    return Listing(page, search, mine, any(map(is_own, items)), len(items))
