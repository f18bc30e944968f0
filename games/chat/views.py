"""Posted chat messages: parse, one service call, answer with the match's page."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.requests import AuthenticatedRequest
from games.chat import services
from games.matches.page import responses


@require_POST
@never_cache
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Say something in one's room."""
    match = responses.get_match_or_404(code)
    room, text = request.POST.get("room", ""), request.POST.get("text", "")
    if name := request.POST.get("phrase", ""):
        seats = [request.POST.get(place, "") for place in ("one", "other")]
        return responses.run_service(
            request,
            match,
            lambda: services.say_phrase(match.pk, request.user, room, name, seats),
        )
    return responses.run_service(
        request, match, lambda: services.say(match.pk, request.user, room, text)
    )


@login_required
@require_POST
@never_cache
def mute(request: AuthenticatedRequest, code: str, step: str, seat: str) -> HttpResponse:
    """Mute or unmute a player."""
    match, muted = responses.get_match_or_404(code), step == "mute"
    return responses.run_service(
        request, match, lambda: services.mute(match.pk, request.user, int(seat), muted=muted)
    )
