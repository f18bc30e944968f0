"""Pages of the operator, and small files for browsers and search engines."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.requests import AuthenticatedRequest
from installation import first_administrator, pages, pruning, stored
from installation.models import Page

#: Paths excluded for search engines: all tables, except public pages of finished ones.
PRIVATE = ("/account/", "/api/", "/open/", "/match/", "/letters/", "/i18n/")
PUBLIC = ("/match/*/replay/",)
GONE = 410
#: Kinds of pictures that every browser shows.
PICTURES = {".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp"}


@require_safe
def page(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the operator's text, or the page's default.

    :raises Http404: if neither exists.
    """
    if kind not in list(pages.kinds()):
        raise Http404
    text, language = pages.text_of(kind)
    context: dict[str, Any] = {"kind": Page.Kind(kind), "text": text, "language": language}
    if kind == Page.Kind.PRIVACY:
        context |= {"stored": stored.about_people(), "guest_days": pruning.GUESTS.days}
    return render(request, f"installation/{kind}.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def first(request: AuthenticatedRequest, token: str) -> HttpResponse:
    """Make the user of the link the administrator, after a confirmation."""
    try:
        first_administrator.check(token)
        if request.method == "POST":
            first_administrator.appoint(token, request.user)
            return redirect("mfa_index")
    except first_administrator.LinkIsOver:
        return render(request, "installation/first_over.html", status=GONE)
    return render(request, "installation/first.html")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Send the exclusions for search engines."""
    lines = [*(f"Allow: {path}" for path in PUBLIC), *(f"Disallow: {path}" for path in PRIVATE)]
    return _plain(["User-agent: *", *lines])


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect browsers to the picture."""
    return redirect(static("img/favicon.svg"))


@require_safe
@cache_control(public=True, max_age=86_400)
@csp_replace({"default-src": ["'none'"], "style-src": ["'unsafe-inline'"], "sandbox": True})
def logo(request: HttpRequest) -> HttpResponse:
    """Send the operator's picture, with scripts in it disabled.

    :raises Http404: if the operator gave none.
    """
    path = Path(settings.LOGO)
    if path.suffix not in PICTURES or not path.is_file():
        raise Http404
    return HttpResponse(path.read_bytes(), content_type=PICTURES[path.suffix])


@require_safe
def change_password(request: HttpRequest) -> HttpResponse:
    """Redirect password managers to the page for changing a password (a W3C well-known URL)."""
    return redirect("account_change_password")


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Show the contact for security reports (RFC 9116).

    :raises Http404: if the operator gave none.
    """
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = timezone.now() + timedelta(days=180)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT00:00:00Z}",
        f"Canonical: {request.build_absolute_uri(reverse('installation:security'))}",
        f"Preferred-Languages: {', '.join(code for code, _name in settings.LANGUAGES)}",
    ]
    return _plain(lines)


def _plain(lines: list[str]) -> HttpResponse:
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
