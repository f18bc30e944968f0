"""Closes the sockets of a session as soon as it ends.

Sessions end in several places in accounts (logout, the list of sessions, a new password, a deleted
account, an account closed or given a password by staff), and accounts must not import matches. So
this module uses their signals.
"""

from typing import TYPE_CHECKING, Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest

from games.matches import publish

if TYPE_CHECKING:
    from accounts.models import User


def listen() -> None:
    """Connect to the signals of ended sessions, to check the sockets of their users."""
    post_delete.connect(_session_row_deleted, sender="usersessions.UserSession")
    post_save.connect(_user_saved, sender="accounts.User")
    user_logged_out.connect(_logged_out)
    for signal in (password_changed, password_reset, password_set):
        signal.connect(_password_changed)


def _session_row_deleted(instance: Any, **_rest: Any) -> None:
    _ring(instance.user_id)


def _user_saved(instance: "User", **_rest: Any) -> None:
    if not instance.is_active:
        _ring(instance.pk)


def _logged_out(request: HttpRequest, user: "User | None", **_rest: Any) -> None:
    if user is not None:
        # Django sends the signal before it deletes the session. Delete it here, so that the check
        # finds it deleted.
        request.session.flush()
        _ring(user.pk)


def _password_changed(user: "User", **_rest: Any) -> None:
    _ring(user.pk)


def _ring(user_id: int) -> None:
    publish.session_end(user_id)
