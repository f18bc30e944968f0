"""Everything stored about a person: exports it, erases it, and deletes the account.

The setting PERSONAL_DATA lists the apps that store personal data; this app imports none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.module_loading import import_string

from accounts import blocks
from accounts.models import User

Export = Callable[[User], dict[str, Any]]
Erase = Callable[[User], None]


@dataclass(frozen=True)
class Keeper:
    """The personal data of one app: `export(user)` returns it, `erase(user)` deletes it.

    An export is a dict of JSON values; its top-level keys are the app's own. `erase` runs in the
    transaction that deletes the user, before the row is deleted. It must keep data that belongs to
    others, too, without the name.
    """

    export: Export
    erase: Erase


def keepers() -> tuple[Keeper, ...]:
    """Return the keepers of all apps."""
    wiring: tuple[Keeper, ...] = import_string(settings.PERSONAL_DATA)
    return wiring


def export(user: User) -> dict[str, Any]:
    """Return everything stored about `user`, without secrets: no password, no key, no seed."""
    document: dict[str, Any] = {
        "profile": _profile(user),
        "email_addresses": _email_addresses(user),
        "sessions": _sessions(user),
        "second_factors": _second_factors(user),
        "blocked": [person.name for person in blocks.blocked_by(user)],
    }
    for keeper in keepers():
        document.update(keeper.export(user))
    return document


def erase(user: User) -> None:
    """Erase everything that apps store about `user`."""
    for keeper in keepers():
        keeper.erase(user)


def delete_account(user: User) -> None:
    """Erase the data of `user` in all apps, end their sessions, and delete the account.

    Administrators' actions on the account remain in their log, without the name.
    """
    with transaction.atomic():
        erase(user)
        # From here on no other tab can store data of this user: it waits for this lock, and is then
        # refused. Data stored before the lock is erased now. The lock does not come first, to avoid
        # a deadlock: a process may have locked a table in order to store data of this user there,
        # while we wait for that table.
        if not list(User.objects.select_for_update().filter(pk=user.pk)):
            return  # another tab has deleted it
        erase(user)
        people = ContentType.objects.get_for_model(User)
        entries = LogEntry.objects.filter(content_type=people, object_id=str(user.pk))
        entries.update(object_repr="")
        for session in UserSession.objects.filter(user=user):
            session.end()
        user.delete()


def _profile(user: User) -> dict[str, Any]:
    return {
        "id": user.public_id,
        "username": user.username,
        "name": user.name,
        "is_guest": user.is_guest,
        "about": user.about,
        "portrait": user.portrait,
        "language": user.language,
        "history_visible_to": user.history_audience,
        "counts_among_people_here": user.shows_presence,
        "wants_mail_when_it_is_their_turn": user.wants_turn_mail,
        "joined_at": user.date_joined,
        "last_login_at": user.last_login,
    }


def _email_addresses(user: User) -> list[dict[str, Any]]:
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    return [dict(one) for one in addresses.values("email", "verified", "primary")]


def _sessions(user: User) -> list[dict[str, Any]]:
    sessions = UserSession.objects.filter(user=user).order_by("pk")
    return list(sessions.values("created_at", "last_seen_at", "ip", "user_agent"))


def _second_factors(user: User) -> list[dict[str, Any]]:
    factors = Authenticator.objects.filter(user=user).order_by("pk")
    return list(factors.values("type", "created_at", "last_used_at"))
