"""The page of a television, with its code or a table, and the form for connecting it."""

import time

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import redirect_to
from games.catalog import GAMES
from games.matches import errors, limits
from games.matches.codes import code_in
from games.matches.drawing import regions
from games.matches.models import Match
from games.matches.page import hand, responses, screen

#: The session key for a television's code.
SESSION_KEY = "screen"
#: The session key for its match and the time, because a restart may empty the cache.
SHOWN_KEY = "screen-shows"


@require_safe
@never_cache
def show(request: HttpRequest) -> HttpResponse:
    """Show the code of this television, or the table to which it is connected."""
    code = _code_of(request)
    if not code:
        code = request.session[SESSION_KEY] = screen.new_code()
        request.session[SHOWN_KEY] = [screen.NOTHING, int(time.time())]
    text, version, _until = _content(request, code)
    # Fragments come from templates that escape users' input.
    sheets = [regions.for_head(key, "sheets") for key in GAMES]  # of all games: tables change
    context = {
        "content": mark_safe(text),  # noqa: S308
        "seen": version,
        "at": time.time_ns() // 1000,
        "sheets": sheets,
    }
    return render(request, "matches/screen/screen.html", context)


@require_safe
@never_cache
def now(request: HttpRequest) -> HttpResponse:
    """Return the current content of the television, or an empty response if unchanged."""
    code = _code_of(request)
    if not code:
        return HttpResponse(status=410)
    text, version, until = _content(request, code)
    is_known = version == request.GET.get("seen")
    answer = HttpResponse(status=204) if is_known else HttpResponse(text)
    answer["X-Seen"], answer["X-At"] = version, str(time.time_ns() // 1000)
    if until is not None:  # phones nearby must not be ahead of the television
        answer["X-Wait"] = str(max(0, int((until.timestamp() - time.time()) * 1000) + 1))
    return answer


def _code_of(request: HttpRequest) -> str:
    """Return the code of this television; empty without a valid one."""
    code: str = request.session.get(SESSION_KEY, "")
    shown, since = request.session.get(SHOWN_KEY, (screen.NOTHING, 0))
    if code and time.time() - since < screen.KEPT_FOR:
        screen.bring_back(code, shown)
    return code if code and screen.is_known(code) else ""


def _content(request: HttpRequest, code: str) -> screen.Content:
    """Return the television's content, and store its match in the session."""
    content = screen.content(code, request.get_host())
    shown = screen.shown_on(code)
    if request.session.get(SHOWN_KEY, [screen.NOTHING])[0] != shown:
        request.session[SHOWN_KEY] = [shown, int(time.time())]
    return content


@require_POST
@never_cache
def take_over(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table on the television with the submitted code."""
    match = responses.get_match_or_404(code)
    shown: list[Match] = []

    def take() -> None:
        if not request.user.is_authenticated or match.host_id != request.user.pk:
            raise errors.NotTheHost
        network = limits.network_of(request)
        if limits.guesses.is_too_many(network):
            raise limits.TooManyAttempts
        try:
            screen.take_over(code_in(request.POST.get("screen", "")), match)
        except errors.NoSuchScreen:
            limits.guesses.note(network)
            raise
        shown.append(match)

    notice = _("The television shows this table.")
    answer = responses.run_service(request, match, take, notice=notice)
    if not shown or hand.way_of(request, match):
        return answer
    # A user who connects a television is in its room, so the page is reloaded as one there.
    messages.success(request, notice)
    return redirect_to(request, f"{match.get_absolute_url()}?here={hand.ROOM}")
