"""A moment as a picture, for pages elsewhere that unfold a link to it."""

import functools
import re
from dataclasses import replace
from pathlib import Path

import resvg_py
from django.conf import settings
from django.core.cache import cache
from django.template import TemplateDoesNotExist, engines
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.insight import Estimate, Question
from games.history import curves, figures, insights
from games.history.curves import Curve
from games.history.drawing import Screening, eyes_name, plain
from games.matches.fragments import draw, folder

WIDTH, HEIGHT = 1200, 630  #: pixels, as those who unfold links want them
LEFT, TOP = 48, 160  #: where lines begin in the picture of an insight
ACROSS, DOWN = 0.852, 3.8  #: pixels for one unit of a line
KEPT_FOR = 3600  #: seconds
LONGEST = 72  #: characters of a line in the picture


def svg(shown: Screening, index: int) -> str:
    """Draw the moment of the step at `index` with what these eyes know, and nothing else."""
    step, game = shown.steps[index], shown.reel.game
    state = shown.reel.shown(step.entry, shown.eyes)
    words = plain(shown, step)
    return draw(
        _template(folder(shown.scene)),
        shown.scene,
        view=game.view(state, shown.eyes.viewer),
        step=step,
        words=words if len(words) <= LONGEST else words[: LONGEST - 1] + "…",
        eyes_name=eyes_name(shown, shown.eyes.name),
    )


def png(shown: Screening, index: int) -> bytes:
    """Return the same as a PNG; that of a match that is over is kept a while."""
    if not shown.match.is_over:
        return _png(shown, index)
    name = f"{shown.match.pk}/{shown.eyes.name}/{index}/{get_language()}"
    return cache.get_or_set(f"history/picture/{name}", lambda: _png(shown, index), KEPT_FOR)


def insight_svg(shown: Screening, *, truth: bool) -> str:
    """Draw the first lines of what these eyes could know; `truth` marks what was true.

    :raises Refused: as `insights.insight_of`.
    """
    found = insights.insight_of(shown)
    moments = insights.moments(shown, found, with_truth=truth)
    questions = curves.wondered(found, moments)
    if not questions:  # it ended before anything could be known
        return svg(shown, len(shown.steps) - 1)
    question = questions[0]
    asked, lines = curves.question_curves(question, moments, curves.GAP_SMALL)
    write = figures.decimal if question.counts else figures.percent
    return draw(
        "history/_insight_picture.svg",
        shown.scene,
        title=_(question.title),
        most=write(curves.scale_of(question, asked)),
        lines=tuple(_stretched(line) for line in lines),
        names=tuple(_name(shown, question, line.last) for line in lines),
        eyes_name=eyes_name(shown, shown.eyes.name),
    )


def _stretched(line: Curve) -> Curve:
    """Return `line` in the picture's own units: strokes must not stretch with it."""
    return replace(
        line,
        likely=_moved(line.likely),
        certain=_moved(line.certain),
        halo=_moved(line.halo),
        at=_down(line.at),
        label_at=_down(line.label_at),
    )


def _moved(path: str) -> str:
    return re.sub(
        r"([ML])([\d.e-]+) ([\d.e-]+)",
        lambda at: f"{at[1]}{LEFT + float(at[2]) * ACROSS:.1f} {_down(float(at[3])):.1f}",
        path,
    )


def _down(percent: float) -> float:
    return TOP + percent * DOWN


def _name(shown: Screening, question: Question, one: Estimate) -> str:
    name = figures.cut(figures.subject(shown, one), figures.NARROW)
    return f"{figures.brief(question, one)} {name}"


def insight_png(shown: Screening, *, truth: bool) -> bytes:
    """Return the same as a PNG, which is kept a while.

    :raises Refused: as `insight_svg`.
    """
    insights.insight_of(shown)
    name = f"{shown.match.pk}/{shown.eyes.name}/{truth}/{get_language()}"
    return cache.get_or_set(
        f"history/insight-picture/{name}",
        lambda: _drawn(insight_svg(shown, truth=truth)),
        KEPT_FOR,
    )


def _png(shown: Screening, index: int) -> bytes:
    return _drawn(svg(shown, index))


def _drawn(text: str) -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=text,
            width=WIDTH,
            height=HEIGHT,
            resources_dir=str(Path(settings.BASE_DIR) / "static" / "img"),
        )
    )


@functools.cache
def _template(game: str) -> str:
    """Return the game's own picture, or the one that fits any game."""
    try:
        engines["fragments"].get_template(f"{game}/_picture.svg")
    except TemplateDoesNotExist:
        return "history/_picture.svg"
    return f"{game}/_picture.svg"
