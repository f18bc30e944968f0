"""The pages of a television: its code, then a table; and the form to connect a television."""

import time

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.catalog import GAMES
from games.matches import errors, limits
from games.matches.page import responses, screen

#: The session key of a television's code.
SESSION_KEY = "screen"


@require_safe
@never_cache
def show(request: HttpRequest) -> HttpResponse:
    """Show the code of this television, or the table that it is connected to."""
    code = request.session.get(SESSION_KEY, "")
    if not code or not screen.is_known(code):
        code = request.session[SESSION_KEY] = screen.new_code()
    text, seen = screen.content(code, request.get_host())
    # Fragments come from templates that escape what people wrote.
    sheets = [responses.board_sheets(key) for key in GAMES]  # of all games: tables change
    context = {
        "content": mark_safe(text),  # noqa: S308
        "seen": seen,
        "at": time.time_ns() // 1000,
        "sheets": sheets,
    }
    return render(request, "matches/screen/screen.html", context)


@require_safe
@never_cache
def now(request: HttpRequest) -> HttpResponse:
    """Return what the television shows now; nothing if it shows that already."""
    code = request.session.get(SESSION_KEY, "")
    if not code or not screen.is_known(code):
        return HttpResponse(status=410)
    text, seen = screen.content(code, request.get_host())
    is_known = seen == request.GET.get("seen")
    answer = HttpResponse(status=204) if is_known else HttpResponse(text)
    answer["X-Seen"], answer["X-At"] = seen, str(time.time_ns() // 1000)
    return answer


@require_POST
@never_cache
def take_over(request: HttpRequest, code: str) -> HttpResponse:
    """Show the table on the television whose code the host typed."""
    match = responses.get_match_or_404(code)

    def take() -> None:
        if not request.user.is_authenticated or match.host_id != request.user.pk:
            raise errors.NotTheHost
        network = limits.network_of(request)
        if limits.guesses.is_too_many(network):
            raise limits.TooManyAttempts
        try:
            screen.take_over(request.POST.get("screen", "").strip().upper(), match)
        except errors.NoSuchScreen:
            limits.guesses.note(network)
            raise

    return responses.run_service(request, match, take, notice=_("The television shows this table."))
