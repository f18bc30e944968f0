"""How a match's page is answered: whole, or as fragments; with what happened, or with why not."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from games.engine.seats import Viewer
from games.matches import fragments, live, notices, refusals, scenes
from games.matches.models import Match
from games.matches.viewers import viewer_of


def found(code: str) -> Match:
    """Return the match with that code.

    :raises Http404: if there is none.
    """
    return get_object_or_404(Match.objects.select_related("successor"), code=code)


def attempt(
    request: HttpRequest, match: Match, do: Callable[[], Any], *, notice: str = ""
) -> HttpResponse:
    """Call a service and answer with the page after it, or with why it refused."""
    try:
        do()
    except refusals.Refused as refusal:
        return refuse(request, match, refusal)
    except Match.DoesNotExist:
        return go(request, reverse("matches:lobby"))
    return answer(request, match, notice=notice)


def refuse(request: HttpRequest, match: Match, refusal: refusals.Refused) -> HttpResponse:
    """Say why not, beside the position as it is."""
    return answer(request, match, status=refusal.status, notice=str(refusal))


def closed(request: HttpRequest, refusal: refusals.Refused) -> HttpResponse:
    """Say why not, as a page of its own: there is nothing to show beside it."""
    return render(request, "matches/closed.html", {"reason": refusal}, status=refusal.status)


def answer(
    request: HttpRequest, match: Match, *, status: int = 200, notice: str = ""
) -> HttpResponse:
    """Answer a script with fragments of what is stored now, and a plain form with a page."""
    fresh = Match.objects.select_related("successor").filter(pk=match.pk).first()
    if fresh is None:  # the last to leave has closed the table
        return go(request, reverse("matches:lobby"))
    if request.htmx:
        return _partials(request, fresh, status, notice)
    if status == 200 and not notice:
        return redirect(fresh)
    return page(request, fresh, status=status, notice=notice)


def _partials(request: HttpRequest, match: Match, status: int, notice: str) -> HttpResponse:
    try:
        viewer = viewer_of(match, request.user)
    except refusals.NoSpectators:
        return HttpResponseClientRedirect(match.get_absolute_url())
    as_of = live.as_of()
    scene = scenes.scene_of(match, live.here(live.room_of(match.pk)))
    text = fragments.whole(scene, fragments.parts(scene, viewer)) + format_html(
        '<hx-partial hx-target="#notice" hx-swap="innerHTML">{}</hx-partial>', notice
    )
    response = HttpResponse(text, status=status)
    response["X-As-Of"] = str(as_of)
    return response


def page(
    request: HttpRequest, match: Match, *, status: int = 200, notice: str = ""
) -> HttpResponse:
    """Render the whole page, or say that this table plays behind closed doors."""
    try:
        viewer = viewer_of(match, request.user)
    except refusals.NoSpectators as refusal:
        return closed(request, refusal)
    as_of = live.as_of()
    scene = scenes.scene_of(match, live.here(live.room_of(match.pk)))
    csrf = _csrf(request)
    parts = fragments.parts(scene, viewer, csrf=csrf)
    stage = fragments.stage(scene, parts, csrf)
    game = _(scene.table.name)
    context = {
        "table": scene.table,
        "title": _("%(game)s, table %(code)s") % {"game": game, "code": match.code},
        # Fragments come out of templates that escape what people wrote.
        "stage": mark_safe(stage),  # noqa: S308
        "panels": {name: mark_safe(parts.get(name, "")) for name in scenes.PANELS},  # noqa: S308
        "seat": viewer.seat,
        "is_out_of_reach": _is_out_of_reach(match, request.user, viewer),
        "as_of": as_of,
        "notice": notice,
    }
    return render(request, "matches/match.html", context, status=status)


def _is_out_of_reach(match: Match, user: Any, viewer: Viewer) -> bool:
    """Return whether `user` sits or may sit at a table by the day whose letters can't come."""
    sits = match.is_running and viewer.seat is not None
    writes = match.pace == Match.Pace.DAILY and (match.is_open or sits)
    return writes and not (user.is_authenticated and notices.has_answered(user))


def _csrf(request: HttpRequest) -> str:
    field = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
    return format_html(field, get_token(request))


def go(request: HttpRequest, address: str) -> HttpResponse:
    """Send the browser elsewhere, by script or without."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)
