"""A moment as a picture, for link previews on other sites."""

import functools
import re
from dataclasses import replace
from pathlib import Path

import resvg_py
from django.conf import settings
from django.core.cache import cache
from django.template import TemplateDoesNotExist, engines
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.insight import Estimate, Question
from games.engine.required import required
from games.history.insight import charts, formatting, insights
from games.history.insight.charts import Curve
from games.history.replay.rendering import perspective_name, plain
from games.history.replay.replay import Replay
from games.matches.drawing.regions import folder
from games.matches.page.fragments import draw
from games.matches.page.link_cards import HEIGHT, WIDTH, wrap

LEFT, TOP = 48, 160  #: where the lines begin in the picture of an insight
ACROSS, DOWN = 0.852, 3.8  #: pixels per unit of a line
KEPT_FOR = 3600  #: seconds
IMAGES = Path(settings.BASE_DIR) / "static" / "img"


def svg(replay: Replay, index: int) -> str:
    """Draw the moment of the step at `index`, as known to this viewer, as SVG."""
    step, game = replay.steps[index], replay.timeline.game
    state = replay.timeline.truth_for(step.entry, replay.perspective)
    return draw(
        _template(folder(replay.page_state.table.game)),
        replay.page_state,
        view=game.view(state, replay.perspective.viewer),
        step=step,
        words=plain(replay, step),
        wrap=wrap,
        cut=formatting.cut,
        sprite=_sprite,
        perspective_name=perspective_name(replay, replay.perspective.name),
        site=settings.SITE_NAME,
    )


def png(replay: Replay, index: int) -> bytes:
    """Return the picture as PNG, cached for a while after the match."""
    if not replay.match.is_over:
        return _png(replay, index)
    name = f"{replay.match.pk}/{replay.perspective.name}/{index}/{get_language()}"
    key = f"history/picture/{name}"
    picture: bytes = required(cache.get_or_set(key, lambda: _png(replay, index), KEPT_FOR))
    return picture


def insight_svg(replay: Replay, *, truth: bool) -> str:
    """Draw the first chart of this viewer's insight; `truth` marks true answers.

    :raises Refused: as `insights.insight_of`.
    """
    insight = insights.insight_of(replay)
    moments = insights.moments(replay, insight, with_truth=truth)
    questions = charts.questions_of(insight, moments)
    if not questions:  # the match ended before the first estimate
        return svg(replay, len(replay.steps) - 1)
    question = questions[0]
    answered, lines = charts.question_curves(question, moments, charts.GAP_SMALL)
    write = formatting.decimal if question.counts else formatting.percent
    return draw(
        "history/insight/_picture.jinja",
        replay.page_state,
        title=_(question.title),
        most=write(charts.scale_of(question, answered)),
        lines=tuple(_stretch(line) for line in lines),
        names=tuple(_name(replay, question, line.last) for line in lines),
        perspective_name=perspective_name(replay, replay.perspective.name),
        site=settings.SITE_NAME,
    )


def _stretch(line: Curve) -> Curve:
    """Return `line` in the picture's own units: because strokes must not stretch."""
    return replace(
        line,
        likely=_move(line.likely),
        certain=_move(line.certain),
        halo=_move(line.halo),
        at=_down(line.at),
        label_at=_down(line.label_at),
    )


def _move(path: str) -> str:
    return re.sub(
        r"([ML])([\d.e-]+) ([\d.e-]+)",
        lambda at: f"{at[1]}{LEFT + float(at[2]) * ACROSS:.1f} {_down(float(at[3])):.1f}",
        path,
    )


def _down(percent: float) -> float:
    return TOP + percent * DOWN


def _name(replay: Replay, question: Question, one: Estimate) -> str:
    name = formatting.cut(formatting.subject(replay, one), formatting.NARROW)
    return f"{formatting.brief(question, one)} {name}"


def insight_png(replay: Replay, *, truth: bool) -> bytes:
    """Return the picture as PNG, cached for a while.

    :raises Refused: as `insight_svg`.
    """
    insights.insight_of(replay)
    name = f"{replay.match.pk}/{replay.perspective.name}/{truth}/{get_language()}"
    key = f"history/insight-picture/{name}"
    png = cache.get_or_set(key, lambda: _to_png(insight_svg(replay, truth=truth)), KEPT_FOR)
    picture: bytes = required(png)
    return picture


def _png(replay: Replay, index: int) -> bytes:
    return _to_png(svg(replay, index))


def _to_png(text: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=text, width=WIDTH, height=HEIGHT))


@functools.cache
def _sprite(name: str) -> SafeString:
    """Return the drawings of a static file to embed in a picture, which cannot load files."""
    return mark_safe((IMAGES / name).read_text())  # noqa: S308 (our own shapes)


@functools.cache
def _template(game: str) -> str:
    """Return the game's own picture template, or the general one."""
    try:
        engines["fragments"].get_template(f"{game}/_picture.jinja")
    except TemplateDoesNotExist:
        return "history/replay/_picture.jinja"
    return f"{game}/_picture.jinja"
