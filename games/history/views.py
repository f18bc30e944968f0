"""Lists of finished matches, and the consent to publish one."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.catalog import GAMES
from games.history import listing_consent, queries
from games.history.forms import HistoryForm
from games.history.statistics import aggregates
from games.history.statistics.shares import charts_of
from games.matches.models import Match
from games.matches.public import errors, responses


@require_safe
@never_cache
def history(request: HttpRequest) -> HttpResponse:
    """List the finished matches that the visitor may see, newest first."""
    return _list(request, None)


@require_safe
@never_cache
def person(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """List the matches of one person, if they are not private."""
    return _list(request, get_object_or_404(User, public_id=public_id, is_active=True))


def _list(request: HttpRequest, of: User | None) -> HttpResponse:
    form = HistoryForm(request.GET, user=request.user, is_of_person=of is not None)
    valid = form.is_valid()
    page = queries.page_of(request.user, form.filters(), request.GET.get("before", ""), of)
    query = {name: value for name, value in request.GET.items() if value and name != "before"}
    context: dict[str, Any] = {
        "form": form,
        "person": of,
        "shows_history": of is None or of.shows_history_to(request.user),
        "page": page,
        "older": urlencode({**query, "before": page.next}) if page.next else "",
        "newest": urlencode(query),
        "download": urlencode(query | ({"person": of.public_id} if of else {})),
        "is_first": "before" not in request.GET,
        "is_filtered": bool(query),
    }
    return render(request, "history/list.html", context, status=200 if valid else 422)


@require_safe
@never_cache
def numbers(request: HttpRequest) -> HttpResponse:
    """Show the statistics of a game's finished matches."""
    aggregates.catch_up()
    game = GAMES.get(request.GET.get("game", ""), next(iter(GAMES.values())))
    bots = request.GET.get("bots", "")
    bots = bots if bots in ("with", "without") else ""
    charts, lengths = charts_of(game, bots)
    context = {
        "games": GAMES.values(),
        "game": game,
        "bots": bots,
        "charts": charts,
        "lengths": lengths,
    }
    return render(request, "history/statistics/numbers.html", context)


@require_POST
@never_cache
def publish(request: HttpRequest, code: str) -> HttpResponse:
    """Give or withdraw the user's consent to publish this match."""
    match = responses.get_match_or_404(code)
    try:
        if match.is_held:
            raise errors.NotOver
        listing_consent.agree(
            match.pk, request.user, publishes=request.POST.get("publish") == "yes"
        )
    except Match.DoesNotExist:
        return responses.to_lobby(request)
    return redirect(reverse("history:replay", args=[match.code]))
