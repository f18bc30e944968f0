"""Filters of the history that other apps add, such as the league of a match.

The setting HISTORY_FILTERS lists them in one tuple; this app imports none of those apps.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.module_loading import import_string


@dataclass(frozen=True)
class Filter:
    """A filter: its URL parameter, its label, its choices, and the matches that fit.

    `choices(user)` are (value, name) pairs; `matches(value)` is a query of matches' keys.
    """

    name: str
    label: Any
    choices: Callable[[Any], list[tuple[str, str]]]
    matches: Callable[[str], QuerySet[Any]]


def filters_by_name() -> dict[str, Filter]:
    """Return the filters by name."""
    filters: tuple[Filter, ...] = import_string(settings.HISTORY_FILTERS)
    return {one.name: one for one in filters}
