"""Going over a match again: the page, its moments one by one, the picture and the frame."""

from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from games.history import comments, drawing, pictures, publishing
from games.history.drawing import Screening
from games.history.eyes import Eyes, eyes_of, was_there
from games.history.moments import index_at, reel_of
from games.matches import pages, refusals
from games.matches.models import Match

MOST_FRAMES = 16  #: in one answer


def shown_to(request: HttpRequest, match: Match) -> Screening:
    """Return `match` through the eyes that the address names.

    :raises Refused: if whoever asks may not have them.
    """
    eyes = eyes_of(match, request.user, request.GET.get("eyes", ""), match.players.count())
    return drawing.screening(match, reel_of(match), eyes, request.user)


def number_of(text: str | None, otherwise: int) -> int:
    """Return the number in an address, or `otherwise` where there is none that makes sense."""
    if text and text.isascii() and text.isdecimal() and len(text) < 10:
        return int(text)
    return otherwise


def _index(request: HttpRequest, shown: Screening) -> int:
    """Return the step that the address asks for; `step` counts those of these eyes alone."""
    last = len(shown.steps) - 1
    if shown.match.is_running or "step" in request.GET:
        asked = request.GET.get("step", request.GET.get("at"))
        return min(number_of(asked, 0 if shown.match.is_over else last), last)
    return index_at(shown.steps, number_of(request.GET.get("at"), 0))


@require_safe
@never_cache
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """Show one moment of a match through a pair of eyes, with the way to all others."""
    match = pages.found(code)
    try:
        shown = shown_to(request, match)
    except refusals.Refused as refusal:
        return pages.closed(request, refusal)
    return render(request, "history/replay.html", _page(request, shown))


@require_safe
@never_cache
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
def embed(request: HttpRequest, code: str) -> HttpResponse:
    """Show the same inside a frame of somebody else's page: no comments, no account, no forms."""
    match = pages.found(code)
    try:
        shown = shown_to(request, match)
    except refusals.Refused as refusal:
        return pages.closed(request, refusal)
    return render(request, "history/embed.html", _page(request, shown))


def _page(request: HttpRequest, shown: Screening) -> dict[str, Any]:
    """Return what the replay's page shows."""
    match, index = shown.match, _index(request, shown)
    step, eyes = shown.steps[index], shown.eyes.name
    here = address_of(match, eyes, step.number)
    return {
        "match": match,
        "game": match.rules,
        "table": shown.scene.table,
        "step": step,
        "index": index,
        "total": len(shown.steps),
        "last": len(shown.steps) - 1,
        # Fragments come out of templates that escape what people wrote.
        "frame": mark_safe(drawing.frame(shown, index)),  # noqa: S308
        "track": [[one.number, one.chapter, one.kinds] for one in shown.steps],
        "kinds": drawing.kinds(shown),
        "eyes": eyes,
        "eyes_name": drawing.eyes_name(shown, eyes),
        "all_eyes": _all_eyes(shown, step.entry),
        "ways": _ways(shown, index),
        "title": _title(shown, index),
        "address": request.build_absolute_uri(here),
        "picture": request.build_absolute_uri(
            reverse("history:picture", args=[match.code]) + f"?at={step.number}&eyes={eyes}"
        ),
        "embed": request.build_absolute_uri(
            reverse("history:embed", args=[match.code]) + f"?at={step.number}&eyes={eyes}"
        ),
        "insight": _insight_address(shown, step.number),
        "was_there": was_there(match, request.user),
        "publishing": publishing.standing(match, request.user),
        "may_pin": match.players.filter(user=request.user.pk).exists(),
    }


def address_of(match: Match, eyes: str, number: int) -> str:
    """Return where the replay shows that step through these eyes."""
    name = "step" if match.is_running else "at"
    return reverse("history:replay", args=[match.code]) + f"?{name}={number}&eyes={eyes}"


def _insight_address(shown: Screening, number: int) -> str:
    """Return where to see what could be known, if the game knows and the match is over."""
    if not shown.match.is_over or shown.reel.game.insight is None:
        return ""
    where = reverse("history:insight", args=[shown.match.code])
    return f"{where}?at={number}&eyes={shown.eyes.name}"


def _all_eyes(shown: Screening, entry: int) -> list[dict[str, Any]]:
    """Return every pair of eyes that whoever looks may have, with its address of this moment."""
    if shown.match.is_running:
        names = [shown.eyes.name]
    else:
        names = ["all", "public", "spectator", *(str(face.seat) for face in shown.scene.faces)]
    return [
        {
            "name": drawing.eyes_name(shown, name),
            "address": address_of(
                shown.match, name, entry if shown.match.is_over else shown.steps[-1].number
            ),
            "is_current": name == shown.eyes.name,
        }
        for name in names
    ]


def _ways(shown: Screening, index: int) -> dict[str, str]:
    """Return the addresses of the steps around, for pages without script."""
    last = len(shown.steps) - 1
    chapters = [step.chapter for step in shown.steps]
    earlier = [n for n in range(index) if chapters[n] < chapters[index]]
    start = chapters.index(chapters[earlier[-1]]) if earlier else 0
    later = [n for n in range(index, last + 1) if chapters[n] > chapters[index]]
    wanted = {
        "first": 0,
        "chapter_back": start,
        "back": max(index - 1, 0),
        "on": min(index + 1, last),
        "chapter_on": later[0] if later else last,
        "last": last,
    }
    return {
        name: address_of(shown.match, shown.eyes.name, shown.steps[at].number)
        for name, at in wanted.items()
    }


def _title(shown: Screening, index: int) -> str:
    """Return the moment in words, as these eyes learn of it."""
    step = shown.steps[index]
    words = drawing.plain(shown, step)
    game = _(shown.scene.table.name)
    if not step.chapter:
        return f"{game}: {words}"
    return _("%(game)s, round %(round)s: %(words)s") % {
        "game": game,
        "round": step.chapter,
        "words": words,
    }


@require_safe
@never_cache
def frames(request: HttpRequest, code: str) -> HttpResponse:
    """Return several moments at once, by the index of their steps, for these eyes alone."""
    match = pages.found(code)
    try:
        shown = shown_to(request, match)
    except refusals.Refused as refusal:
        return JsonResponse({"error": str(refusal)}, status=refusal.status)
    first = number_of(request.GET.get("from"), 0)
    count = min(number_of(request.GET.get("count"), 1), MOST_FRAMES)
    wanted = range(first, min(first + count, len(shown.steps)))
    return JsonResponse({"frames": {str(n): drawing.frame(shown, n) for n in wanted}})


@require_safe
@never_cache
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the moment for those who unfold links: a PNG with what these eyes know."""
    match = pages.found(code)
    try:
        shown = shown_to(request, match)
    except refusals.Refused as refusal:
        return HttpResponse(str(refusal), status=refusal.status, content_type="text/plain")
    return HttpResponse(pictures.png(shown, _index(request, shown)), content_type="image/png")


def _posted_eyes(request: HttpRequest, match: Match) -> Eyes:
    """Return the eyes that somebody looks through who pins a comment, or takes one away.

    :raises Refused: if they may not have them.
    """
    return eyes_of(match, request.user, request.POST.get("eyes", ""), match.players.count())


@require_POST
@never_cache
def pin(request: HttpRequest, code: str) -> HttpResponse:
    """Pin a comment to the moment that one looks at."""
    match = pages.found(code)
    try:
        eyes = _posted_eyes(request, match)
        shown = drawing.screening(match, reel_of(match), eyes, request.user)
        step = shown.steps[index_at(shown.steps, number_of(request.POST.get("at"), 0))]
        comments.pin(match.pk, request.user, step.entry, request.POST.get("text", ""))
    except refusals.Refused as refusal:
        return pages.closed(request, refusal)
    return redirect(address_of(match, eyes.name, step.number))


@require_POST
@never_cache
def unpin(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """Take one's own comment away."""
    match = pages.found(code)
    try:
        eyes = _posted_eyes(request, match)
        comments.unpin(match.pk, request.user, int(key))
    except refusals.Refused as refusal:
        return pages.closed(request, refusal)
    return redirect(address_of(match, eyes.name, number_of(request.POST.get("at"), 0)))
