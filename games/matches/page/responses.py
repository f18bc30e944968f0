"""Responses for a match's page: a whole page or fragments, with a notice or a refusal."""

import time
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.mail import has_verified_address
from accounts.requests import Visitor, is_by_script, redirect_to
from games.engine.seats import Viewer
from games.matches import errors, publish
from games.matches.drawing import page_states, panels, regions
from games.matches.lobby import attendance
from games.matches.models import Match
from games.matches.page import fragments, hand, link_cards, stream
from games.matches.play import presence
from games.matches.viewers import viewer_of


def get_match_or_404(code: str) -> Match:
    """Return the match with this code, as currently shown on pages.

    :raises Http404: if it does not exist.
    """
    return page_states.as_shown(get_object_or_404(Match, code=code))


def run_service(
    request: HttpRequest, match: Match, do: Callable[[], Any], *, notice: str = ""
) -> HttpResponse:
    """Call a service, and return the updated page, or the reason for a refusal."""
    try:
        do()
    except errors.Refused as refusal:
        return refuse(request, match, refusal)
    except Match.DoesNotExist:
        return to_lobby(request)
    good_news = format_html('<span class="good-news">{}</span>', notice) if notice else ""
    return answer(request, match, notice=good_news)


def to_lobby(request: HttpRequest) -> HttpResponse:
    """Redirect to the lobby, because the table has just been closed."""
    return redirect_to(request, reverse("matches:lobby"))


def refuse(request: HttpRequest, match: Match, refusal: errors.Refused) -> HttpResponse:
    """Return the page with the reason for a refusal, and the current position."""
    return answer(request, match, status=refusal.status, notice=str(refusal))


def answer(
    request: HttpRequest, match: Match, *, status: int = 200, notice: str = ""
) -> HttpResponse:
    """Return updated fragments to a script, or the whole page to a plain form."""
    is_live = is_by_script(request) and request.headers.get("X-Live") == "1"
    if is_live and match.is_running:  # a page with a live socket is updated through it
        return _status_and_notice(status, notice)
    fresh = Match.objects.filter(pk=match.pk).first()
    if fresh is None:  # the last player to leave has closed the table
        return to_lobby(request)
    fresh = page_states.as_shown(fresh)
    if is_live:
        return _status_and_notice(status, notice)
    if is_by_script(request):
        return _partials(request, fresh, status, notice)
    if status == 200 and not notice:
        return redirect(fresh)
    return page(request, fresh, status=status, notice=notice)


def _partials(request: HttpRequest, match: Match, status: int, notice: str) -> HttpResponse:
    """Return all pieces of the page as partials, for a script."""
    try:
        viewer = viewer_of(match, request.user)
    except errors.NotAllowed:
        return HttpResponseClientRedirect(match.get_absolute_url())
    _note_visit(request, match, viewer)
    page_state, _until = page_states.shown(match, _here(request, match))
    texts = fragments.texts(page_state, viewer, reader=request.user.pk or 0)
    return HttpResponse(fragments.whole(page_state, viewer, texts) + _notice(notice), status=status)


def _note_visit(request: HttpRequest, match: Match, viewer: Viewer) -> bool:
    """Record a player as present, with or without a socket; return whether they replaced a bot."""
    attendance.note_visit(match, viewer)
    if match.is_held:
        return False  # a seat is returned only in a running match
    return presence.note_visit(match, viewer, request.user.pk)


def _here(request: HttpRequest, match: Match) -> frozenset[int]:
    """Return the users who have the table open, including the requesting one."""
    here = publish.here(match.pk)
    return here | {request.user.pk} if request.user.is_authenticated else here


def _status_and_notice(status: int, notice: str) -> HttpResponse:
    """Return only the status and a notice, for a page with a live socket.

    The rest is delivered through the socket.
    """
    if not notice:
        return HttpResponse(status=204 if status == 200 else status)
    return HttpResponse(_notice(notice), status=status)


def _notice(text: str) -> str:
    return fragments.partial("notice", conditional_escape(text), "innerHTML")


def page(
    request: HttpRequest, match: Match, *, status: int = 200, notice: str = ""
) -> HttpResponse:
    """Return the whole page, or a notice that this table doesn't admit spectators."""
    try:
        viewer = viewer_of(match, request.user)
    except errors.NotAllowed as refusal:
        return errors.forbidden(request, refusal)
    if _note_visit(request, match, viewer):
        notice = notice or _("A bot played for you while you were away.")
    page_state, _until = page_states.shown(match, _here(request, match))
    csrf, way = _csrf(request), hand.way_of(request, match)
    typed = request.POST.dict()  # a form's response is a whole page only if it was refused
    texts = fragments.texts(page_state, viewer, csrf=csrf, reader=request.user.pk or 0, typed=typed)
    stage = fragments.stage(page_state, viewer, texts, csrf)
    game = _(page_state.table.name)
    context = {
        "table": page_state.table,
        "title": _("%(game)s, table %(code)s") % {"game": game, "code": match.code},
        # Fragments come from templates that escape users' input.
        "stage": mark_safe(stage),  # noqa: S308
        "so_far": stream.story_so_far(page_state, viewer),
        "log": mark_safe(texts["log"]),  # noqa: S308
        "panels": {name: mark_safe(texts.get(name, "")) for name in panels.names()},  # noqa: S308
        "card": link_cards.of_table(page_state),
        "seat": viewer.seat,
        "way": way,
        "shares_room": bool(way),
        "is_out_of_reach": _is_out_of_reach(match, request.user, viewer),
        "is_coached": "coach" in texts,
        "at": time.time_ns() // 1000,
        "notice": notice,
        "sheets": regions.for_head(match.game, "sheets"),
        "scripts": regions.for_head(match.game, "scripts"),
        "primer": page_state.game.pages.primer,
        "game": page_state.game,
    }
    return render(request, "matches/page/match.html", context, status=status)


def _is_out_of_reach(match: Match, user: Visitor, viewer: Viewer) -> bool:
    """Return whether `user` plays, or may play, by correspondence without an e-mail address."""
    sits = match.is_running and viewer.seat is not None
    writes = match.pace == Match.Pace.DAILY and (match.is_open or sits)
    return writes and not (user.is_authenticated and has_verified_address(user))


def _csrf(request: HttpRequest) -> str:
    field = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
    return format_html(field, get_token(request))
