"""When a session ends, its sockets close at once: listens to those who end sessions.

Accounts know nothing of matches, and a session can end in several rooms of theirs (log-out, a
list of sessions, a new password, a deleted account), so this is one place that hears of all.
"""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_out
from django.db import transaction
from django.db.models.signals import post_delete

from games.matches import live


def listen() -> None:
    """Ring for whoever loses a session, from now on."""
    post_delete.connect(_session_row_deleted, sender=UserSession)
    user_logged_out.connect(_logged_out)
    for signal in (password_changed, password_reset, password_set):
        signal.connect(_password_changed)


def _session_row_deleted(instance: UserSession, **_rest: Any) -> None:
    _ring(instance.user_id)


def _logged_out(request: Any, user: Any, **_rest: Any) -> None:
    if user is not None:
        # Django tells of it before it does it: do it, so that whoever hears the bell finds it done.
        request.session.flush()
        _ring(user.pk)


def _password_changed(user: Any, **_rest: Any) -> None:
    _ring(user.pk)


def _ring(user_id: int) -> None:
    transaction.on_commit(lambda: live.announce_session_end(user_id), robust=True)
