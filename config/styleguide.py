"""Every component of the look, live, for whoever builds a page; only in development.

`/styleguide/` shows the components in both themes; `/styleguide/?game=...&phase=...` a whole
table of that game, played at random until that phase is reached.
"""

import re
from random import Random
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import engines
from django.utils.safestring import mark_safe

from games.catalog import GAMES
from games.engine.chance import SeededChance
from games.engine.game import Game, Line
from games.engine.seats import PUBLIC, Seat, Viewer
from games.matches.fragments import say
from games.matches.scenes import Face

COLOURS = (
    *("desk", "paper", "sheet", "sheet-raised", "folder", "rule", "ink", "ink-soft", "ink-faint"),
    *("press", "press-tint", "wax", "wax-tint", "brass", "brass-tint", "focus"),
    *("liberal", "liberal-tint", "fascist", "fascist-tint"),
)
NAMES = ("Ada", "Ben", "Chiyo", "Dario", "Elif", "Fatima", "Gustav", "Hana", "Ivo", "Juno")
TRIES = 60  #: random games played in search of a phase
PHASES = {
    "secret-hitler": ("nominate", "vote", "discard", "enact", "answer-veto", "power", "over"),
    "noir": ("set-up-murder", "choose-identity", "killer", "inspector", "over"),
}


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
        "games": [(key, PHASES.get(key, ())) for key in GAMES],
    }
    return render(request, "styleguide/index.html", context)


def _table(request: HttpRequest) -> HttpResponse:
    """Show the fragments of one game, public and of a seat that has something to decide."""
    game = GAMES.get(request.GET["game"])
    if game is None:
        raise Http404
    phase = request.GET.get("phase", "")
    players = int(request.GET.get("players", game.seats[min(2, len(game.seats) - 1)]))
    state = _reached(game, phase, players)
    seat = next(iter(game.to_act(state)), Seat(0))
    context = {
        "phase": phase,
        "board": _fragment(game, state, "board", players, None),
        "choices": _fragment(game, state, "choices", players, seat),
    }
    return render(request, "styleguide/table.html", context)


def _reached(game: Game[Any, Any, Any, Any], phase: str, players: int) -> Any:
    """Return a position in that phase from late in a random game, or the end of the last tried.

    :raises Http404: if so many cannot play.
    """
    if players not in game.seats:
        raise Http404
    found = None
    for seed in range(TRIES):
        found = _late_in(game, phase, players, seed) or found
    if found is None:
        raise Http404
    return found


def _late_in(game: Game[Any, Any, Any, Any], phase: str, players: int, seed: int) -> Any:
    """Return the last position of one random game that is in `phase`; None if none is."""
    random, chance = Random(seed), SeededChance(bytes([seed] * 32), [""] * players)  # noqa: S311
    state = game.apply(game.empty, game.deal(players, game.options(), chance))
    found = None
    while True:
        if game.view(state, PUBLIC).phase == phase:
            found = state
        if game.outcome(state) is not None:
            return found
        seat = random.choice(game.to_act(state))
        view = game.view(state, Viewer(seat=seat))
        action = game.bots["random"](view, game.choices(state, seat), random)
        state = game.apply(state, game.play(state, seat, action, chance))


def _fragment(
    game: Game[Any, Any, Any, Any], state: Any, name: str, players: int, seat: Seat | None
) -> str:
    """Render one fragment of a game as the tables do."""
    faces = tuple(Face(NAMES[n], n, is_bot=n % 4 == 3) for n in range(players))

    def say_line(line: Line) -> str:
        return say(line, faces)

    text = (
        engines["fragments"]
        .get_template(f"{game.key.replace('-', '_')}/_{name}.html")
        .render(
            {
                "players": faces,
                "say": say_line,
                "view": game.view(state, PUBLIC if seat is None else Viewer(seat=seat)),
                "me": seat,
                "choices": () if seat is None else game.choices(state, seat),
                "prompt": 1,
            }
        )
    )
    return mark_safe(text)  # noqa: S308  (rendered by templates that escape)
