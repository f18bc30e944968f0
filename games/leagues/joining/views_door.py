"""Check-in at the door of a table night: the page with the code, and the page it links to."""

import base64

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.leagues.confirmation import UNPROCESSABLE, frame, page
from games.leagues.context import LeagueContext, season_of
from games.leagues.models import League, Season
from games.leagues.seasons import door, publishing
from games.matches.public import GuestForm, Refused, svg_of


@page("schedule")
def show(request: HttpRequest, context: LeagueContext, number: int) -> HttpResponse:
    """Show the current check-in code and the players who have checked in.

    After the last round, redirect to the season.

    :raises Http404: for a season whose rounds are not drawn one by one.
    """
    season = season_of(context, number)
    if not door.has_door(season):
        raise Http404
    if not door.next_rounds(season):
        return redirect("leagues:run-season", context.league.slug, number)
    address = reverse("leagues:door", args=[context.league.slug, number, door.code_of(season)])
    picture = base64.b64encode(svg_of(request.build_absolute_uri(address))).decode()
    values = frame(context, season) | {
        "picture": f"data:image/svg+xml;base64,{picture}",
        "round": door.round_of(season),
        "there": door.checked_in(season),
        "here": sum(map(len, publishing.here(season).values())),
        "address": address,
        "again": 20,
    }
    return render(request, "leagues/organiser/door.html", values)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, slug: str, number: int, door_code: str) -> HttpResponse:
    """Check in a visitor who has the code: a logged-in user, or a guest by name.

    :raises Http404: if the season does not exist, or never had this code.
    """
    # No membership is required: leagues visible only to members have check-in, too.
    season = Season.objects.select_related("league").filter(
        league__slug=slug, number=number
    ).exclude(status=Season.Status.DRAFT).first()  # fmt: skip
    if season is None or not door.has_door(season) or not door.was_code(season, door_code):
        raise Http404
    try:
        door.check(season, request.user, door_code)
    except Refused as refusal:
        return _render(request, season, refusal=refusal)
    form = GuestForm(request.POST if request.method == "POST" else None, request=request)
    if not form.is_valid():
        status = UNPROCESSABLE if form.is_bound else 200
        return _render(request, season, form=form, status=status)
    try:
        with form.person() as user:
            entry = door.check_in(season, user, door_code)
    except Refused as refusal:
        return _render(request, season, refusal=refusal)
    messages.success(request, _("You are checked in, %(name)s.") % {"name": entry.name})
    return redirect(season)


def _render(
    request: HttpRequest,
    season: Season,
    *,
    form: GuestForm | None = None,
    refusal: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    league: League = season.league
    own = season.entries.filter(user=request.user.pk).first() if request.user.pk else None
    context = {
        "league": league, "season": season, "form": form, "refusal": refusal,
        "round": door.round_of(season, own), "here_again": request.path,
        "there": next((one.entry for one in door.checked_in(season) if one.entry == own), None),
    }  # fmt: skip
    status = refusal.status if refusal else status
    return render(request, "leagues/joining/door.html", context, status=status)
