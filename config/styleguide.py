"""The style guide: every component of the pages, for developers; only in development.

`/styleguide/` shows the components in both themes, `/styleguide/?game=...` those of a game in each
state. `/styleguide/?game=...&phase=...` shows a whole table of that game, played at random until it
reaches that phase, and with `&as=hand` a phone beside a television.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe

from accounts.portraits import sheet_of
from config import specimens
from games.catalog import GAMES
from games.engine.examples import example
from games.engine.seats import PUBLIC, Seat
from games.matches.page.regions import draw, draw_own, draw_table, public_regions
from games.matches.page.regions import faces as faces_of

COLOURS = (
    *("paper", "sheet", "sheet-raised", "folder", "rule", "ink", "ink-soft", "ink-faint"),
    *("press", "press-tint", "wax", "wax-tint", "brass", "brass-tint", "focus"),
    *("liberal", "liberal-tint", "fascist", "fascist-tint"),
    *("wall", "wall-deep", "lamp", "baize", "baize-lit", "baize-edge", "on-baize", "on-baize-soft"),
    *("brass-lit", "may-choose", "liberal-lit", "fascist-lit", "liberal-sign", "fascist-sign"),
    "lit",
)

#: Who sits at the tables that are shown.
PEOPLE = tuple(specimens.player(seat) for seat in range(10))
#: Whose chairs are shown, and the states of a chair: what differs from a plain one.
SEATED = "secret-hitler"
CHAIRS: Mapping[str, Mapping[str, Any]] = {
    "plain": {},
    "awaited": {"owes": True},
    "asked to be president": {"office": "president", "is_candidate": True, "ballot": "missing"},
    "asked to be chancellor": {"office": "chancellor", "is_candidate": True, "ballot": "missing"},
    "president": {"office": "president"},
    "chancellor": {"office": "chancellor"},
    "has voted": {"ballot": "cast"},
    "Ja": {"ballot": "ja"},
    "Nein": {"ballot": "nein"},
    "term-limited": {"is_term_limited": True},
    "investigated": {"is_investigated": True},
    "not Hitler": {"is_not_hitler": True},
    "a bot": {},
    "a bot plays on": {"is_away": True},
    "executed": {"is_alive": False},
    "liberal, and has won": {"role": "liberal", "has_won": True},
    "fascist": {"role": "fascist"},
    "Hitler": {"role": "hitler"},
    "of the fascist party": {"party": "fascist"},
}


def styleguide(request: HttpRequest) -> HttpResponse:
    """Show every component in both themes, or a game's own, or a whole table of it."""
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
        "games": [(key, game.pages.phases) for key, game in GAMES.items()],
        "faces": sheet_of("styleguide", 0),
        "chairs": list(_chairs()),
        "remarks": list(specimens.remarks()),
    }
    return render(request, "styleguide/index.html", context)


def _chairs() -> Iterator[tuple[str, SafeString]]:
    """Yield the states of a chair, each drawn from the slice of a real one."""
    game = GAMES[SEATED]
    players = game.seats[0]
    view = game.view(example(game, game.pages.phases[0], players), PUBLIC)
    faces = PEOPLE[:players]
    regions = public_regions(game, view, faces)
    person, plain = regions["person-0"], regions["seat-0"]
    plain = msgspec.structs.replace(plain, owes=False, office="", is_candidate=False, ballot="")
    drawings = draw(game.key, faces_of(faces))
    for number, (state, change) in enumerate(CHAIRS.items()):
        who = msgspec.structs.replace(person, seat=number, is_bot=state == "a bot")
        chair = msgspec.structs.replace(plain, seat=number, **change)
        # Rendered by templates that escape values.
        yield state, mark_safe(drawings + draw(game.key, who) + draw(game.key, chair))  # noqa: S308
        drawings = ""


def _pieces(request: HttpRequest) -> HttpResponse:
    """Show a game's questions, letters and tiles in each state, by day and by night."""
    key = request.GET["game"]
    if key not in GAMES:
        raise Http404
    groups = {
        "tray": list(specimens.questions(key)),
        "reveal": list(specimens.reveals(key)),
        "letter": list(specimens.letters(key)),
    }
    if key == "noir":
        groups["tile"] = list(specimens.tiles())
    faces = draw(key, faces_of(PEOPLE))
    context = {
        "themes": ("light", "dark"),
        "key": key,
        "groups": groups,
        # Rendered by a template that escapes values.
        "faces": mark_safe(faces),  # noqa: S308
    }
    return render(request, "styleguide/pieces.html", context)


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
    faces = PEOPLE[:players]
    choices = game.choices(state, seat)
    context = {
        "phase": phase,
        "remarks": list(specimens.remarks()),
        "is_hand": request.GET.get("as") == "hand",
        # Rendered by templates that escape values.
        "board": mark_safe(draw_table(game, game.view(state, PUBLIC), faces)),  # noqa: S308
        "choices": mark_safe(draw_own(game, state, faces, seat, choices)),  # noqa: S308
    }
    return render(request, "styleguide/table.html", context)
