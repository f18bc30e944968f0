"""Views of a replay: the page, single moments, the picture, and the embedded frame."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.decorators import csp_replace
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import allow_compression
from games.history import listing_consent
from games.history.replay import comments, pictures, rendering
from games.history.replay.perspective import Perspective, perspective_of, was_there
from games.history.replay.replay import Replay
from games.history.replay.timeline import index_at, timeline_of, turning_point
from games.matches.models import Match
from games.matches.public import errors, regions, responses, shown_players

MOST_FRAMES = 16  #: frames in one response

View = Callable[..., HttpResponse]
ReplayView = Callable[[HttpRequest, Replay], HttpResponse]
ReplayDecorator = Callable[[ReplayView], View]


def shown_to(request: HttpRequest, match: Match) -> Replay:
    """Return the replay of `match` from the perspective in the URL.

    :raises Refused: if the reader may not choose it.
    """
    prefetch_related_objects([match], shown_players())
    seats = len(match.players.all())
    perspective = perspective_of(match, request.user, request.GET.get("eyes", ""), seats)
    return rendering.open_replay(match, timeline_of(match), perspective, request.user)


def shows_replay(refuse: Callable[[HttpRequest, errors.Refused], HttpResponse]) -> ReplayDecorator:
    """Make a view of `show(request, replay)`; `refuse` responds if the reader may not see it."""

    def decorate(show: ReplayView) -> View:
        @require_safe
        @never_cache
        @wraps(show)
        def answer(request: HttpRequest, code: str) -> HttpResponse:
            match = responses.get_match_or_404(code)
            if match.is_over:
                allow_compression(request)
            try:
                return show(request, shown_to(request, match))
            except errors.Refused as refusal:
                return refuse(request, refusal)

        return answer

    return decorate


def refuse_in_words(_request: HttpRequest, refusal: errors.Refused) -> HttpResponse:
    """Return the reason as plain text, if no page was requested."""
    return HttpResponse(str(refusal), status=refusal.status, content_type="text/plain")


def _refuse_in_json(_request: HttpRequest, refusal: errors.Refused) -> HttpResponse:
    return JsonResponse({"error": str(refusal)}, status=refusal.status)


def number_of(text: str | None, otherwise: int) -> int:
    """Return the number in a URL, or `otherwise` if it is invalid."""
    if text and text.isascii() and text.isdecimal() and len(text) < 10:
        return int(text)
    return otherwise


def _index(request: HttpRequest, replay: Replay) -> int:
    """Return the index of the step in the URL; `step` counts only this viewer's steps."""
    last = len(replay.steps) - 1
    if replay.match.is_running or "step" in request.GET:
        at = request.GET.get("step", request.GET.get("at"))
        return min(number_of(at, 0 if replay.match.is_over else last), last)
    at = request.GET.get("at")
    if at is None and request.resolver_match and request.resolver_match.url_name != "picture":
        return turning_point(replay.steps)
    return index_at(replay.steps, number_of(at, 0))


@shows_replay(errors.forbidden)
def replay(request: HttpRequest, replay: Replay) -> HttpResponse:
    """Show one moment of a match from one perspective, with links to all others."""
    return render(request, "history/replay/replay.html", _page(request, replay))


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@shows_replay(errors.forbidden)
def embed(request: HttpRequest, replay: Replay) -> HttpResponse:
    """Show a replay for embedding in other sites, without comments, account or forms."""
    return render(request, "history/replay/embed.html", _page(request, replay))


def _page(request: HttpRequest, replay: Replay) -> dict[str, Any]:
    """Return the context of the replay's page."""
    match, index = replay.match, _index(request, replay)
    step, perspective = replay.steps[index], replay.perspective.name
    here = rendering.address_of(match, perspective, step.number)
    return {
        "match": match,
        "game": match.rules,
        "table": replay.page_state.table,
        "sheets": regions.for_head(match.game, "sheets"),
        "step": step,
        "index": index,
        "total": len(replay.steps),
        "last": len(replay.steps) - 1,
        "ticks": _ticks(replay),
        # Fragments come from templates that escape users' input.
        "frame": mark_safe(rendering.frame(replay, index)),  # noqa: S308
        "track": [[one.number, one.chapter, one.kinds] for one in replay.steps],
        "kinds": rendering.kinds(replay),
        "perspective": perspective,
        "perspective_name": rendering.perspective_name(replay, perspective),
        "perspectives": _perspectives(replay, step.entry),
        "ways": _ways(replay, index),
        "title": _title(replay, index),
        "address": request.build_absolute_uri(here),
        "picture": picture_address(request, replay, step.number),
        "embed": request.build_absolute_uri(
            reverse("history:embed", args=[match.code]) + f"?at={step.number}&eyes={perspective}"
        ),
        "insight": _insight_address(replay, step.number),
        "was_there": was_there(match, request.user),
        "publishing": listing_consent.standing(match, request.user),
        "may_pin": any(
            one.user_id == request.user.pk for one in match.players.all() if one.user_id
        ),
    }


def _ticks(replay: Replay) -> dict[str, list[Any]]:
    """Return the starts of rounds and each side's achievements, in thousandths of the slider."""
    timeline, perspective = replay.timeline, replay.perspective
    insight, steps = timeline.game.knowledge.insight, replay.steps
    marks: dict[str, list[Any]] = {"rounds": [], "sides": []}
    chapter = 0
    tally: tuple[int, ...] = ()
    for index, step in enumerate(steps):
        x = round(1000 * index / max(len(steps) - 1, 1))
        if step.chapter != chapter:
            marks["rounds"].append(x)
        view = timeline.game.view(timeline.truth_for(step.entry, perspective), perspective.viewer)
        now = insight.tally(view) if insight else ()
        rises = enumerate(zip(tally, now, strict=False))
        marks["sides"] += [(x, side) for side, (was, new) in rises if new > was]
        chapter, tally = step.chapter, now
    return marks


def picture_address(request: HttpRequest, replay: Replay, number: int) -> str:
    """Return the URL of the picture of a step, for link previews."""
    address = reverse("history:picture", args=[replay.match.code])
    return request.build_absolute_uri(f"{address}?at={number}&eyes={replay.perspective.name}")


def _insight_address(replay: Replay, number: int) -> str:
    """Return the URL of the insight page, if the game offers insight and the match is over."""
    if not replay.match.is_over or replay.timeline.game.knowledge.insight is None:
        return ""
    where = reverse("history:insight", args=[replay.match.code])
    return f"{where}?at={number}&eyes={replay.perspective.name}"


def _perspectives(replay: Replay, entry: int) -> list[dict[str, Any]]:
    """Return each perspective that the reader may choose, with the URL of this moment."""
    if replay.match.is_running:
        names = [replay.perspective.name]
    else:
        names = [
            "all",
            "public",
            "spectator",
            *(str(face.seat) for face in replay.page_state.faces),
        ]
    return [
        {
            "name": rendering.perspective_name(replay, name),
            "address": rendering.address_of(
                replay.match, name, entry if replay.match.is_over else replay.steps[-1].number
            ),
            "is_current": name == replay.perspective.name,
        }
        for name in names
    ]


def _ways(replay: Replay, index: int) -> dict[str, str]:
    """Return the URLs of the neighbouring steps, for pages without script."""
    last = len(replay.steps) - 1
    chapters = [step.chapter for step in replay.steps]
    earlier = [n for n in range(index) if chapters[n] < chapters[index]]
    start = chapters.index(chapters[earlier[-1]]) if earlier else 0
    later = [n for n in range(index, last + 1) if chapters[n] > chapters[index]]
    steps = {
        "first": 0,
        "chapter_back": start,
        "back": max(index - 1, 0),
        "on": min(index + 1, last),
        "chapter_on": later[0] if later else last,
        "last": last,
    }
    return {
        name: rendering.address_of(replay.match, replay.perspective.name, replay.steps[at].number)
        for name, at in steps.items()
    }


def _title(replay: Replay, index: int) -> str:
    """Return the moment as text, as known to this viewer."""
    step = replay.steps[index]
    words = rendering.plain(replay, step)
    game = _(replay.page_state.table.name)
    if not step.chapter:
        return f"{game}: {words}"
    return _("%(game)s, round %(round)s: %(words)s") % {
        "game": game,
        "round": step.chapter,
        "words": words,
    }


@shows_replay(_refuse_in_json)
def frames(request: HttpRequest, replay: Replay) -> HttpResponse:
    """Return several frames for this viewer, by the indexes of their steps."""
    first = number_of(request.GET.get("from"), 0)
    count = min(number_of(request.GET.get("count"), 1), MOST_FRAMES)
    steps = range(first, min(first + count, len(replay.steps)))
    return JsonResponse({"frames": {str(n): rendering.frame(replay, n) for n in steps}})


@shows_replay(refuse_in_words)
def picture(request: HttpRequest, replay: Replay) -> HttpResponse:
    """Send the moment as a PNG for link previews, as known to this viewer."""
    return HttpResponse(pictures.png(replay, _index(request, replay)), content_type="image/png")


def _posted_perspective(request: HttpRequest, match: Match) -> Perspective:
    """Return the perspective of a person who adds or deletes a comment.

    :raises Refused: if they may not choose it.
    """
    return perspective_of(match, request.user, request.POST.get("eyes", ""), match.players.count())


@require_POST
@never_cache
def pin(request: HttpRequest, code: str) -> HttpResponse:
    """Add a comment to the shown moment."""
    match = responses.get_match_or_404(code)
    perspective = _posted_perspective(request, match)
    replay = rendering.open_replay(match, timeline_of(match), perspective, request.user)
    step = replay.steps[index_at(replay.steps, number_of(request.POST.get("at"), 0))]
    comments.pin(match.pk, request.user, step.entry, request.POST.get("text", ""))
    return redirect(rendering.address_of(match, perspective.name, step.number))


@require_POST
@never_cache
def unpin(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """Delete the user's own comment."""
    match = responses.get_match_or_404(code)
    perspective = _posted_perspective(request, match)
    comments.unpin(match.pk, request.user, int(key))
    return redirect(
        rendering.address_of(match, perspective.name, number_of(request.POST.get("at"), 0))
    )
