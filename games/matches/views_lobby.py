"""The front page: play within a minute."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import welcome
from games.catalog import GAMES
from games.matches import forms, queries, seeds, tables
from games.matches.forms import GuestForm
from games.matches.models import Match


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """Show what one can do now: play against bots, sit down somewhere, open a table."""
    return _lobby(request)


def _lobby(request: HttpRequest, *, status: int = 200, **extra: Any) -> HttpResponse:
    context = {
        **_fresh_deal(),
        "games": GAMES.values(),
        "mine": queries.matches_of(request.user),
        "watch": queries.tables_to_watch(),
        "finished": queries.latest_finished(),
        "guest_form": GuestForm(),
        "code_form": forms.CodeForm(),
        **_tables(request),
        **extra,
    }
    return render(request, "matches/lobby.html", context, status=status)


def _fresh_deal() -> dict[str, str]:
    """Return a ticket for the next table that is opened from a page, and its commitment."""
    ticket = seeds.new_ticket()
    return {"ticket": ticket, "commitment": seeds.commitment_of(ticket)}


def _tables(request: HttpRequest) -> dict[str, Any]:
    """Return the list of open tables, as the filters in the address want it."""
    wanted = forms.FilterForm(request.GET)
    filters = wanted.cleaned_data if wanted.is_valid() else {}
    return {"tables": queries.open_tables(**filters), "filter_form": wanted}


@require_safe
@never_cache
def tables_list(request: HttpRequest) -> HttpResponse:
    """Return the list of open tables alone, for a lobby page that was told to look again."""
    return render(request, "matches/_tables.html", _tables(request))


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Sit down with bots and begin, without another question."""
    form = forms.PlayForm(request.POST)
    if not form.is_valid():
        return _lobby(request, status=422, play_errors=form.errors)
    if not request.user.is_authenticated:
        guest = GuestForm(request.POST, request=request)
        if not guest.is_valid():
            return _lobby(request, status=422, guest_form=guest)
        welcome(request, guest.cleaned_data["name"])
    seats = form.cleaned_data["seats"]
    match = tables.play_bots(
        host=request.user,
        entropy=form.cleaned_data["entropy"],
        ticket=form.cleaned_data["ticket"],
        game=form.cleaned_data["game"],
        visibility=Match.Visibility.LINK,
        seats_min=seats,
        seats_max=seats,
        language=get_language(),
    )
    return redirect(match)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def open_table(request: HttpRequest) -> HttpResponse:
    """Open a table of one's own."""
    if request.method != "POST":
        game = request.GET.get("game")
        initial = {"language": get_language()} | ({"game": game} if game in GAMES else {})
        return _open_page(request, forms.OpenForm(initial=initial), GuestForm())
    form, guest = forms.OpenForm(request.POST), GuestForm(request.POST, request=request)
    known = request.user.is_authenticated
    if not (form.is_valid() & (known or guest.is_valid())):
        return _open_page(request, form, guest, status=422)
    if not known:
        welcome(request, guest.cleaned_data["name"])
    drawn = {name: form.cleaned_data[name] for name in ("entropy", "ticket")}
    return redirect(tables.open_match(host=request.user, **drawn, **form.table()))


def _open_page(
    request: HttpRequest, form: forms.OpenForm, guest: GuestForm, *, status: int = 200
) -> HttpResponse:
    context = {
        **_fresh_deal(),
        "form": form,
        "guest_form": guest,
        "games": GAMES.values(),
        "rules": form.rules,
    }
    return render(request, "matches/open.html", context, status=status)


@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """Go to the table with a code that somebody was told."""
    form = forms.CodeForm(request.GET)
    if form.is_valid():
        code = form.cleaned_data["code"]
        if Match.objects.filter(code=code).exists():
            return redirect(reverse("matches:match", args=[code]))
        form.add_error("code", _("There is no table with this code."))
    return _lobby(request, status=404 if form.is_bound else 200, code_form=form)
