"""The queue's page: join, stay, choose possible times, leave."""

from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import is_by_script, redirect_to
from games.catalog import GAMES
from games.gathering import lobby, proposals, queue, waits
from games.gathering.models import QueuePlace
from games.matches.models import Match
from games.matches.public import GuestForm, errors, limits


@require_safe
@never_cache
def show(request: HttpRequest) -> HttpResponse:
    """Show the visitor's place in the queue, or redirect to the table with their reserved seat."""
    return _answer(request, queue.place_of(request.user) if request.user.is_authenticated else None)


def _answer(request: HttpRequest, place: QueuePlace | None) -> HttpResponse:
    if place is None:
        return redirect_to(request, "/")
    if place.match is not None:
        return redirect_to(request, place.match.get_absolute_url())
    name = "gathering/_queue.html" if is_by_script(request) else "gathering/queue.html"
    return render(request, name, _context(place))


def _context(place: QueuePlace) -> dict[str, Any]:
    """Return the context for a place: the expected wait, and possible and proposed times."""
    promised = lobby.figures().promised.get(place.game)
    counts = proposals.counts_for(place)
    same = {"game": place.game, "pace": place.pace, "language": place.language}
    texts = [(at, at.isoformat()) for at in proposals.offered()]
    return {
        "place": place,
        "rules": GAMES[place.game],
        "waiting": queue.waiting().filter(**same).count(),
        "least": GAMES[place.game].seats.start,
        "minutes": -(-int((promised or timedelta()).total_seconds()) // 60),
        "promised": None if waits.is_hopeless(promised) else promised,
        "hours": [(at, text, text in place.hours, counts[text]) for at, text in texts],
        "proposed": proposals.of(place.user),
    }


@require_POST
@never_cache
def ask(request: HttpRequest, game: str) -> HttpResponse:
    """Give the visitor a place in the queue; without an account they become a guest.

    :raises Http404: if the game does not exist.
    :raises Refused: BadEntry if the name is invalid, Restricted, or TooManyAttempts.
    """
    if game not in GAMES:
        raise Http404
    pace = request.POST.get(f"pace_{game}")
    limits.count(request, "joins")
    guest = GuestForm(request.POST, request=request)
    if not guest.is_valid():
        raise errors.BadEntry(str(guest.errors["name"][0]))
    with guest.person() as user:
        wanted = pace if pace in queue.PACES else Match.Pace.RELAXED
        queue.ask(user, game, wanted, user.language or get_language())
    return redirect("gathering:queue")


@require_POST
@never_cache
def step(request: HttpRequest, step: str) -> HttpResponse:
    """Stay in the queue, leave it, or choose a possible time."""
    user = request.user
    if not user.is_authenticated:
        return _answer(request, None)
    if step == "leave":
        queue.leave(user)
        return redirect("matches:lobby")
    if step == "hours":
        proposals.toggle(user, request.POST.get("hour", ""))
    place = queue.be_here(user)
    return _answer(request, place) if is_by_script(request) else redirect("gathering:queue")
