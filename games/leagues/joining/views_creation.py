"""The page that creates a league."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.catalog import GAMES
from games.leagues.confirmation import UNPROCESSABLE
from games.leagues.joining.forms import LeagueForm
from games.leagues.membership import services as membership
from games.matches.public import Refused

#: The session key for the league of a visitor who still has to log in.
DRAFT = "league_draft"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def create_league(request: HttpRequest) -> HttpResponse:
    """Create a league; visitors' input is stored in the session until they have an account."""
    if request.method != "POST":
        return _render(request, _first_form(request.session.get(DRAFT)))
    form = LeagueForm(request.POST)
    if not form.is_valid():
        return _render(request, form, status=UNPROCESSABLE)
    try:
        league = membership.create_once(founder=request.user, **form.cleaned_data)
    except Refused as refusal:
        request.session[DRAFT] = form.cleaned_data
        return _render(request, form, refusal=refusal, status=refusal.status)
    request.session.pop(DRAFT, None)
    return redirect("leagues:run", slug=league.slug)


def _first_form(kept: dict[str, Any] | None) -> LeagueForm:
    """Return the form with stored input, or with the visitor's language and guessed time zone."""
    if kept is None:
        form = LeagueForm(initial={"game": next(iter(GAMES)), "language": get_language()})
        form.fields["timezone"].widget.attrs["data-zone-guess"] = ""
        return form
    return LeagueForm(initial=kept)


def _render(
    request: HttpRequest, form: LeagueForm, *, refusal: Refused | None = None, status: int = 200
) -> HttpResponse:
    context = {"form": form, "refusal": refusal}
    return render(request, "leagues/joining/create.html", context, status=status)
