"""Everything stored about a person, gathered from the apps that store it, and erased there.

The apps say what they keep in their `AppConfig.ready()`; this app imports none of them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts.models import User

Export = Callable[[User], dict[str, Any]]
Erase = Callable[[User], None]


@dataclass(frozen=True)
class Keeper:
    """An app's two duties towards a person: to say what it keeps, and to let go of it."""

    export: Export
    erase: Erase


_keepers: list[Keeper] = []


def register(*, export: Export, erase: Erase) -> None:
    """Ask `export(user)` for a dict of JSON values, top-level keys its own, and `erase(user)`.

    `erase` runs in the transaction that deletes the user, before the row goes. It must leave
    what belongs to others, without the name.
    """
    keeper = Keeper(export, erase)
    if keeper not in _keepers:
        _keepers.append(keeper)


def export(user: User) -> dict[str, Any]:
    """Return everything stored about `user`, without secrets: no password, no key, no seed."""
    document: dict[str, Any] = {
        "profile": _profile(user),
        "email_addresses": _email_addresses(user),
        "sessions": _sessions(user),
        "second_factors": _second_factors(user),
    }
    for keeper in _keepers:
        document.update(keeper.export(user))
    return document


def erase(user: User) -> None:
    """Let every app that keeps something about `user` let go of it."""
    for keeper in _keepers:
        keeper.erase(user)


def _profile(user: User) -> dict[str, Any]:
    return {
        "id": user.public_id,
        "username": user.username,
        "name": user.name,
        "is_guest": user.is_guest,
        "about": user.about,
        "language": user.language,
        "history_visible_to": user.history_audience,
        "wants_mail_when_it_is_their_turn": user.wants_turn_mail,
        "joined_at": user.date_joined,
        "last_login_at": user.last_login,
    }


def _email_addresses(user: User) -> list[dict[str, Any]]:
    return list(
        EmailAddress.objects.filter(user=user).order_by("pk").values("email", "verified", "primary")
    )


def _sessions(user: User) -> list[dict[str, Any]]:
    sessions = UserSession.objects.filter(user=user).order_by("pk")
    return list(sessions.values("created_at", "last_seen_at", "ip", "user_agent"))


def _second_factors(user: User) -> list[dict[str, Any]]:
    factors = Authenticator.objects.filter(user=user).order_by("pk")
    return list(factors.values("type", "created_at", "last_used_at"))
