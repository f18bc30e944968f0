"""Passwords: checks and resets take the same time whether an account exists or not.

A reset is stored as a request first, so neither the response nor its time reveals an account.
"""

from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.forms import default_token_generator
from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied
from django.core.mail import EmailMultiAlternatives
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation

from accounts.mail import one_spelling
from accounts.models import PasswordReset, User


class OneHashBackend(AuthenticationBackend):
    """Looks up the account once, and hashes one password.

    Allauth's own backend tries a login as an e-mail address and as a name, with every such account.
    """

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **others: Any,
    ) -> User | None:
        """Return the user with this name or e-mail address and this password.

        :raises PermissionDenied: if none exists; no other backend is then tried.
        """
        login = username or others.get("email")
        if not (login and password):
            return None
        user = _account_of(login)
        if user is None:
            make_password(password)
        elif self._check_password(user, password):
            return user
        raise PermissionDenied


def _account_of(login: str) -> User | None:
    """Return the user with `login` as name, or as e-mail address, preferably a confirmed one."""
    login = one_spelling(login)
    addresses = EmailAddress.objects.filter(email__iexact=login)
    confirmed = addresses.filter(user=OuterRef("pk"), verified=True)
    is_name, is_address = Q(username__iexact=login), Q(email__iexact=login)
    found = User.objects.filter(is_name | is_address | Q(pk__in=addresses.values("user")))
    best = found.annotate(is_name=is_name, is_confirmed=Exists(confirmed), is_address=is_address)
    return best.order_by("-is_name", "-is_confirmed", "-is_address", "pk").first()


def ask_for_new(address: str) -> None:
    """Store a request for a password reset of the account with this e-mail address."""
    PasswordReset.objects.create(address=address, language=translation.get_language())


def owner_of(address: str) -> User | None:
    """Return an active user with this e-mail address, preferably a confirmed one."""
    address = one_spelling(address)
    owners = filter_users_by_email(address, is_active=True, prefer_verified=True, for_login=True)
    return min(owners, key=lambda owner: owner.pk, default=None)


def letter_to(owner: User, reset: PasswordReset) -> EmailMultiAlternatives:
    """Return the e-mail with the link, in the language of its reader or else the request's."""
    parts = [user_pk_to_url_str(owner), default_token_generator.make_token(owner)]
    link = settings.SITE_URL + reverse("account_reset_password_from_key", args=parts)
    context = {"user": owner, "username": owner.username, "password_reset_url": link}
    with translation.override(reset.language):
        letter = get_adapter().render_mail(
            "account/email/password_reset_key", reset.address, context
        )
    return cast(EmailMultiAlternatives, letter)
