"""The pieces of a match's page, rendered for a given viewer; pages and sockets share them.

A fragment is text with one root element, whose id is the fragment's name. Public fragments are
rendered from the PUBLIC view, once for everybody. Private ones are built for one seat alone.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString, mark_safe
from jinja2 import Environment, StrictUndefined

from accounts import portraits
from accounts.writing import join_list
from games.catalog import GAMES
from games.engine.regions import PlayerInfo
from games.engine.required import required
from games.engine.seats import PUBLIC, Viewer
from games.engine.text import Line
from games.matches.lobby import learn
from games.matches.page import panels as page_panels
from games.matches.page import regions, stream
from games.matches.page.page_state import PageState
from games.matches.page.regions import Fragment, Slice, say, term

#: How many lines of the public log a whole page speaks, for visitors who were away a moment.
LATEST = 20

#: The pieces of a page by name, in the order of the page.
Pieces = dict[str, Slice]


def page_of(scene: PageState, viewer: Viewer, csrf: str = "", reader: int = 0) -> Pieces:
    """Return the slices of the page of `viewer`, without the log, which only grows."""
    beside = around(scene, viewer, csrf, reader)
    return beside if scene.fold is None else {**public(scene), **own(scene, viewer), **beside}


def public(scene: PageState) -> Pieces:
    """Return the public regions; after the end they show everything."""
    return dict(regions.public_regions(scene.game, scene.view(PUBLIC), scene.faces))


def own(scene: PageState, viewer: Viewer) -> Pieces:
    """Return what only `viewer` may see and do: their cards, the open question, claims."""
    fold, seat = required(scene.fold), viewer.seat
    asked = ((), 0) if seat is None else (fold.choices[seat], fold.prompts[seat])
    players = regions.named(scene.faces)
    found: Pieces = dict(scene.game.pages.regions.own(scene.view(viewer), players, seat, *asked))
    lesson = scene.lesson
    if lesson is not None and seat is not None:
        line = lesson.coach(scene.view(viewer))
        is_over = scene.match.is_over
        found["coach"] = piece("matches/page/_coach.jinja", scene, line=line, is_over=is_over)
    return found


def around(scene: PageState, viewer: Viewer, csrf: str = "", reader: int = 0) -> Pieces:
    """Return the waiting room, or the people at the table; and the panels of other apps.

    `reader` is the user who looks, where that matters (PageState.readers).
    """
    if scene.fold is None:
        found: Pieces = {"waiting": waiting(scene, viewer, csrf)}
    else:
        found = {"people": people(scene, viewer), "standing": standing(scene, viewer)}
    for panel in page_panels.panels():
        read = scene.panels[panel.name]
        shown = panel.piece(scene, panel.read_by(read, reader) if reader else read, viewer)
        if shown is not None:
            found[panel.name] = shown
    return {"faces": piece("components/faces.jinja", scene), **found}


def people(scene: PageState, viewer: Viewer) -> Fragment:
    """Return the people at the table, with their seats, and the votes that the table offers."""
    return piece(
        "matches/page/_people.jinja",
        scene,
        me=viewer.seat,
        is_host=_hosts(scene, viewer),
        has_insight=scene.game.knowledge.insight is not None,
        is_out=viewer.seat in scene.game.talk.eliminated(required(scene.fold).state),
    )


def standing(scene: PageState, viewer: Viewer) -> Fragment:
    """Return how `viewer` stands at the table: late, away, paused, asked to agree to something."""
    return piece(
        "matches/page/_standing.jinja",
        scene,
        me=viewer.seat,
        has_insight=scene.game.knowledge.insight is not None,
    )


def waiting(scene: PageState, viewer: Viewer, csrf: str = "") -> Fragment:
    """Return the waiting room with what `viewer` may do there."""
    why_not = _why_not(scene)
    return piece(
        "matches/page/_waiting.jinja",
        scene,
        me=viewer.seat,
        mine=scene.face(viewer.seat),
        is_host=_hosts(scene, viewer),
        can_start=not why_not,
        why_not=why_not,
        csrf=csrf,
    )


class SpokenLine(msgspec.Struct, frozen=True):
    """A line of the public log as it is spoken, by its number."""

    number: int
    line: Line
    is_count: bool  #: a count; only the newest is spoken


def spoken(scene: PageState, since: int) -> Fragment:
    """Return the spoken lines of the public log from the line numbered `since` on.

    They are the same for everybody. A count is spoken only if nothing follows it.
    """
    lines = required(scene.fold).lines[-1]
    heard = tuple(
        SpokenLine(number, line, bool(line.count))
        for number, line in enumerate(lines[since:], since)
        if not line.count or number == len(lines) - 1
    )
    players = regions.named(scene.faces)
    return regions.fragment("matches/page/_said.jinja", said=heard, players=players)


def _why_not(scene: PageState) -> str:
    """Return why the match can't start yet, or an empty text."""
    fewest = 1 if scene.table.fills_with_bots else scene.table.seats_min
    if len(scene.faces) < fewest:
        return translation.ngettext(
            "One more player is needed.",
            "%(count)d more players are needed.",
            fewest - len(scene.faces),
        ) % {"count": fewest - len(scene.faces)}
    waited_for = [face.name for face in scene.faces if not (face.is_ready or face.is_host)]
    if waited_for:
        return translation.gettext("Waiting for %(names)s") % {"names": join_list(waited_for)}
    return ""


def texts(
    scene: PageState,
    viewer: Viewer,
    pieces: Pieces | None = None,
    csrf: str = "",
    reader: int = 0,
) -> dict[str, str]:
    """Draw the whole page as `viewer` sees it, with the log; `pieces` are its slices, if known."""
    key = scene.table.game
    given = page_of(scene, viewer, csrf, reader) if pieces is None else pieces
    found = regions.draw_all(key, given)
    found["log"] = stream.drawn(scene, viewer, stream.remarks_of(scene, viewer, reader))
    return found


def stage(scene: PageState, found: Mapping[str, str], csrf: str = "") -> str:
    """Arrange the pieces of the waiting room, or of the table, in one element.

    `csrf` is the hidden field that forms need without script; sockets leave it out.
    """
    key, given = scene.table.game, dict(found)
    if scene.fold is not None:
        for name, place in (("board", "table"), ("choices", "own"), ("record", "record")):
            given[name] = regions.arrange(key, place, found)
        latest = max(0, len(scene.fold.lines[-1]) - LATEST)
        given["said"] = regions.draw(key, spoken(scene, latest))
    elif scene.game.pages.primer.cards:  # one can learn the game while waiting
        given["cards"] = learn.cards_of(scene.game, with_pieces=True)
    name = f"matches/page/_{scene.stage}_stage.jinja"
    return regions.draw(key, piece(name, scene, csrf=csrf, **given))


def whole(scene: PageState, found: Mapping[str, str]) -> str:
    """Wrap all pieces as partials, for a page that may need another stage by now."""
    beside = {name: found[name] for name in page_panels.names_beside() if name in found}
    log = partial("log", found["log"], "innerMorph")
    return partials({"stage": stage(scene, found), **beside}) + log


def partials(found: Mapping[str, str]) -> str:
    """Wrap pieces as htmx partials; each is morphed into the element of its name."""
    return "".join(partial(name, text) for name, text in found.items())


def partial(target: str, text: str, swap: str = "outerMorph") -> str:
    """Wrap `text` as an htmx partial for the element called `target`."""
    return f'<hx-partial hx-target="#{target}" hx-swap="{swap}">{text}</hx-partial>'


def to_json(action: Any) -> str:
    """Return `action` as the value of the button that takes it."""
    return msgspec.json.encode(action).decode()


def reading(view: Any) -> Any:
    """Return what the viewer of `view` could know, for a table with a notebook."""
    insight = GAMES[view.game].knowledge.insight
    people_model = import_string(settings.PEOPLE_MODEL)
    return insight.read(view, people_model(view.game, insight)) if insight else None


def face_symbols(players: Sequence[PlayerInfo]) -> SafeString:
    """Return the drawings of the players' portraits, sent once per page."""
    return mark_safe(  # noqa: S308 (our own shapes)
        portraits.symbols(player.portrait for player in players if player.portrait)
    )


def face_drawing(player: PlayerInfo, x: float, y: float, size: float) -> SafeString:
    """Return the portrait of `player` to put inside another picture that contains no portraits."""
    if not player.portrait:
        return SafeString("")
    return mark_safe(  # noqa: S308 (our own shapes)
        f'<svg x="{x}" y="{y}" width="{size}" height="{size}" viewBox="{portraits.VIEW_BOX}">'
        f"{portraits.drawing(player.portrait)}</svg>"
    )


def by_name(choices: Sequence[Any]) -> dict[str, list[Any]]:
    """Return `choices` grouped by the name that records give to their kind of action."""
    found: dict[str, list[Any]] = {}
    for choice in choices:
        found.setdefault(choice.__struct_config__.tag, []).append(choice)
    return found


def _hosts(scene: PageState, viewer: Viewer) -> bool:
    mine = scene.face(viewer.seat)
    return mine is not None and mine.is_host


def piece(template: str, scene: PageState, **context: Any) -> Fragment:
    """Return the fragment that `template` draws from `context` and the shared values."""
    players = regions.named(scene.faces)
    return regions.fragment(template, table=scene.table, players=players, **context)


def draw(template: str, scene: PageState, **context: Any) -> str:
    """Render one fragment's template with the shared values and `context`."""
    given = piece(template, scene, **context)

    def say_line(line: Line) -> SafeString:
        return say(line, dict(given.context)["players"])

    return regions.draw("", regions.fragment(template, **dict(given.context), say=say_line))


def forget() -> None:
    """Forget everything that is cached for drawing, as in a new process."""
    regions.forget()


@lru_cache(maxsize=4096)
def address(name: str, *args: Any) -> str:
    """Return the address called `name`, cached: a table's page needs a dozen for each viewer."""
    return reverse(name, args=args)


def environment(**options: Any) -> Environment:
    """Return the Jinja2 environment of the fragments (settings, TEMPLATES)."""
    made = Environment(  # noqa: S701 (Django's backend turns autoescape on in `options`)
        **{**options, "undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    )
    made.globals |= {
        "_": translation.gettext,
        "ngettext": translation.ngettext,
        "static": static,
        "url": address,
        "pgettext": translation.pgettext,
        "say": say,
        "term": term,
        "to_json": to_json,
        "reading": reading,
        "face_symbols": face_symbols,
        "face_drawing": face_drawing,
        "site": settings.SITE_URL.partition("://")[2],
    }
    made.filters |= {"by_name": by_name, "listed": join_list}

    return made
