"""What could be known of a match: lines over its moments, luck, and how far to trust them."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.engine.insight import Draw, Insight, Luck, Question
from games.history import curves, drawing, figures, insights, pictures
from games.history.drawing import Screening
from games.history.eyes import ALL_EYES
from games.history.insights import Moment
from games.history.judging import judged
from games.history.views_replay import address_of, number_of, shown_to
from games.matches import fragments, pages, refusals


@require_safe
@never_cache
def insight(request: HttpRequest, code: str) -> HttpResponse:
    """Show what could be known through a pair of eyes, once a match is over."""
    match = pages.found(code)
    try:
        shown = shown_to(request, match)
        found = insights.insight_of(shown)
    except refusals.Refused as refusal:
        return pages.closed(request, refusal)
    return render(request, "history/insight.html", _page(request, shown, found))


@require_safe
@never_cache
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Return the first lines as a picture for pages elsewhere, for the same eyes."""
    match = pages.found(code)
    try:
        shown = shown_to(request, match)
        drawn = pictures.insight_png(shown, truth=_shows_truth(request, shown))
    except refusals.Refused as refusal:
        return HttpResponse(str(refusal), status=refusal.status, content_type="text/plain")
    return HttpResponse(drawn, content_type="image/png")


def _page(request: HttpRequest, shown: Screening, found: Insight) -> dict[str, Any]:
    """Return what the page shows."""
    match, eyes = shown.match, shown.eyes.name
    truth = _shows_truth(request, shown)
    moments = insights.moments(shown, found, with_truth=truth)
    last = len(moments) - 1
    asked = number_of(request.GET.get("at"), match.length)
    current = max((n for n, m in enumerate(moments) if m.step.number <= asked), default=0)
    charts = _charts(shown, found, moments)
    luck = insights.luck_of(shown, found)
    return {
        "match": match,
        "game": match.rules,
        "table": shown.scene.table,
        "eyes": eyes,
        "eyes_name": drawing.eyes_name(shown, eyes),
        "all_eyes": _all_eyes(shown, asked if "at" in request.GET else None),
        "ending": _ending(shown),
        "wonders": _wonders(shown),
        "bot": _strong_bot(shown),
        "truth": truth,
        "truth_address": _truth_address(shown, truth=not truth),
        "charts": charts,
        "settled": _settled(found, moments),
        "moments": _moments(shown, found, moments),
        "moment": _moment(shown, moments[current]) if moments else None,
        "judged": _judged(shown, found, moments[current]) if moments else None,
        "current": current,
        "last": last,
        "total": len(moments),
        "cursor": curves.centres(len(moments))[current] if moments else 0,
        "rounds": curves.rounds(moments) if moments else [],
        "tape": curves.achievements(moments),
        "tallies": [_(text) for text in found.tallies],
        "luck": [figures.worded(shown, one) for one in luck.findings],
        "draws": _draws(shown, luck),
        "trust": [figures.worded(shown, one) for one in found.trust(len(shown.scene.faces))],
        "address": request.build_absolute_uri(_address(shown, eyes)),
        "replay": address_of(match, eyes, moments[current].step.number if moments else 0),
        "picture": request.build_absolute_uri(
            reverse("history:insight-picture", args=[match.code])
            + f"?eyes={eyes}{'&truth=1' if truth else ''}"
        ),
    }


def _shows_truth(request: HttpRequest, shown: Screening) -> bool:
    """Tell whether the truth is marked: for eyes that see all, or where somebody asks for it.

    Whoever may look through these eyes after the end may look through those that see all.
    """
    return shown.eyes.name == ALL_EYES or request.GET.get("truth") == "1"


def _address(shown: Screening, eyes: str) -> str:
    return reverse("history:insight", args=[shown.match.code]) + f"?eyes={eyes}"


def _truth_address(shown: Screening, *, truth: bool) -> str:
    """Return the address with the truth marked or not; nothing for eyes that always see it."""
    if shown.eyes.name == ALL_EYES:
        return ""
    return _address(shown, shown.eyes.name) + ("&truth=1" if truth else "")


def _all_eyes(shown: Screening, at: int | None) -> list[dict[str, Any]]:
    """Return every pair of eyes with its page; a spectator's guess is the table's."""
    names = [ALL_EYES, "public", *(str(face.seat) for face in shown.scene.faces)]
    here = "public" if shown.eyes.name == "spectator" else shown.eyes.name
    return [
        {
            "name": drawing.eyes_name(shown, name),
            "address": _address(shown, name) + ("" if at is None else f"&at={at}"),
            "is_current": name == here,
        }
        for name in names
    ]


def _ending(shown: Screening) -> str:
    return _(shown.reel.game.endings.get(shown.match.reason, "")) if shown.match.reason else ""


def _wonders(shown: Screening) -> str:
    """Say in a sentence whose knowledge this is."""
    viewer = shown.eyes.viewer
    if viewer.sees_all:
        return _("What everybody at the table could have known, with the truth marked beside it.")
    if viewer.seat is None:
        return _("What everybody at the table could have known from what all of them saw.")
    name = shown.scene.faces[viewer.seat].name
    return _("What %(name)s could have known, from what that seat saw and nothing else.") % {
        "name": name
    }


def _strong_bot(shown: Screening) -> str:
    """Return the name of the bot whose own beliefs these are; nothing for people and other bots.

    What could be known is worked out as the best bot of a game does it.
    """
    seat = shown.eyes.viewer.seat
    best = shown.match.players.filter(seat=seat, bot=shown.reel.game.usual_bot)
    return shown.scene.faces[seat].name if seat is not None and best.exists() else ""


def _settled(found: Insight, moments: Sequence[Moment]) -> str:
    """Say what these eyes never had to wonder about."""
    known = [q for q in found.questions if any(q.key in m.reading.answers for m in moments)]
    return ", ".join(_(q.title) for q in known if curves.is_settled(q, moments))


def _charts(shown: Screening, found: Insight, moments: Sequence[Moment]) -> list[dict[str, Any]]:
    """Return a picture of every question that these eyes have, the first the biggest.

    What was never in doubt needs none.
    """
    return [
        _chart(shown, question, moments, curves.GAP_SMALL if number else curves.GAP_BIG)
        for number, question in enumerate(curves.wondered(found, moments))
    ]


def _chart(
    shown: Screening, question: Question, moments: Sequence[Moment], gap: float
) -> dict[str, Any]:
    """Return one picture: its lines, and the same as a table."""
    asked, lines = curves.question_curves(question, moments, gap)
    scale = curves.scale_of(question, asked)
    write = figures.decimal if question.counts else figures.percent
    named = [
        {
            "curve": line,
            "name": figures.subject(shown, line.last),
            "label": figures.cut(figures.subject(shown, line.last), figures.NARROW),
            "short": figures.cut(figures.subject(shown, line.last), figures.NARROWER),
            "figure": figures.brief(question, line.last),
        }
        for line in lines
    ]
    return {
        "key": question.key,
        "title": _(question.title),
        "help": _(question.help),
        "scale": [write(scale), write(scale / 2), write(0.0)],
        "curves": sorted(named, key=lambda one: not one["curve"].is_faint),
        "bands": _bands(shown, moments),
        "columns": [one["name"] for one in named],
        "rows": [_table_row(shown, question, moment) for moment in asked],
    }


def _bands(shown: Screening, moments: Sequence[Moment]) -> list[dict[str, Any]]:
    """Return the part of a picture that belongs to each moment, with its place in the replay."""
    width = curves.WIDTH / max(len(moments), 1)
    return [
        {
            "x": round(at * width, 1),
            "width": round(width, 2),
            "centre": round((at + 0.5) * width, 1),
            "words": drawing.plain(shown, moment.step),
            "address": address_of(shown.match, shown.eyes.name, moment.step.number),
        }
        for at, moment in enumerate(moments)
    ]


def _judged(shown: Screening, found: Insight, moment: Moment) -> SafeString:
    """Draw the table of a moment, as a replay draws it."""
    table = judged(shown, found, moment.reading, moment.truth)
    return mark_safe(fragments.draw("history/_judged.html", shown.scene, judged=table))  # noqa: S308


def _table_row(shown: Screening, question: Question, moment: Moment) -> dict[str, Any]:
    return {
        **_moment(shown, moment),
        "cells": [figures.estimate(question, one) for one in moment.reading.answers[question.key]],
    }


def _moment(shown: Screening, moment: Moment) -> dict[str, Any]:
    """Return a moment in words, and the way to it in the replay."""
    chapter = moment.step.chapter
    return {
        "words": drawing.plain(shown, moment.step),
        "chapter": _("Round %(number)s") % {"number": chapter}
        if chapter
        else _("Before the first round"),
        "address": address_of(shown.match, shown.eyes.name, moment.step.number),
        "findings": [figures.plainly(shown, one) for one in moment.reading.findings],
    }


def _moments(shown: Screening, insight: Insight, moments: Sequence[Moment]) -> list[dict[str, Any]]:
    """Return what the page's script needs of every moment to show it."""
    xs = curves.centres(len(moments)) if moments else []
    return [
        {
            **_moment(shown, moment),
            "x": x,
            "rows": [
                [[cell.width, cell.text, cell.certain, cell.is_true] for cell in row.cells]
                for row in judged(shown, insight, moment.reading, moment.truth).rows
            ],
        }
        for moment, x in zip(moments, xs, strict=True)
    ]


def _draws(shown: Screening, luck: Luck) -> list[dict[str, Any]]:
    return [_draw(shown, draw) for draw in luck.draws]


def _draw(shown: Screening, draw: Draw) -> dict[str, Any]:
    """Return one thing that chance decided; `lean` tells which way it went."""
    return {
        "chapter": draw.chapter,
        "what": drawing.say_line(shown, draw.what),
        "got": figures.decimal(draw.got),
        "expected": figures.decimal(draw.expected, 2),
        "least": "" if draw.least is None else figures.percent(draw.least),
        "lean": "more" if draw.got > draw.expected else "less",
    }
