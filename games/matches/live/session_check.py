"""Checks whether the sessions that opened sockets still exist: many by two queries."""

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
    """Return the `sockets` whose session or token no longer exists."""
    pages = [one for one in sockets if hasattr(one, "session_key")]
    others = [one for one in sockets if one not in pages]
    gone = set(await _without_session({(one.session_key, one.user_id) for one in pages}))
    return [
        *(one for one in pages if (one.session_key, one.user_id) in gone),
        *[one for one in others if not await one.is_logged_in()],
    ]


@database_sync_to_async
def _without_session(opened: set[Opened]) -> list[Opened]:
    """Return the sessions that have ended or have another user: two queries."""
    keys, users = {key for key, _user in opened}, {user for _key, user in opened}
    now = timezone.now()
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=now)
    stored = {row.session_key: row.get_decoded() for row in rows}
    known = User.objects.in_bulk(users)
    return [(key, user) for key, user in opened if not _is_of(stored.get(key), known.get(user))]


def _is_of(session: Any, user: User | None) -> bool:
    """Return whether a session's content still proves that it is `user`, with today's password."""
    if session is None or user is None or not user.is_active:
        return False
    hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    shown = session.get(HASH_SESSION_KEY, "")
    is_user = session.get(SESSION_KEY) == str(user.pk)
    return is_user and any(constant_time_compare(shown, one) for one in hashes)
