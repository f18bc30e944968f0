"""Middleware for languages, sessions, guests and account pages.

It also redirects people whose session ended, or whose account was deleted, during their request.
"""

import logging
from typing import Any, cast
from unicodedata import is_normalized, normalize
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.messages.storage.base import BaseStorage
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, IntegrityError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext
from django_htmx.http import HttpResponseClientRefresh

from accounts import guests
from accounts.models import User
from accounts.requests import is_by_script, redirect_to

log = logging.getLogger(__name__)

#: The session key in which allauth keeps a login that waits for its second step.
HALF_LOGIN = "account_login"
#: Account pages that are only for users with a password.
_FOR_ACCOUNTS = frozenset(
    {
        "account_signup",
        "account_login",
        "account_email",
        "account_change_password",
        "account_set_password",
        "account_reauthenticate",
    }
)
#: Pages opened by a link in an e-mail. They log out their reader, and a guest has no password
#: to log in again.
_LOG_OUT = frozenset({"account_confirm_email", "account_reset_password_from_key"})


class TypedTextMiddleware(MiddlewareMixin):
    """Composes typed text, because some systems send an umlaut as two characters.

    Stored texts are compared with typed ones, and both forms look the same to readers.
    """

    def process_view(
        self, request: HttpRequest, view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """Compose the query and the form, before the view reads them; programs send no forms."""
        request.GET = _composed(request.GET)  # type: ignore[assignment]
        if not getattr(view, "csrf_exempt", False):
            request.POST = _composed(request.POST)  # type: ignore[assignment]
        return None


def _composed(data: QueryDict) -> QueryDict:
    if all(is_normalized("NFC", text) for texts in data.lists() for text in texts[1]):
        return data
    composed = data.copy()
    for name, texts in data.lists():
        composed.setlist(name, [normalize("NFC", text) for text in texts])
    return composed


class LanguageMiddleware(LocaleMiddleware):
    """Activates the reader's language, or for a single page the language in the URL (?lang=).

    Search engines get such URLs as alternates.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language of `request`."""
        super().process_request(request)
        language = request.GET.get("lang", "")
        if language in dict(settings.LANGUAGES):
            translation.activate(language)
            request.LANGUAGE_CODE = language


class LastingSessionMiddleware(SessionMiddleware):
    """Stores sessions, and redirects users whose session was ended in another tab.

    Django would answer that the request was malformed, although its other effects are stored.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Store the session; if it is gone, redirect to a page for a new one, with the reason."""
        try:
            return super().process_response(request, response)
        except SessionInterrupted:
            words = gettext(
                "This session has just been ended elsewhere. Check whether your last change was"
                " saved."
            )
            messages.warning(request, words)
            redirect = redirect_to(request, _entrance(request))
            # Messages were put into `response`, which is not sent. The session's cookie is left as
            # it is: it may already be that of a new session.
            cast(BaseStorage, messages.get_messages(request)).update(redirect)
            return redirect


def _entrance(request: HttpRequest) -> str:
    """Return the login page; for guests and visitors, who cannot log in, the front page."""
    if not request.user.is_authenticated or request.user.is_guest:
        return reverse("matches:lobby")
    return reverse("account_login")


class GuestSessionMiddleware(MiddlewareMixin):
    """Extends the sessions of returning guests."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Extend a guest's session."""
        guests.renew(request)
        return response


class DeletedAccountMiddleware(MiddlewareMixin):
    """Logs out users whose account was deleted in another tab during their request.

    It also answers a form about a user who deleted their account at that moment.
    """

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Redirect to the login, with the reason, if `error` arose because the user is gone.

        If another row that the form refers to is gone, return a page that says so.
        """
        if _lacks_a_row(error) and _is_gone(request):
            logout(request)
            words = gettext(
                "Your account has been deleted, along with everything stored about you."
            )
            messages.error(request, words)
            return redirect_to(request, reverse("account_login"))
        if not _names_what_is_gone(error):
            return None
        # A bug in a form that always names a missing row would look the same; the log shows it.
        log.warning("A row that another refers to is gone", exc_info=error)
        return _nothing_to_name(request)


def _lacks_a_row(error: Exception) -> bool:
    """Return whether `error` may mean that a row was deleted; a lost or busy database doesn't."""
    is_refused = isinstance(error, DatabaseError) and not isinstance(error, OperationalError)
    return is_refused or isinstance(error, ObjectDoesNotExist)


def _names_what_is_gone(error: Exception) -> bool:
    """Return whether the database refused a row because it refers to a missing one."""
    cause = error.__cause__
    return isinstance(error, IntegrityError) and (
        getattr(cause, "sqlstate", "") == "23503"  # PostgreSQL: foreign_key_violation
        or getattr(cause, "sqlite_errorname", "") == "SQLITE_CONSTRAINT_FOREIGNKEY"
    )


def _nothing_to_name(request: HttpRequest) -> HttpResponse:
    """Return a page with the reason why nothing was stored; reload the page if a script asked."""
    reason = gettext("Someone or something on this page has just been deleted. Reload the page.")
    if is_by_script(request):
        messages.error(request, reason)
        return HttpResponseClientRefresh()
    return render(request, "base/not_possible.html", {"reason": reason}, status=409)


def _is_gone(request: HttpRequest) -> bool:
    user = request.user
    return user.is_authenticated and not User.objects.filter(pk=user.pk).exists()


def _let_go_of_login(request: HttpRequest, response: HttpResponse) -> None:
    """Restart a login whose second step is impossible: the last key was removed elsewhere.

    Otherwise allauth redirects from the second step to the login, and from there back.
    """
    if response.headers.get("Location") == reverse("account_login"):
        request.session.pop(HALF_LOGIN, None)


class AccountPagesMiddleware(MiddlewareMixin):
    """Keeps account pages out of caches, and redirects guests from them to claim their account."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Forbid caching if the page is about an account; restart a login that can't continue."""
        match = request.resolver_match
        if match is not None and match.route.startswith("account/"):
            add_never_cache_headers(response)
        if match is not None and match.url_name == "mfa_authenticate":
            _let_go_of_login(request, response)
        return response

    def process_view(
        self, request: HttpRequest, _view: Any, _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """Redirect a guest from a page that needs an account, or would log them out."""
        match = request.resolver_match
        name = (match and match.url_name) or ""
        needs_account = name in _FOR_ACCOUNTS or name.startswith("mfa_")
        if not (needs_account or name in _LOG_OUT):
            return None
        if not (request.user.is_authenticated and request.user.is_guest):
            return None
        if needs_account:
            return HttpResponseRedirect(reverse("accounts:claim"))
        after = urlencode({"next": request.get_full_path()})
        return HttpResponseRedirect(f"{reverse('account_logout')}?{after}")
