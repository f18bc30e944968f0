"""The admin: behind the site's login, for staff with a second factor."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.account.decorators import secure_admin_login
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.utils.translation import gettext as _


class SecondFactorSite(admin.AdminSite):
    """Django's admin without its own login page, which would accept just a password."""

    site_header = site_title = settings.SITE_NAME

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether `request` comes from staff whose session has shown a second factor."""
        return super().has_permission(request) and has_shown_second_factor(request)

    def admin_view(  # type: ignore[override]
        self,
        view: Callable[..., HttpResponse],
        cacheable: bool = False,
    ) -> Callable[..., HttpResponse]:
        """Return `view` behind the login; numbers too large for a column are refused (400).

        Django looks up forged choices in the database unchecked, and SQLite fails on them.
        """
        guarded = super().admin_view(view, cacheable)

        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return guarded(request, *args, **kwargs)
            except OverflowError as error:
                raise BadRequest(_("This request can't be read")) from error

        return update_wrapper(answer, guarded)

    @method_decorator(secure_admin_login)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect staff to the requested page; first request a second factor, or its set-up."""
        address = get_next_redirect_url(request) or reverse("admin:index")
        if self.has_permission(request):
            return HttpResponseRedirect(address)
        if request.user.is_authenticated and is_mfa_enabled(request.user):
            ask = reverse("mfa_reauthenticate")
            return HttpResponseRedirect(f"{ask}?{urlencode({'next': address})}")
        messages.warning(request, _("Set up a second factor first: the admin pages require it."))
        return HttpResponseRedirect(reverse("mfa_index"))

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the page where everybody changes their password."""
        return HttpResponseRedirect(reverse("account_change_password"))


class ListedOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list that can be filtered only by its filters, not by hidden columns.

    Django's own class would also answer whether a hidden column begins with some letters.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Return whether `lookup` is one of the filters."""
        return lookup.partition("__")[0] in self.list_filter


def has_shown_second_factor(request: HttpRequest) -> bool:
    """Return whether this session was opened or confirmed by a second factor.

    A second factor of its user is not enough, because an older session may be stolen.
    """
    if not request.user.is_authenticated:
        return False
    records = get_authentication_records(request, request.user)
    return is_mfa_enabled(request.user) and any(r["method"] == "mfa" for r in records)
