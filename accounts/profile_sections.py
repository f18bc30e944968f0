"""Sections of a user's page from other apps, such as matches.

The setting PROFILE_SECTIONS lists them in one tuple; this app imports none of those apps.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from accounts.models import User
from accounts.requests import Visitor

Context = Callable[[User, Visitor], dict[str, Any]]


@dataclass(frozen=True)
class Section:
    """A template and the function for its context: `context(person, viewer)`.

    `viewer` is a user or an `AnonymousUser`. Only viewers who may see a person's history see its
    sections.
    """

    template: str
    context: Context


def sections() -> tuple[Section, ...]:
    """Return the sections of a person's page."""
    wiring: tuple[Section, ...] = import_string(settings.PROFILE_SECTIONS)
    return wiring


def home_of(user: Visitor) -> list[dict[str, Any]]:
    """Return the sections of the front page that have something to show `user`."""
    if not user.is_authenticated:
        return []
    wiring: tuple[Section, ...] = import_string(settings.HOME_SECTIONS)
    shown = ((one.template, one.context(user, user)) for one in wiring)
    return [
        {"template": template, "context": context}
        for template, context in shown
        if any(context.values())
    ]


@dataclass(frozen=True)
class LobbySection:
    """A template and the function for its context, on the front page of every `visitor`."""

    template: str
    context: Callable[[Visitor], dict[str, Any]]


def lobby_of(visitor: Visitor) -> list[dict[str, Any]]:
    """Return the sections of the front page for everybody, including anonymous visitors."""
    wiring: tuple[LobbySection, ...] = import_string(settings.LOBBY_SECTIONS)
    return [{"template": one.template, "context": one.context(visitor)} for one in wiring]


def history_of(person: User, viewer: Visitor) -> list[dict[str, Any]]:
    """Return the sections on the history of `person` for `viewer`; empty if it is private."""
    if not person.shows_history_to(viewer):
        return []
    return [
        {"template": section.template, "context": section.context(person, viewer)}
        for section in sections()
    ]
