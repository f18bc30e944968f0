"""Adapts allauth's sign-up and log-in: our rules for names, our language cookie."""

from contextlib import suppress
from ipaddress import IPv6Address
from typing import TYPE_CHECKING, Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.crypto import get_random_string, salted_hmac

from accounts.mail import one_spelling, render_html
from accounts.models import User
from accounts.requests import own_page
from accounts.unique_names import clean_free_name

if TYPE_CHECKING:
    from accounts.forms import SignupForm

#: The cookie of a device used for a login, and the number of logins that it remembers.
DEVICE, MOST_LOGINS = "device", 12


class AccountAdapter(DefaultAccountAdapter):
    """Uses the username of a new account as its name at the table, too.

    Signatures differ from allauth's only in the type of users, which is `User`.
    """

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the sender's IP address; an IPv4 address in IPv6 form is returned as IPv4.

        A proxy that listens on both protocols writes ::ffff:93.184.215.14. IPv6 addresses are
        counted by their first half, so everybody would be in one network.

        :raises PermissionDenied: if it is unknown.
        """
        address: str = super().get_client_ip(request)
        with suppress(ValueError):
            return str(IPv6Address(address).ipv4_mapped or address)
        return address

    def is_safe_url(self, url: str | None) -> bool:
        """Return whether `url` leads to a page of this site, and is safe for redirects.

        Allauth's own check raises an error for an invalid URL, such as "https://[::1".
        """
        return bool(url and own_page(url))

    def clean_email(self, email: str) -> str:
        """Return `email` in the canonical form in which it is stored."""
        return one_spelling(super().clean_email(email))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return `username` if it is a valid name, and no similar-looking one is taken.

        :raises ValidationError: if not.
        """
        cleaned: str = super().clean_username(clean_free_name(username), shallow=shallow)
        return cleaned

    def save_user(  # type: ignore[override]
        self,
        request: HttpRequest,
        user: User,
        form: "SignupForm",
        commit: bool = True,
    ) -> User:
        """Store a new account with its username as name, and with the language of the page.

        The form has already hashed the password.
        """
        super().save_user(request, user, form, commit=False)
        user.password = form.password
        user.rename(user.username)
        user.language = translation.get_language() or ""
        if commit:
            user.save()
        return user

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the key for counting wrong passwords: the login, and the device if known.

        Otherwise anybody could lock users out with five wrong passwords before a match.
        """
        key: str = super()._get_login_attempts_cache_key(request, **credentials)
        device, logins = _device_of(request)
        login = credentials.get("username") or credentials.get("email") or ""
        return f"{key}:{device}" if _digest(login) in logins else key

    def set_password(self, user: User, password: str) -> None:  # type: ignore[override]
        """Store only the new password: other columns may have changed, or the row may be gone."""
        user.set_password(password)
        User.objects.filter(pk=user.pk).update(password=user.password)

    def post_login(  # type: ignore[override]
        self, request: HttpRequest, user: User, **details: Any
    ) -> HttpResponse:
        """Redirect to the requested page, in the language of the account."""
        response: HttpResponse = super().post_login(request, user, **details)
        _remember_device(request, response, user)
        if user.language:
            remember_language(response, user.language)
        return response

    def send_notification_mail(  # type: ignore[override]
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """E-mail `user` about a change of the account, in their language."""
        context = {**(context or {}), "user": user}
        super().send_notification_mail(template_prefix, user, context, email)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMultiAlternatives:
        """Render an e-mail in its reader's language, as text and as HTML."""
        reader = getattr(context.get("user"), "language", "") or translation.get_language()
        context = {**context, "site_name": settings.SITE_NAME, "site_url": settings.SITE_URL}
        if "user_agent" in context:  # one line, whatever the browser sent
            context["user_agent"] = " ".join(context["user_agent"].split())
        with translation.override(reader):
            message = cast(
                EmailMultiAlternatives,
                super().render_mail(template_prefix, email, context, headers),
            )
            html = render_html(str(message.subject), str(message.body))
            message.attach_alternative(html, "text/html")
        return message


def _device_of(request: HttpRequest) -> tuple[str, list[str]]:
    """Return the sender's device, and digests of the logins used there."""
    with suppress(signing.BadSignature, ValueError):
        device, *logins = signing.loads(request.COOKIES.get(DEVICE, ""), salt=DEVICE)
        return device, logins
    return get_random_string(12), []


def _digest(login: str) -> str:
    return salted_hmac(DEVICE, login.strip().casefold()).hexdigest()[:16]


def _remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Set the cookie with which this device remembers the logins of `user`, as digests."""
    device, logins = _device_of(request)
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    own = [_digest(login) for login in (user.username, user.email, *addresses) if login]
    known = list(dict.fromkeys([*own, *logins]))[:MOST_LOGINS]
    response.set_cookie(
        DEVICE,
        signing.dumps([device, *known], salt=DEVICE),
        max_age=365 * 24 * 3600,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def remember_language(response: HttpResponse, language: str) -> None:
    """Set the cookie with the language of pages; delete it if `language` is empty."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=365 * 24 * 3600,
        secure=settings.HTTPS,
        samesite="Lax",
    )
