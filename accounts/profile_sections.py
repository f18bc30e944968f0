"""Blocks on a person's page that other apps fill, such as the matches they played.

The apps register in their `AppConfig.ready()`; this app imports none of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from accounts.models import User

Context = Callable[[User, Any], dict[str, Any]]


@dataclass(frozen=True)
class Section:
    """A template and the function that fills it."""

    template: str
    context: Context


_sections: list[Section] = []


def register(*, template: str, context: Context) -> None:
    """Show `template` with `context(person, viewer)` to those who may see a person's history.

    `viewer` is the user who looks, or an `AnonymousUser`.
    """
    section = Section(template, context)
    if section not in _sections:
        _sections.append(section)


def history_of(person: User, viewer: Any) -> list[dict[str, Any]]:
    """Return what to show `viewer` of what `person` played; nothing if they may not see it."""
    if not person.shows_history_to(viewer):
        return []
    return [
        {"template": section.template, "context": section.context(person, viewer)}
        for section in _sections
    ]
