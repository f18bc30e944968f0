"""A moment as a picture, for link previews on other sites."""

import functools
from pathlib import Path

import resvg_py
from django.conf import settings
from django.core.cache import cache
from django.template import TemplateDoesNotExist, engines
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.engine.required import required
from games.history.insight import formatting
from games.history.replay.rendering import perspective_name, plain
from games.history.replay.replay import Replay
from games.matches.drawing.regions import folder
from games.matches.page.fragments import draw
from games.matches.page.link_cards import HEIGHT, WIDTH, wrap

KEPT_FOR = 3600  #: seconds
IMAGES = Path(settings.BASE_DIR) / "static" / "img"


def svg(replay: Replay, index: int) -> str:
    """Return the moment of the step at `index`, as known to this viewer, as SVG."""
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
