"""Filters of the history that apps above bring, such as the league that a match was played for.

The apps register in their `AppConfig.ready()`; this app imports none of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet


@dataclass(frozen=True)
class Filter:
    """What a filter is called, whom it offers what, and which matches a value keeps.

    `choices(user)` are (value, name) pairs; `matches(value)` is a query of matches' keys.
    """

    label: Any
    choices: Callable[[Any], list[tuple[str, str]]]
    matches: Callable[[str], QuerySet[Any]]


_known: dict[str, Filter] = {}


def register(
    name: str,
    *,
    label: Any,
    choices: Callable[[Any], list[tuple[str, str]]],
    matches: Callable[[str], QuerySet[Any]],
) -> None:
    """Let the history be filtered by `name`, its parameter in addresses."""
    _known[name] = Filter(label, choices, matches)


def known() -> dict[str, Filter]:
    """Return the filters by name."""
    return dict(_known)
