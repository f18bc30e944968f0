"""What people post in the talk: parse, one service call, answer with the match's page."""

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.chat import services
from games.matches import pages


@require_POST
@never_cache
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Say something in the room that one talks in."""
    match = pages.found(code)
    room, text = request.POST.get("room", ""), request.POST.get("text", "")
    return pages.attempt(request, match, lambda: services.say(match.pk, request.user, room, text))


@login_required
@require_POST
@never_cache
def mute(request: HttpRequest, code: str, step: str, seat: str) -> HttpResponse:
    """Stop reading somebody, or read them again."""
    match, muted = pages.found(code), step == "mute"
    return pages.attempt(
        request, match, lambda: services.mute(match.pk, request.user, int(seat), muted=muted)
    )


@login_required
@require_POST
@never_cache
def report(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """Ask a moderator to look at a message."""
    match = pages.found(code)
    thanks = _("Thank you. A moderator will look at it.")
    return pages.attempt(
        request,
        match,
        lambda: services.report(match.pk, request.user, uuid.UUID(key)),
        notice=thanks,
    )
