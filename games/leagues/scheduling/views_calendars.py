"""Calendar feeds, and the page with their URLs."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import conditional_page, require_POST, require_safe

from accounts.requests import AuthenticatedRequest
from games.leagues.context import context_of
from games.leagues.scheduling import calendars

#: How many seconds calendar programs may cache a feed.
FRESH = 300


@never_cache
@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the URLs of the visitor's own calendar and of the league's."""
    context = context_of(request.user, slug)
    values = {
        "context": context,
        "league": context.league,
        "tab": "calendar",
        "of_league": _addresses(reverse("leagues:calendar-league", args=[slug])),
    }
    if request.user.is_authenticated:
        key = calendars.calendar_of(request.user).key
        values["own"] = _addresses(reverse("leagues:calendar-own", args=[key]))
    return render(request, "leagues/scheduling/calendar.html", values)


def _addresses(path: str) -> dict[str, str]:
    """Return the two URLs of a feed: one for browsers, one for subscribing."""
    url = f"{settings.SITE_URL}{path}"
    return {"url": url, "webcal": f"webcal://{url.partition('://')[2]}"}


@login_required
@never_cache
@require_POST
def renew(request: AuthenticatedRequest, slug: str) -> HttpResponse:
    """Give the visitor's calendar a new URL."""
    context = context_of(request.user, slug)
    calendars.renew(request.user)
    messages.success(request, _("Your calendar has a new URL. The old one no longer works."))
    return redirect("leagues:calendar", slug=context.league.slug)


@require_safe
@conditional_page
def own(request: HttpRequest, key: str) -> HttpResponse:
    """Send a member's own feed to anybody who knows its URL."""
    calendar = calendars.by_key(key)
    if calendar is None:
        raise Http404
    response = _feed(calendars.own_feed(calendar.user))
    patch_cache_control(response, private=True, max_age=FRESH)
    return response


@require_safe
@conditional_page
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the feed of a league's published fixtures."""
    context = context_of(request.user, slug)
    response = _feed(calendars.league_feed(context.league))
    patch_cache_control(response, private=True, max_age=FRESH)
    return response


def _feed(text: bytes) -> HttpResponse:
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="fixtures.ics"'
    return response
