"""Views for posted messages, reactions and mutes: each makes one service call."""

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.requests import AuthenticatedRequest
from games.chat import panel, reactions, services
from games.matches.public import errors, responses


@require_POST
@never_cache
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Write a message or a quick phrase in the user's room."""
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


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def react(request: HttpRequest, code: str) -> HttpResponse:
    """React to a message; without JavaScript, show the marks on a separate page."""
    match = responses.get_match_or_404(code)
    query = request.POST if request.method == "POST" else request.GET
    key = key_of(query.get("to", ""))
    if request.method == "POST":
        return responses.run_service(
            request,
            match,
            lambda: reactions.react(match.pk, request.user, key, query.get("kind", "")),
        )
    try:
        message = reactions.message_for(match, request.user, key)
    except errors.Refused as refusal:
        return errors.forbidden(request, refusal)
    own = message.reactions.filter(user=request.user.pk).first()
    context = {
        "match": match,
        "message": message,
        "quoted": panel.draw_message(match, message),
        "own": own.kind if own else "",
    }
    return render(request, "chat/react.html", context)


def key_of(text: str) -> uuid.UUID:
    """Return `text` as a UUID; for invalid text, a UUID that no user or message has."""
    try:
        return uuid.UUID(text)
    except ValueError:
        return uuid.UUID(int=0)


@login_required
@require_POST
@never_cache
def mute(request: AuthenticatedRequest, code: str, step: str) -> HttpResponse:
    """Mute or unmute a player, by name."""
    match, muted, who = (
        responses.get_match_or_404(code),
        step == "mute",
        request.POST.get("who", "").replace("\0", ""),
    )
    return responses.run_service(
        request, match, lambda: services.mute(match.pk, request.user, who, muted=muted)
    )
