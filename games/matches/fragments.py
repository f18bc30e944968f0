"""The pieces of a match's page, rendered for a named viewer: the same for pages and sockets.

A fragment is text with one root element whose id is the fragment's name. What is public is
rendered from the PUBLIC view, once for everybody; what is private is built for its seat alone.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from django.conf import settings
from django.template import engines
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from jinja2 import Environment, StrictUndefined

from games.catalog import GAMES
from games.engine.game import Line, Term
from games.engine.seats import PUBLIC, Viewer
from games.matches.personal import called
from games.matches.refusals import NotEverybodyReady
from games.matches.scenes import PANELS, Face, Scene, Table

#: Texts remembered by each process; a late board is some 20 KB.
KEPT_TEXTS = 1024


def board(scene: Scene) -> str:
    """Render the public table; after the end it shows everything, for then everything is open."""
    view = scene.fold.game.view(scene.fold.state, PUBLIC)
    return draw(f"{folder(scene)}/_board.html", scene, view=view, me=None, choices=(), prompt=0)


def choices(scene: Scene, viewer: Viewer) -> str:
    """Render what only `viewer` may see and do: the own dossier, the open question, claims."""
    fold, seat = scene.fold, viewer.seat
    return draw(
        f"{folder(scene)}/_choices.html",
        scene,
        view=fold.game.view(fold.state, viewer),
        me=seat,
        choices=() if seat is None else fold.choices[seat],
        prompt=0 if seat is None else fold.prompts[seat],
    )


def log(scene: Scene, viewer: Viewer) -> dict[str, str]:
    """Render the log as `viewer` knows it: the latest chapter, and the ones before it.

    They are two fragments so that a move sends again only what is short. Lines that the public
    was not told are marked, so that the page covers them from a neighbour's eyes.
    """
    over = scene.match.is_over
    lines = scene.whole if over else scene.fold.log(viewer)
    private = frozenset() if over else scene.fold.private(viewer)
    marked = [(line, place in private) for place, line in enumerate(lines)]
    latest = lines[-1].chapter if lines else 0
    new = [entry for entry in marked if entry[0].chapter == latest]
    old = [entry for entry in marked if entry[0].chapter != latest]
    return {
        "log": draw("matches/_log.html", scene, lines=tuple(new)),
        "past": draw("matches/_past.html", scene, lines=tuple(old)),
    }


def people(scene: Scene, viewer: Viewer) -> str:
    """Render who sits where and is here, and what the table may agree on."""
    fold = scene.fold
    return draw(
        "matches/_people.html",
        scene,
        me=viewer.seat,
        is_host=_hosts(scene, viewer),
        has_insight=GAMES[scene.table.game].insight is not None,
        is_out=fold is not None and viewer.seat in fold.game.gone(fold.state),
    )


def standing(scene: Scene, viewer: Viewer) -> str:
    """Render how `viewer` stands at the table: late, away, paused, asked to agree to something."""
    return draw("matches/_standing.html", scene, me=viewer.seat)


def waiting(scene: Scene, viewer: Viewer, csrf: str = "") -> str:
    """Render the waiting room as `viewer` may use it."""
    why_not = _why_not(scene)
    return draw(
        "matches/_waiting.html",
        scene,
        me=viewer.seat,
        mine=scene.face(viewer.seat),
        is_host=_hosts(scene, viewer),
        can_start=not why_not,
        why_not=why_not,
        csrf=csrf,
    )


def _why_not(scene: Scene) -> str:
    """Return why the match can't begin yet, or nothing."""
    fewest = 1 if scene.table.fills_with_bots else scene.table.seats_min
    if len(scene.faces) < fewest:
        return translation.ngettext(
            "One more player is needed.",
            "%(count)d more players are needed.",
            fewest - len(scene.faces),
        ) % {"count": fewest - len(scene.faces)}
    if not all(face.is_ready or face.is_host for face in scene.faces):
        return str(NotEverybodyReady())
    return ""


def panels(scene: Scene, viewer: Viewer) -> dict[str, str]:
    """Render what other apps add to the page; an empty text is no fragment."""
    drawn = {
        name: render(scene, scene.panels[name], viewer) for name, (_read, render) in PANELS.items()
    }
    return {name: text for name, text in drawn.items() if text}


def parts(scene: Scene, viewer: Viewer, *, board_text: str = "", csrf: str = "") -> dict[str, str]:
    """Return every fragment of the page as `viewer` sees it, by name."""
    if scene.fold is None:
        found = {"waiting": waiting(scene, viewer, csrf)}
    else:
        found = {
            "board": board_text or board(scene),
            "choices": choices(scene, viewer),
            **log(scene, viewer),
            "people": people(scene, viewer),
            "standing": standing(scene, viewer),
        }
    return {**found, **panels(scene, viewer)}


def stage(scene: Scene, found: Mapping[str, str], csrf: str = "") -> str:
    """Arrange the fragments of the waiting room, or of the table, as one element.

    `csrf` is the hidden field that forms need where there is no script; sockets leave it out.
    """
    return draw(f"matches/_{scene.stage}_stage.html", scene, csrf=csrf, **found)


def whole(scene: Scene, found: Mapping[str, str]) -> str:
    """Wrap everything as partials, for a page that may show another stage by now."""
    beside = {name: text for name, text in found.items() if name in PANELS}
    return partials({"stage": stage(scene, found), **beside})


def partials(found: Mapping[str, str]) -> str:
    """Wrap fragments as htmx partials, each to be morphed into the element of its name."""
    return "".join(
        f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">{text}</hx-partial>'
        for name, text in found.items()
    )


def say(line: Line, faces: Sequence[Face]) -> SafeString:
    """Return `line` in the reader's language, with the players' names set off."""
    places: dict[str, Any] = {
        name: format_html('<b class="name">{}</b>', faces[seat].name)
        for name, seat in line.seats.items()
    }
    places |= {name: ", ".join(term(word) for word in words) for name, words in line.terms.items()}
    text = translation.gettext(line.text)
    places |= line.numbers
    return format_html(text, **places) if places else escape(text)


def term(word: Term) -> str:
    """Return `word` in the reader's language."""
    if word.context:
        return translation.pgettext(word.context, word.text)
    return translation.gettext(word.text)


def to_json(action: Any) -> str:
    """Return `action` as the value of the button that asks for it."""
    return msgspec.json.encode(action).decode()


def reading(table: Table, view: Any) -> Any:
    """Return what could be known by a view's own eyes: for notebooks, where the table has them."""
    insight = GAMES[table.game].insight
    return insight.read(view) if insight else None


def by_name(choices: Sequence[Any]) -> dict[str, list[Any]]:
    """Return `choices` grouped by the name that records give their kind of action."""
    found: dict[str, list[Any]] = {}
    for choice in choices:
        found.setdefault(choice.__struct_config__.tag, []).append(choice)
    return found


def folder(scene: Scene) -> str:
    """Return where the templates of the game played in `scene` are."""
    return scene.table.game.replace("-", "_")


def _hosts(scene: Scene, viewer: Viewer) -> bool:
    mine = scene.face(viewer.seat)
    return mine is not None and mine.is_host


def _named(face: Face) -> Face:
    """Return `face` with the name as readers of the present language know it."""
    name = called(face.name)
    return face if name == face.name else msgspec.structs.replace(face, name=name)


def draw(template: str, scene: Scene, **context: Any) -> str:
    """Render one fragment's template with what every fragment gets, and `context`.

    The text follows from what is given here and the reader's language alone, so a text that was
    rendered from equal values before is used again: most of a page stays as it was.
    """
    language = translation.get_language()
    given = (template, language, scene.table, scene.faces, tuple(context.items()))
    if settings.DEBUG or context.get("csrf"):
        return _rendered(*given)
    try:
        return _remembered(*given)
    except TypeError:  # something in `context` has no hash
        return _rendered(*given)


def _rendered(
    template: str, _language: str, table: Table, faces: tuple[Face, ...], context: Any
) -> str:
    faces = tuple(_named(face) for face in faces)

    def say_line(line: Line) -> SafeString:
        return say(line, faces)

    found = engines["fragments"].get_template(template)
    return found.render({"table": table, "players": faces, "say": say_line, **dict(context)})


_remembered = lru_cache(maxsize=KEPT_TEXTS)(_rendered)


def forget() -> None:
    """Drop every remembered text, as a new process would start."""
    _remembered.cache_clear()


def environment(**options: Any) -> Environment:
    """Return the Jinja2 environment of the fragments (settings, TEMPLATES)."""
    made = Environment(  # noqa: S701 (Django's backend turns autoescape on in `options`)
        **{**options, "undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    )
    made.globals |= {
        "_": translation.gettext,
        "ngettext": translation.ngettext,
        "static": static,
        "url": lambda name, *args: reverse(name, args=args),
        "pgettext": translation.pgettext,
        "term": term,
        "to_json": to_json,
        "reading": reading,
    }
    made.filters["by_name"] = by_name

    return made
