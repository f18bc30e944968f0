"""Checks whether sessions that opened something still exist, any number with two queries."""

from collections.abc import Iterable
from typing import Any

from channels.db import database_sync_to_async
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User

#: The key of a session, and the user who opened something with it.
Opened = tuple[str, int]


async def with_ended_session(sockets: Iterable[Any]) -> list[Any]:
    """Return those `sockets` whose session or token no longer exists."""
    pages = [one for one in sockets if hasattr(one, "session_key")]
    others = [one for one in sockets if one not in pages]
    pairs = {(one.session_key, one.user_id) for one in pages}
    outsiders = set(await database_sync_to_async(without_session)(pairs))
    return [
        *(one for one in pages if (one.session_key, one.user_id) in outsiders),
        *[one for one in others if not await one.is_logged_in()],
    ]


def without_session(pairs: set[Opened]) -> list[Opened]:
    """Return the `pairs` whose session has ended or has another user, with two queries."""
    keys, users = {key for key, _user in pairs}, {user for _key, user in pairs}
    now = timezone.now()
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=now)
    sessions = {row.session_key: row.get_decoded() for row in rows}
    people = User.objects.in_bulk(users)
    return [(key, user) for key, user in pairs if not _is_of(sessions.get(key), people.get(user))]


def _is_of(session: Any, user: User | None) -> bool:
    """Return whether a session still belongs to `user`, with the current password."""
    if session is None or user is None or not user.is_active:
        return False
    hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    digest = session.get(HASH_SESSION_KEY, "")
    is_user = session.get(SESSION_KEY) == str(user.pk)
    return is_user and any(constant_time_compare(digest, one) for one in hashes)
