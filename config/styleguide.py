"""The style guide: every component of the pages, for developers; only in development.

`/styleguide/` shows the components in both themes. `/styleguide/?game=...&phase=...` shows a whole
table of that game, played at random until it reaches that phase.
"""

import re

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe

from accounts.portraits import sheet_of
from games.catalog import GAMES
from games.engine.examples import NAMES, example
from games.engine.regions import PlayerInfo
from games.engine.seats import PUBLIC, Seat
from games.matches.page.regions import draw_own, draw_table

COLOURS = (
    *("desk", "paper", "sheet", "sheet-raised", "folder", "rule", "ink", "ink-soft", "ink-faint"),
    *("press", "press-tint", "wax", "wax-tint", "brass", "brass-tint", "focus"),
    *("liberal", "liberal-tint", "fascist", "fascist-tint"),
    *("wall", "wall-deep", "lamp", "baize", "baize-lit", "baize-edge", "on-baize", "on-baize-soft"),
    *("brass-lit", "may-choose", "liberal-lit", "fascist-lit", "liberal-sign", "fascist-sign"),
    "lit",
)


def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every component in both themes side by side, or a whole table of a game."""
    if "game" in request.GET:
        return _table(request)
    names = re.findall(
        r'<symbol id="([\w-]+)" viewBox="0 0 (\d+)',
        (settings.BASE_DIR / "static/img/pieces.svg").read_text(),
    )
    context = {
        "themes": ("light", "dark"),
        "icons": [name for name, width in names if width == "24"],
        "pieces": [name for name, width in names if width == "60"],
        "colours": COLOURS,
        "games": [(key, game.pages.phases) for key, game in GAMES.items()],
        "faces": sheet_of("styleguide", 0),
    }
    return render(request, "styleguide/index.html", context)


def _table(request: HttpRequest) -> HttpResponse:
    """Show the fragments of one game: the public ones, and those of a seat that must decide."""
    game = GAMES.get(request.GET["game"])
    if game is None:
        raise Http404
    phase = request.GET.get("phase", "")
    players = int(request.GET.get("players", game.seats[min(2, len(game.seats) - 1)]))
    state = example(game, phase, players) if players in game.seats else None
    if state is None:
        raise Http404
    seat = next(iter(game.to_act(state)), Seat(0))
    faces = tuple(PlayerInfo(NAMES[n], n, is_bot=n % 4 == 3) for n in range(players))
    choices = game.choices(state, seat)
    context = {
        "phase": phase,
        # Rendered by templates that escape values.
        "board": mark_safe(draw_table(game, game.view(state, PUBLIC), faces)),  # noqa: S308
        "choices": mark_safe(draw_own(game, state, faces, seat, choices)),  # noqa: S308
    }
    return render(request, "styleguide/table.html", context)
