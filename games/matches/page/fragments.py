"""The pieces of a match's page, rendered for a given viewer; used for pages and sockets.

A fragment is text with one root element, whose id is the fragment's name. Public fragments are
rendered from the PUBLIC view, once for everybody. Private ones are built for a single seat.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.template.loader import render_to_string
from django.templatetags.i18n import language_name_local
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString, mark_safe
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from accounts import portraits
from accounts.writing import join_list, time_element
from games.catalog import GAMES
from games.engine.regions import PlayerInfo
from games.engine.required import required
from games.engine.seats import PUBLIC, Viewer
from games.engine.text import Line
from games.matches.drawing import panels as page_panels
from games.matches.drawing import regions
from games.matches.drawing.page_states import PageState
from games.matches.drawing.regions import Fragment, Slice, say, term, word
from games.matches.lobby import learn
from games.matches.page import clock_panel, stream
from games.matches.play import bets, talk
from games.matches.play.clocks import clock_of

#: How many lines of the public log a whole page speaks, for users returning after a short absence.
LATEST = 20

#: The pieces of a page by name, in the order of the page.
Pieces = dict[str, Slice]
#: The input of a refused form, by field.
Typed = Mapping[str, str]
NOTHING: Typed = MappingProxyType({})


def page_of(
    page_state: PageState, viewer: Viewer, csrf: str = "", reader: int = 0, typed: Typed = NOTHING
) -> Pieces:
    """Return the slices of the page of `viewer`, without the log."""
    beside = around(page_state, viewer, csrf, reader, typed)
    return (
        beside
        if page_state.projection is None
        else {**public(page_state), **own(page_state, viewer), **beside}
    )


def public(page_state: PageState) -> Pieces:
    """Return the slices of the public regions, which after the end show everything."""
    return dict(regions.public_regions(page_state.game, page_state.view(PUBLIC), page_state.faces))


def own(page_state: PageState, viewer: Viewer) -> Pieces:
    """Return the private slices of `viewer`: their cards, the open question, their clock."""
    projection, seat = required(page_state.projection), viewer.seat
    question = ((), 0) if seat is None else (projection.choices[seat], projection.prompts[seat])
    players = regions.named(page_state.faces)
    pieces: Pieces = dict(
        page_state.game.pages.regions.own(page_state.view(viewer), players, seat, *question)
    )
    if (running := clocks(page_state, viewer)) is not None:
        pieces["clocks"] = running
    lesson = page_state.lesson
    if lesson is not None and seat is not None:
        line = lesson.coach(page_state.view(viewer))
        is_over = page_state.match.is_over
        pieces["coach"] = piece("matches/page/_coach.jinja", page_state, line=line, is_over=is_over)
    return pieces


def clocks(page_state: PageState, viewer: Viewer) -> Fragment | None:
    """Return the clocks, with the viewer's own in a separate place; None without clocks."""
    if clock_of(page_state.match) is None:
        return None
    player_clocks = clock_panel.clocks_of(page_state.match, page_state.players)
    return piece("matches/page/_clocks.jinja", page_state, me=viewer.seat, clocks=player_clocks)


def around(
    page_state: PageState, viewer: Viewer, csrf: str = "", reader: int = 0, typed: Typed = NOTHING
) -> Pieces:
    """Return the waiting room, or the people at the table, and the panels of other apps.

    `reader` is the user, if their page differs (see `PageState.readers`). `typed` is restored to
    the fields of a refused form: the name of a guest, or a chat message.
    """
    name = typed.get("name", "")
    if page_state.projection is None:
        pieces: Pieces = {"waiting": waiting(page_state, viewer, csrf, name)}
    else:
        late = standing(page_state, viewer, name)
        pieces = {"people": people(page_state, viewer), "standing": late}
    for panel in page_panels.panels():
        data = page_state.panels[panel.name]
        fragment = panel.piece(page_state, panel.read_by(data, reader) if reader else data, viewer)
        if fragment is not None:
            pieces[panel.name] = _retyped(fragment, typed)
    return {"faces": regions.faces(page_state.faces), **pieces}


def _retyped(fragment: Fragment, typed: Typed) -> Fragment:
    """Return a panel's `fragment` with the input of a refused form, if any."""
    if "text" not in typed:
        return fragment
    return msgspec.structs.replace(fragment, context=(*fragment.context, ("typed", typed["text"])))


def people(page_state: PageState, viewer: Viewer) -> Fragment:
    """Return the people at the table, with their seats, and the available votes of the table."""
    return piece(
        "matches/page/_people.jinja",
        page_state,
        me=viewer.seat,
        own_marks=_own_marks(page_state, viewer),
        is_host=_hosts(page_state, viewer),
        has_insight=page_state.game.knowledge.insight is not None,
        is_out=viewer.seat
        in page_state.game.talk.eliminated(required(page_state.projection).state),
    )


def _own_marks(page_state: PageState, viewer: Viewer) -> tuple[tuple[int, str], ...]:
    """Return the marks that `viewer` shows to the table."""
    own = (one.marks for one in page_state.players if one.seat == viewer.seat is not None)
    return tuple((int(seat), kind) for seat, kind in next(own, {}).items())


def standing(page_state: PageState, viewer: Viewer, name: str = "") -> Fragment:
    """Return the notices about the viewer's status: late, away, paused, asked to agree."""
    projection, match = required(page_state.projection), page_state.match
    mine = next((one for one in page_state.players if one.seat == viewer.seat), None)
    return piece(
        "matches/page/_standing.jinja",
        page_state,
        me=viewer.seat,
        has_insight=page_state.game.knowledge.insight is not None,
        name=name,
        **talk_of(page_state),
        offered_bets=bets.offered(projection, mine) if mine and match.is_running else (),
        settled_bets=bets.settled(projection, page_state.players) if match.is_over else (),
    )


def talk_of(page_state: PageState) -> dict[str, Any]:
    """Return the seat that may start the discussion clock, and its end in ms since 1970."""
    projection, match = required(page_state.projection), page_state.match
    until = talk.ends_at(match, projection)
    return {
        "timekeeper": talk.timekeeper(match, projection),
        "talk_until": int(until.timestamp() * 1000) if until else 0,
    }


#: The number of portraits from which a visitor may choose before sitting down.
OFFERED = 6


def waiting(page_state: PageState, viewer: Viewer, csrf: str = "", name: str = "") -> Fragment:
    """Return the waiting room, with the steps available to `viewer`."""
    why_not, is_host = _why_not(page_state), _hosts(page_state, viewer)
    may_sit = viewer.seat is None and not page_state.table.is_reserved
    return piece(
        "matches/page/_waiting.jinja",
        page_state,
        me=viewer.seat,
        mine=page_state.face(viewer.seat),
        is_host=is_host,
        people=_public_ids(page_state) if is_host else (),
        is_called=_wants_call(page_state, viewer),
        can_start=not why_not,
        why_not=why_not,
        csrf=csrf,
        name=name,
        portraits=portraits.sheet_of(page_state.table.code, 0)[:OFFERED] if may_sit else (),
    )


def _wants_call(page_state: PageState, viewer: Viewer) -> bool:
    """Return whether `viewer` asked to be notified when somebody sits down."""
    own = (one.wants_call for one in page_state.players if one.seat == viewer.seat is not None)
    return next(own, False)


def _public_ids(page_state: PageState) -> tuple[tuple[int | None, str], ...]:
    """Return people's seats with their public ids, which remain valid if seats change."""
    return tuple((one.seat, str(one.user.public_id)) for one in page_state.players if one.user)


class SpokenLine(msgspec.Struct, frozen=True):
    """A line of the public log for screen readers, with its number."""

    number: int
    line: Line
    is_count: bool  #: whether it is a count, of which only the newest is spoken


def spoken(page_state: PageState, since: int) -> Fragment:
    """Return the lines of the public log for screen readers, from line `since` on.

    They are the same for everybody. A count is spoken only if it is the last line.
    """
    lines = required(page_state.projection).log(PUBLIC)
    speech = tuple(
        SpokenLine(number, line, bool(line.count))
        for number, line in enumerate(lines[since:], since)
        if not line.count or number == len(lines) - 1
    )
    players = regions.named(page_state.faces)
    return regions.fragment("matches/page/_said.jinja", said=speech, players=players)


def _why_not(page_state: PageState) -> str:
    """Return the reason why the match cannot start yet; empty if it can."""
    fewest = 1 if page_state.table.fills_with_bots else page_state.table.seats_min
    if len(page_state.faces) < fewest:
        return translation.ngettext(
            "One more player is needed.",
            "%(count)d more players are needed.",
            fewest - len(page_state.faces),
        ) % {"count": fewest - len(page_state.faces)}
    waited_for = [face.name for face in page_state.faces if not (face.is_ready or face.is_host)]
    if waited_for:
        return translation.gettext("Waiting for %(names)s") % {"names": join_list(waited_for)}
    return ""


def texts(
    page_state: PageState,
    viewer: Viewer,
    pieces: Pieces | None = None,
    csrf: str = "",
    reader: int = 0,
    typed: Typed = NOTHING,
) -> dict[str, str]:
    """Render the whole page for `viewer`, including the log; `pieces` are its slices, if known."""
    key = page_state.table.game
    parts = page_of(page_state, viewer, csrf, reader, typed) if pieces is None else pieces
    texts = regions.draw_all(key, parts)
    texts["log"] = stream.log_of(page_state, viewer, stream.remarks_of(page_state, viewer, reader))
    return texts


def stage(page_state: PageState, viewer: Viewer, html: Mapping[str, str], csrf: str = "") -> str:
    """Arrange the pieces of the waiting room, or of the table, in one element.

    `csrf` is the hidden field that forms need without JavaScript; sockets omit it.
    """
    key, texts = page_state.table.game, dict(html)
    if page_state.projection is not None:
        for name, place in (("board", "table"), ("choices", "own"), ("record", "record")):
            texts[name] = regions.arrange(key, place, html)
        latest = max(0, len(page_state.projection.log(PUBLIC)) - LATEST)
        texts["said"] = regions.draw(key, spoken(page_state, latest))
    elif page_state.game.pages.primer.cards:  # players can learn the game while waiting
        texts["cards"] = learn.cards_of(page_state.game, with_pieces=True)
    name = f"matches/page/_{page_state.stage}_stage.jinja"
    return regions.draw(key, piece(name, page_state, me=viewer.seat, csrf=csrf, **texts))


def whole(page_state: PageState, viewer: Viewer, html: Mapping[str, str]) -> str:
    """Wrap all pieces as partials, for a page that may have to change its stage."""
    beside = {name: html[name] for name in page_panels.names() if name in html}
    log = partial("log", html["log"], "innerMorph")
    return partials({"stage": stage(page_state, viewer, html), **beside}) + log


def partials(html: Mapping[str, str]) -> str:
    """Wrap pieces as htmx partials, each morphed into the element with its name."""
    return "".join(partial(name, text) for name, text in html.items())


def partial(target: str, text: str, swap: str = "outerMorph") -> str:
    """Wrap `text` as an htmx partial for the element with id `target`.

    By default, pages morph it into that element (base.html).
    """
    way = "" if swap == "outerMorph" else f' hx-swap="{swap}"'
    return f'<hx-partial id="{target}"{way}>{text}</hx-partial>'


#: Characters to escape in an attribute between single quotes; "&" comes first.
_IN_SINGLE_QUOTES = (("&", "&amp;"), ("'", "&#39;"), ("<", "&lt;"))


@lru_cache(maxsize=4096)
def to_json(action: Any) -> Markup:
    """Return `action` as a quoted attribute value for the button that takes it.

    It uses single quotes, because JSON contains many double quotes. It is cached, because games
    have few actions.
    """
    text = msgspec.json.encode(action).decode()
    for character, reference in _IN_SINGLE_QUOTES:
        text = text.replace(character, reference)
    return Markup(f"'{text}'")  # noqa: S704 (escaped above)


def reading(view: Any) -> Any:
    """Return the conclusions possible for the viewer of `view`, for tables with a notebook."""
    insight = GAMES[view.game].knowledge.insight
    people_model = import_string(settings.PEOPLE_MODEL)
    return insight.read(view, people_model(view.game, insight)) if insight else None


def face_symbols(codes: Sequence[str]) -> SafeString:
    """Return the drawings of the portraits with these codes, sent once per page."""
    return mark_safe(portraits.symbols(codes))  # noqa: S308 (our own shapes)


def face_shapes(player: PlayerInfo) -> SafeString:
    """Return the portrait of `player` for use inside a picture, drawn for `portraits.VIEW_BOX`."""
    code = player.portrait
    return mark_safe(portraits.drawing(code) if code else "")  # noqa: S308 (our own shapes)


def by_name(choices: Sequence[Any]) -> dict[str, list[Any]]:
    """Return `choices` grouped by the name of the action in records."""
    by_kind: dict[str, list[Any]] = {}
    for choice in choices:
        by_kind.setdefault(choice.__struct_config__.tag, []).append(choice)
    return by_kind


def _hosts(page_state: PageState, viewer: Viewer) -> bool:
    mine = page_state.face(viewer.seat)
    return mine is not None and mine.is_host


def piece(template: str, page_state: PageState, **context: Any) -> Fragment:
    """Return the fragment to be rendered with `template` from `context` and the shared values."""
    players = regions.named(page_state.faces)
    return regions.fragment(template, table=page_state.table, players=players, **context)


def draw(template: str, page_state: PageState, **context: Any) -> str:
    """Render one fragment's template with the shared values and `context`."""
    fragment = piece(template, page_state, **context)

    def say_line(line: Line) -> SafeString:
        return say(line, dict(fragment.context)["players"])

    return regions.draw("", regions.fragment(template, **dict(fragment.context), say=say_line))


@lru_cache(maxsize=4096)
def address(name: str, *args: Any) -> str:
    """Return the URL called `name`, cached because each viewer's page needs a dozen."""
    return reverse(name, args=args)


@lru_cache(maxsize=16)
def sheets(folder: str) -> SafeString:
    """Return the links to the style sheets for a game's board."""
    return render_to_string(f"{folder}/_sheets.html")


def environment(**options: Any) -> Environment:
    """Return the Jinja2 environment of the fragments (settings, TEMPLATES)."""
    jinja = Environment(  # noqa: S701 (Django's backend turns autoescape on in `options`)
        **{**options, "undefined": StrictUndefined, "trim_blocks": True, "lstrip_blocks": True}
    )
    jinja.globals |= {
        "_": translation.gettext,
        "ngettext": translation.ngettext,
        "static": static,
        "sheets": sheets,
        "url": address,
        "pgettext": translation.pgettext,
        "say": say,
        "story_of": regions.story_of,
        "term": term,
        "word": word,
        "time": time_element,
        "naturaltime": naturaltime,
        "language_name": language_name_local,
        "to_json": to_json,
        "reading": reading,
        "face_symbols": face_symbols,
        "face_shapes": face_shapes,
        "site": settings.SITE_URL.partition("://")[2],
    }
    jinja.filters |= {"by_name": by_name, "listed": join_list}

    return jinja
