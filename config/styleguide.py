"""The style guide: every component of the pages, for developers; only in development.

`/styleguide/` shows the components in both themes, `/styleguide/?game=...` those of a game in each
state. `/styleguide/?game=...&phase=...` shows a whole table of that game, played at random until it
reaches that phase, and with `&as=hand` a phone next to a television.
"""

import re
from collections.abc import Sequence

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe

from accounts.portraits import sheet_of
from config import specimens
from games.catalog import GAMES
from games.engine.examples import example
from games.engine.seats import PUBLIC, Seat
from games.matches.drawing.regions import draw, draw_own, draw_table, for_head
from games.matches.drawing.regions import faces as faces_of
from games.matches.lobby.views import art

COLOURS = (
    *("paper", "sheet", "sheet-raised", "folder", "rule", "ink", "ink-soft", "ink-faint"),
    *("press", "press-tint", "wax", "wax-tint", "brass", "brass-tint", "focus"),
    *("liberal", "liberal-tint", "fascist", "fascist-tint"),
    *("wall", "wall-deep", "lamp", "baize", "baize-lit", "baize-edge", "on-baize", "on-baize-soft"),
    *("brass-lit", "may-choose", "liberal-lit", "fascist-lit", "liberal-sign", "fascist-sign"),
    "lit",
)


def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every component in both themes; for a game, its own, or a whole table."""
    if "game" in request.GET:
        return _table(request) if "phase" in request.GET else _pieces(request)
    names = re.findall(
        r'<symbol id="([\w-]+)" viewBox="0 0 (\d+)',
        (settings.BASE_DIR / "static/img/pieces.svg").read_text(),
    )
    context = {
        "themes": ("light", "dark"),
        "icons": [name for name, width in names if width == "24"],
        "pieces": [name for name, width in names if width == "60"],
        "colours": COLOURS,
        "games": [(game, art(key)) for key, game in GAMES.items()],
        "sheets": [for_head(key, "sheets") for key in GAMES],
        "faces": sheet_of("styleguide", 0),
        "remarks": list(specimens.remarks()),
    }
    return render(request, "styleguide/index.html", context)


def _pieces(request: HttpRequest) -> HttpResponse:
    """Show a game's questions, letters and public pieces in each state, in both themes."""
    key = request.GET["game"]
    if key not in GAMES:
        raise Http404
    groups: dict[str, Sequence[specimens.Specimen]] = {
        "tray": list(specimens.questions(key)),
        "reveal": list(specimens.reveals(key)),
        "letter": list(specimens.letters(key)),
    }
    groups |= specimens.public_pieces(key)
    faces = draw(key, faces_of(specimens.PEOPLE))
    context = {
        "themes": ("light", "dark"),
        "key": key,
        "sheets": for_head(key, "sheets"),
        "groups": {name: group for name, group in groups.items() if group},
        # Rendered by a template that escapes values.
        "faces": mark_safe(faces),  # noqa: S308
    }
    return render(request, "styleguide/pieces.html", context)


def _table(request: HttpRequest) -> HttpResponse:
    """Show the fragments of one game: public ones, and those of a seat with a decision to take."""
    game = GAMES.get(request.GET["game"])
    if game is None:
        raise Http404
    phase = request.GET.get("phase", "")
    players = int(request.GET.get("players", game.seats[min(2, len(game.seats) - 1)]))
    state = example(game, phase, players) if players in game.seats else None
    if state is None:
        raise Http404
    seat = next(iter(game.to_act(state)), Seat(0))
    faces = specimens.PEOPLE[:players]
    choices = game.choices(state, seat)
    context = {
        "key": game.key,
        "has_scene": game.pages.has_scene,
        "seat": seat,
        "phase": phase,
        "remarks": list(specimens.remarks()),
        "is_hand": request.GET.get("as") == "hand",
        # Rendered by templates that escape values.
        "board": mark_safe(draw_table(game, game.view(state, PUBLIC), faces)),  # noqa: S308
        "choices": mark_safe(draw_own(game, state, faces, seat, choices)),  # noqa: S308
    }
    return render(request, "styleguide/table.html", context)
