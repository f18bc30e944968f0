"""Guests: one field, a name, and you sit at the table; the account may be claimed later."""

from datetime import timedelta

from allauth.core import ratelimit
from allauth.usersessions.models import UserSession
from django.contrib.auth import login, update_session_auth_hash
from django.db import transaction
from django.http import HttpRequest
from django.utils.crypto import get_random_string

from accounts.models import User
from accounts.people import clean_free_name, is_name_taken

#: Nothing but the session says who a guest is, so it lasts.
SESSION_LIFE = timedelta(days=60)
_BACKEND = "django.contrib.auth.backends.ModelBackend"


class NotAGuest(Exception):
    """Somebody who has an account tried to claim one."""


def may_welcome(request: HttpRequest) -> bool:
    """Return whether another guest may come from where `request` does; each asking counts."""
    return bool(ratelimit.consume(request, action="guest"))


def welcome(request: HttpRequest, name: str) -> User:
    """Make a guest called `name` and log them in for `SESSION_LIFE`.

    :raises ValidationError: the name breaks a rule, or belongs to somebody with an account.
    """
    guest = User(username=_new_username(), is_guest=True)
    guest.rename(clean_free_name(name))
    guest.set_unusable_password()
    guest.save()
    login(request, guest, backend=_BACKEND)
    request.session.set_expiry(SESSION_LIFE)
    UserSession.objects.create_from_request(request)
    return guest


@transaction.atomic
def claim(guest: User, *, username: str, email: str, password: str) -> User:
    """Turn `guest` into an account, the same row, so that everything played stays theirs.

    The values are cleaned already. The guest's name stays, unless an account took it meanwhile:
    then the username, which is free, becomes the name.

    :raises NotAGuest: the account was claimed before.
    """
    user = User.objects.select_for_update().get(pk=guest.pk)
    if not user.is_guest:
        raise NotAGuest
    user.is_guest = False
    user.username = username
    user.email = email
    user.set_password(password)
    user.rename(username if is_name_taken(user.name) else user.name)
    user.save()
    return user


def keep_session(request: HttpRequest, user: User) -> None:
    """Keep `request`'s session after its user's password changed, under a new key."""
    UserSession.objects.filter(session_key=request.session.session_key).delete()
    request.user = user
    update_session_auth_hash(request, user)
    UserSession.objects.create_from_request(request)


def _new_username() -> str:
    return "guest-" + get_random_string(16, "abcdefghjkmnpqrstuvwxyz23456789")
