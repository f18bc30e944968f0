"""Guests: people who enter a name and take a seat, and may claim the account later."""

from datetime import timedelta

from allauth.core import ratelimit
from allauth.usersessions.models import UserSession
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac

from accounts.models import User
from accounts.portraits import is_portrait
from accounts.unique_names import clean_free_name, is_name_taken

#: A guest cannot log in again, so the session lasts long after their last visit.
SESSION_LIFE = timedelta(days=60)
#: The time within which a form sent again by the same browser makes no second guest.
SENT_TWICE = timedelta(seconds=10)
_RENEWED_ON = "renewed_on"
_BACKEND = "django.contrib.auth.backends.ModelBackend"


class NotAGuest(Exception):
    """A user with an account tried to claim one."""


def may_welcome(request: HttpRequest) -> bool:
    """Count another guest from the request's network; return whether it is allowed."""
    return bool(ratelimit.consume(request, action="guest"))


def welcome(request: HttpRequest, name: str) -> User:
    """Make a guest called `name` and log them in.

    :raises ValidationError: as `make`.
    """
    guest = make(request, name)
    log_in(request, guest)
    return guest


def make(request: HttpRequest, name: str, portrait: str = "") -> User:
    """Store a guest called `name`, without logging in; `portrait` counts if it is a face's code.

    A form that a browser sends twice makes one guest, even in two processes: the username
    depends on the browser's CSRF cookie, so the second finds it taken. This applies for seconds
    only: knowing the cookie of a shared computer must not give access to others' guests.

    :raises ValidationError: if the name breaks a rule, or is that of an account.
    """
    cookie = request.META.get("CSRF_COOKIE") or get_random_string(32)
    guest = User(username=_username_for(cookie), is_guest=True)
    guest.rename(clean_free_name(name))
    guest.chosen_portrait = portrait if is_portrait(portrait) else ""
    guest.set_unusable_password()
    try:
        with transaction.atomic():
            guest.save()
    except IntegrityError:
        first = User.objects.get(username=guest.username)
        if first.date_joined > timezone.now() - SENT_TWICE:
            return first
        guest.username = _username_for(get_random_string(32))
        guest.save()
    return guest


def _username_for(secret: str) -> str:
    return "guest-" + salted_hmac(__name__, secret).hexdigest()[:16]


def log_in(request: HttpRequest, guest: User) -> None:
    """Log `guest` in for `SESSION_LIFE`."""
    login(request, guest, backend=_BACKEND)
    _renew(request, _today())
    UserSession.objects.create_from_request(request)


def renew(request: HttpRequest) -> None:
    """Extend a guest's session to `SESSION_LIFE` from today, at most once a day."""
    session, today = request.session, _today()
    if session.accessed and session.get(_RENEWED_ON) != today:
        user = request.user
        if user.is_authenticated and user.is_guest:
            _renew(request, today)


def _renew(request: HttpRequest, today: str) -> None:
    # Seconds count from each storing of the session; Django would fix the end of a timedelta.
    request.session.set_expiry(int(SESSION_LIFE.total_seconds()))
    request.session[_RENEWED_ON] = today


def _today() -> str:
    return timezone.now().date().isoformat()


def claim(guest: User, *, username: str, email: str, password: str, language: str = "") -> User:
    """Turn `guest` into an account in the same row, which keeps all their matches.

    The values were validated before. The guest's name is kept, unless an account has taken it in
    the meantime; then the username, which is free, becomes the name.

    :raises NotAGuest: if the account was claimed before.
    """
    hashed = make_password(password)  # slow, so not while holding a lock
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=guest.pk)
        if not user.is_guest:
            raise NotAGuest
        user.is_guest = False
        user.username = username
        user.email = email
        user.language = user.language or language
        user.password = hashed
        user.rename(username if is_name_taken(user.name) else user.name)
        user.save()
    return user


def keep_session(request: HttpRequest, user: User) -> None:
    """Keep the session of `request` under a new key, after its user's password changed."""
    UserSession.objects.filter(session_key=request.session.session_key).delete()
    request.user = user
    update_session_auth_hash(request, user)
    UserSession.objects.create_from_request(request)
