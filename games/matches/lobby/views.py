"""The views of the front page and of the pages that explain games."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import welcome
from accounts.models import User
from accounts.profile_sections import home_of, lobby_of
from accounts.requests import allow_compression, is_by_script
from games.catalog import GAMES
from games.matches import errors, limits, queries
from games.matches.codes import code_in
from games.matches.drawing.regions import folder, for_head
from games.matches.lobby import forms, home, lessons
from games.matches.lobby import learn as primers
from games.matches.lobby import services as lobby_services
from games.matches.lobby.forms import GuestForm
from games.matches.models import Match, Player
from games.matches.play import seeds


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the front page, from which visitors play bots, join a table, or open one."""
    return _lobby(request)


def _lobby(request: HttpRequest, *, status: int = 200, **extra: Any) -> HttpResponse:
    own = home.own_tables(request.user) if request.user.is_authenticated else []
    if not any(table.match.is_running for table in own):
        allow_compression(request)
    matches = list(queries.latest_finished())
    context = {
        **_fresh_deal(),
        "games": [(game, art(game.key)) for game in GAMES.values()],
        "turns": [table for table in own if table.awaits_me],
        "mine": [table for table in own if not table.awaits_me],
        "sections": home_of(request.user),
        "lobby_sections": lobby_of(request.user),
        "watch": list(queries.tables_to_watch()),
        "finished": matches,
        "story": home.story_of(matches),
        "guest_form": GuestForm(),
        "code_form": forms.CodeForm(),
        "is_new": not Player.objects.filter(user=request.user.pk or 0, won__isnull=False).exists(),
        **_tables(request),
        **extra,
    }
    return render(request, "matches/lobby/lobby.html", context, status=status)


def art(key: str) -> tuple[str, str]:
    """Return the template names for the picture of a game; the first that exists is used."""
    return f"{folder(key)}/_art.html", "matches/lobby/_art.html"


def _fresh_deal() -> dict[str, str]:
    """Return a nonce for the next table opened from the page, and the commitment to its seed."""
    nonce = seeds.new_nonce()
    return {"nonce": nonce, "commitment": seeds.commitment_of(nonce)}


def _tables(request: HttpRequest) -> dict[str, Any]:
    """Return the list of open tables, filtered by the query string."""
    form = forms.FilterForm(request.GET)
    filters = form.cleaned_data if form.is_valid() else {}
    return {"tables": queries.open_tables(request.user, **filters), "filter_form": form}


@require_safe
def find(request: HttpRequest, code: str) -> HttpResponse:
    """Redirect a link typed in lower case, or copied with additional text, to its table.

    :raises Http404: if the table does not exist.
    """
    match = get_object_or_404(Match, code=code_in(code))
    return redirect(match)


@require_safe
@never_cache
def tables_list(request: HttpRequest) -> HttpResponse:
    """Return the list of open tables to a lobby page's script, or otherwise the whole page."""
    if not is_by_script(request):
        return _lobby(request)
    return render(request, "matches/lobby/_tables.html", _tables(request))


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """Show the cards that explain each game."""
    games = [(game, primers.cards_of(game)) for game in GAMES.values()]
    return render(request, "matches/lobby/learn.html", {"games": games})


@require_safe
def learn_game(request: HttpRequest, key: str) -> HttpResponse:
    """Show one game's explanation: its cards, and a printable sheet for each number of players.

    :raises Http404: if the game does not exist.
    """
    game = GAMES.get(key)
    if game is None:
        raise Http404
    context = {
        "game": game,
        "cards": primers.cards_of(game, with_pieces=True),
        "sheets": primers.sheets_of(game),
        "board_sheets": for_head(game.key, "sheets"),
    }
    return render(request, "matches/lobby/learn_game.html", context)


def _host_of_bots(request: HttpRequest) -> User | HttpResponse:
    """Return the user or a new guest, to play with bots, or the error page of a refusal."""
    try:
        limits.count(request, "bots")
    except limits.TooManyAttempts as refusal:
        return errors.forbidden(request, refusal)
    if request.user.is_authenticated:
        return request.user
    guest = GuestForm(request.POST, request=request)
    if not guest.is_valid():
        return _lobby(request, status=422, guest_form=guest)
    return welcome(request, guest.cleaned_data["name"])


@require_POST
def lesson(request: HttpRequest, key: str) -> HttpResponse:
    """Start the guided first match of a game immediately.

    :raises Http404: if the game has no lesson.
    """
    game = GAMES.get(key)
    if game is None or game.pages.lesson is None:
        raise Http404
    host = _host_of_bots(request)
    if isinstance(host, HttpResponse):
        return host
    return redirect(lessons.begin_lesson(host=host, game=key, language=get_language()))


@require_POST
def play(request: HttpRequest) -> HttpResponse:
    """Open a table with bots and start the match immediately."""
    form = forms.PlayForm(request.POST)
    if not form.is_valid():
        return _lobby(request, status=422, play_errors=form.errors)
    host = _host_of_bots(request)
    if isinstance(host, HttpResponse):
        return host
    seats = form.cleaned_data["seats"]
    match = lobby_services.play_bots(
        host=host,
        entropy=form.cleaned_data["entropy"],
        nonce=form.cleaned_data["nonce"],
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
    """Open a table hosted by the user or a new guest."""
    if request.method != "POST":
        game = request.GET.get("game")
        initial = {"language": get_language()} | ({"game": game} if game in GAMES else {})
        if "friends" in request.GET:
            initial["visibility"] = Match.Visibility.LINK
        return _open_page(request, forms.OpenForm(initial=initial), GuestForm())
    form, guest = forms.OpenForm(request.POST), GuestForm(request.POST, request=request)
    host = request.user
    is_person = host.is_authenticated
    if not (form.is_valid() & (is_person or guest.is_valid())):
        return _open_page(request, form, guest, status=422)
    try:
        limits.count(request, "tables")
        is_listed = form.cleaned_data["visibility"] == Match.Visibility.PUBLIC
        listed = limits.tables_listed(request) if is_listed else []
        if not host.is_authenticated:
            host = welcome(request, guest.cleaned_data["name"])
        chance = {name: form.cleaned_data[name] for name in ("entropy", "nonce")}
        match = lobby_services.open_match(host=host, **chance, **form.table())
        if is_listed:
            limits.note_listed(request, [*listed, match.pk])
        return redirect(match)
    except errors.Refused as refusal:
        form.add_error(None, str(refusal))
        return _open_page(request, form, guest, status=refusal.status)


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
    return render(request, "matches/lobby/open.html", context, status=status)


@require_safe
def join(request: HttpRequest) -> HttpResponse:
    """Redirect to the table with the submitted code."""
    form, network = forms.CodeForm(request.GET), limits.network_of(request)
    if limits.guesses.is_too_many(network):
        return errors.forbidden(request, limits.TooManyAttempts())
    if form.is_valid():
        code = form.cleaned_data["code"]
        if Match.objects.filter(code=code).exists():
            return redirect(reverse("matches:match", args=[code]))
        limits.guesses.note(network)
        form.add_error("code", _("There is no table with this code."))
    return _lobby(request, status=404 if form.is_bound else 200, code_form=form)
