"""The insight page of a match: line charts, luck, and the reliability of the estimates."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.writing import join_list
from games.engine.calibration import Fit
from games.engine.insight import ChanceOutcome, Insight, Question
from games.history.insight import calibration, formatting, insights, summary
from games.history.insight import charts as insight_charts
from games.history.insight.insights import InsightMoment
from games.history.insight.judgement_table import judgement_table
from games.history.replay import rendering
from games.history.replay.perspective import ALL_PERSPECTIVE
from games.history.replay.replay import Replay
from games.history.replay.views import (
    number_of,
    picture_address,
    refuse_in_words,
    shows_replay,
)
from games.matches.page import fragments
from games.matches.public import errors, regions

#: The texts of a page about each moment, by the number of its step.
Texts = dict[int, dict[str, Any]]


@shows_replay(errors.forbidden)
def insight(request: HttpRequest, replay: Replay) -> HttpResponse:
    """Show the insight into a finished match from one perspective."""
    context = _page(request, replay, insights.insight_of(replay))
    return render(request, "history/insight/insight.html", context)


@shows_replay(refuse_in_words)
def sentences(request: HttpRequest, shown: Replay) -> HttpResponse:
    """Return the sentences on the end of a match, for its table's page.

    `?on=screen` is for a television, in the table's language.
    """
    match = shown.match
    replay, findings = summary.sentences(match)
    language = match.language if request.GET.get("on") == "screen" else get_language()
    with translation.override(language):
        texts = [formatting.finding_text(replay, one) for one in findings]
    return render(request, "history/insight/_sentences.html", {"sentences": texts})


def _page(request: HttpRequest, replay: Replay, insight: Insight) -> dict[str, Any]:
    """Return the context of the insight page."""
    match, perspective = replay.match, replay.perspective.name
    truth = _shows_truth(request, replay)
    moments = insights.moments(replay, insight, with_truth=truth)
    last = len(moments) - 1
    number = number_of(request.GET.get("at"), match.length)
    current = max((n for n, m in enumerate(moments) if m.step.number <= number), default=0)
    shown = moments[current].step.number if moments else 0
    texts = {one.step.number: _moment(replay, one) for one in moments}
    charts = _charts(replay, insight, moments, texts)
    luck = insights.luck_of(replay, insight)
    trust = insight.trust(len(replay.page_state.faces), insights.model_of(replay))
    return {
        "match": match,
        "game": match.rules,
        "table": replay.page_state.table,
        "perspective": perspective,
        "perspective_name": rendering.perspective_name(replay, perspective),
        "perspectives": _perspectives(replay, number if "at" in request.GET else None),
        "ending": match.ending,
        "wonders": _wonders(replay),
        "bot": _strong_bot(replay),
        "truth": truth,
        "truth_address": _truth_address(replay, truth=not truth),
        "charts": charts,
        "settled": _settled_sentence(insight, moments),
        "moments": _moments(replay, insight, moments, texts),
        "moment": texts[shown] if moments else None,
        "judged": _moment_table(replay, insight, moments[current]) if moments else None,
        "current": current,
        "last": last,
        "total": len(moments),
        "cursor": insight_charts.centres(len(moments))[current] if moments else 0,
        "rounds": insight_charts.rounds(moments) if moments else [],
        "tape": insight_charts.achievements(moments),
        "tallies": [_(text) for text in insight.tallies],
        "luck": [formatting.finding_text(replay, one) for one in luck.findings],
        "draws": [_draw(replay, one) for one in luck.draws],
        "calibration": _calibration(replay, insight),
        "trust": [formatting.finding_text(replay, one) for one in trust],
        "address": request.build_absolute_uri(_address(replay, perspective)),
        "replay": rendering.address_of(match, perspective, shown),
        "picture": picture_address(request, replay, shown),
    }


def _calibration(replay: Replay, insight: Insight) -> dict[str, Any] | None:
    """Return the model's agreement with people on this site; None if the model is not used."""
    if insight.fit is None or insights.is_among_bots(replay):
        return None
    latest = calibration.latest(replay.match.game)
    fit = calibration.fit_of(latest) if latest else None
    return {
        "matches": latest.matches if latest else 0,
        "enough": calibration.ENOUGH,
        "is_fitted": latest is not None and latest.is_fitted,
        "made_at": latest.made_at if latest else None,
        "bins": _bins(fit) if fit and fit.matches else [],
    }


def _bins(fit: Fit) -> list[dict[str, Any]]:
    """Return likelihoods and the frequency of true answers, for the table and for a seat."""
    write = formatting.percent
    return [
        {
            "perspective": name,
            "judgements": one.judgements,
            "said": write(one.said),
            "true": write(one.true),
        }
        for name, bins in ((_("the table"), fit.table), (_("one player"), fit.seat))
        for one in bins
        if one.judgements
    ]


def _shows_truth(request: HttpRequest, replay: Replay) -> bool:
    """Return whether the truth is marked, for a viewer who sees all, or on request.

    After the end a reader who may take this perspective may also take the one that sees all.
    """
    return replay.perspective.name == ALL_PERSPECTIVE or request.GET.get("truth") == "1"


def _address(replay: Replay, perspective: str) -> str:
    return reverse("history:insight", args=[replay.match.code]) + f"?eyes={perspective}"


def _truth_address(replay: Replay, *, truth: bool) -> str:
    """Return the URL with the truth marked or not; empty for a viewer who always sees it."""
    if replay.perspective.name == ALL_PERSPECTIVE:
        return ""
    return _address(replay, replay.perspective.name) + ("&truth=1" if truth else "")


def _perspectives(replay: Replay, at: int | None) -> list[dict[str, Any]]:
    """Return every perspective with its URL; spectators share the table's."""
    names = [ALL_PERSPECTIVE, "public", *(str(face.seat) for face in replay.page_state.faces)]
    here = "public" if replay.perspective.name == "spectator" else replay.perspective.name
    return [
        {
            "name": rendering.perspective_name(replay, name),
            "address": _address(replay, name) + ("" if at is None else f"&at={at}"),
            "is_current": name == here,
        }
        for name in names
    ]


def _wonders(replay: Replay) -> str:
    """Return a sentence about the perspective of the page."""
    viewer = replay.perspective.viewer
    if viewer.sees_all:
        return _("What everybody at the table could have known, with the truth marked next to it.")
    if viewer.seat is None:
        return _("What everybody at the table could have known, from public information only.")
    name = replay.page_state.faces[viewer.seat].name
    return _("What %(name)s could have known, using only what that seat saw.") % {"name": name}


def _strong_bot(replay: Replay) -> str:
    """Return the name of the bot whose beliefs the page shows; empty for people and other bots.

    The insight is computed in the same way as by the best bot of the game.
    """
    seat = replay.perspective.viewer.seat
    face = None if seat is None else replay.page_state.faces[seat]
    return face.name if face is not None and face.bot == replay.timeline.game.usual_bot else ""


def _settled_sentence(insight: Insight, moments: Sequence[InsightMoment]) -> str:
    """Return a sentence on the questions that this viewer could answer from the start."""
    questions = [q for q in insight.questions if any(q.key in m.reading.answers for m in moments)]
    settled = [q for q in questions if insight_charts.is_settled(q, moments)]
    return join_list(_("“%(title)s”") % {"title": _(q.title)} for q in settled)


def _charts(
    replay: Replay, insight: Insight, moments: Sequence[InsightMoment], texts: Texts
) -> list[dict[str, Any]]:
    """Return a chart for each open question of this viewer, the first the biggest."""
    return [
        _chart(
            replay,
            question,
            moments,
            texts,
            insight_charts.GAP_SMALL if number else insight_charts.GAP_BIG,
        )
        for number, question in enumerate(insight_charts.questions_of(insight, moments))
    ]


def _chart(
    replay: Replay,
    question: Question,
    moments: Sequence[InsightMoment],
    texts: Texts,
    gap: float,
) -> dict[str, Any]:
    """Return one chart: its lines, and the same numbers as a table."""
    answered, lines = insight_charts.question_curves(question, moments, gap)
    scale = insight_charts.scale_of(question, answered)
    write = formatting.decimal if question.counts else formatting.percent
    labels = [
        {
            "curve": line,
            "name": formatting.subject(replay, line.last),
            "label": formatting.cut(formatting.subject(replay, line.last), formatting.NARROW),
            "short": formatting.cut(formatting.subject(replay, line.last), formatting.NARROWER),
            "figure": formatting.brief(question, line.last),
        }
        for line in lines
    ]
    return {
        "key": question.key,
        "title": _(question.title),
        "help": _(question.help),
        "scale": [write(scale), write(scale / 2), write(0.0)],
        "curves": sorted(labels, key=lambda one: not one["curve"].is_faint),
        "bands": _bands(moments, texts),
        "columns": [one["name"] for one in labels],
        "rows": [_table_row(question, moment, texts) for moment in answered],
    }


def _bands(moments: Sequence[InsightMoment], texts: Texts) -> list[dict[str, Any]]:
    """Return each moment's part of a picture, with its step in the replay."""
    width = insight_charts.WIDTH / max(len(moments), 1)
    return [
        {
            "x": round(at * width, 1),
            "width": round(width, 2),
            "centre": round((at + 0.5) * width, 1),
            **texts[moment.step.number],
        }
        for at, moment in enumerate(moments)
    ]


def _moment_table(replay: Replay, insight: Insight, moment: InsightMoment) -> SafeString:
    """Render the table of a moment in the same way as the replay."""
    table = judgement_table(replay, insight, moment.reading, moment.truth)
    text = fragments.draw("history/insight/_judgement_table.jinja", replay.page_state, judged=table)
    return mark_safe(text)  # noqa: S308  (rendered by templates that escape)


def _table_row(question: Question, moment: InsightMoment, texts: Texts) -> dict[str, Any]:
    return {
        **texts[moment.step.number],
        "cells": [
            formatting.estimate(question, one) for one in moment.reading.answers[question.key]
        ],
    }


def _moment(replay: Replay, moment: InsightMoment) -> dict[str, Any]:
    """Return a moment as text, with its link to the replay."""
    chapter = moment.step.chapter
    return {
        "words": rendering.plain(replay, moment.step),
        "chapter": _("Round %(number)s") % {"number": chapter}
        if chapter
        else _("Before the first round"),
        "address": rendering.address_of(replay.match, replay.perspective.name, moment.step.number),
        "findings": [formatting.plain_finding_text(replay, one) for one in moment.reading.findings],
    }


def _moments(
    replay: Replay, insight: Insight, moments: Sequence[InsightMoment], texts: Texts
) -> list[dict[str, Any]]:
    """Return the data of each moment for the page's script."""
    xs = insight_charts.centres(len(moments)) if moments else []
    return [
        {
            **texts[moment.step.number],
            "x": x,
            "rows": [
                [[cell.width, cell.text, cell.certain, cell.is_true] for cell in row.cells]
                for row in judgement_table(replay, insight, moment.reading, moment.truth).rows
            ],
        }
        for moment, x in zip(moments, xs, strict=True)
    ]


def _draw(replay: Replay, draw: ChanceOutcome) -> dict[str, Any]:
    """Return one result of chance.

    `lean` is the direction of its difference from the expected one.
    """
    return {
        "chapter": draw.chapter,
        "what": regions.say(draw.what, replay.page_state.faces),
        "got": formatting.decimal(draw.got),
        "expected": formatting.decimal(draw.expected, 2),
        "least": "" if draw.least is None else formatting.percent(draw.least),
        "lean": "more" if draw.got > draw.expected else "less",
    }
