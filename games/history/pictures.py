"""A moment as a picture, for pages elsewhere that unfold a link to it."""

import functools
from pathlib import Path

import resvg_py
from django.conf import settings
from django.core.cache import cache
from django.template import TemplateDoesNotExist, engines
from django.utils.translation import get_language

from games.history.drawing import Screening, eyes_name, plain
from games.matches.fragments import draw, folder

WIDTH, HEIGHT = 1200, 630  #: pixels, as those who unfold links want them
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


def _png(shown: Screening, index: int) -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg(shown, index),
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
