"""Screens: televisions that show a table, connected by the host with the screen's code.

A screen shows only the public view, regardless of the logged-in user, and has no buttons. Its table
is stored in the cache under its code, for one evening.
"""

import hashlib
from datetime import datetime
from typing import NamedTuple

from django.core.cache import cache
from django.utils import translation
from django.utils.crypto import get_random_string

from games.engine.seats import PUBLIC
from games.matches import errors, publish
from games.matches.drawing import on_screen, page_states, regions
from games.matches.drawing.page_states import PageState
from games.matches.models import CODE_LENGTH, CODE_LETTERS, Match
from games.matches.page import fragments
from games.matches.page.fragments import Pieces, piece
from games.matches.viewers import viewer_in_seat

#: How many seconds a screen without an open page is remembered.
KEPT_FOR = 6 * 3600
#: The value stored for a screen without a table.
NOTHING = 0


def new_code() -> str:
    """Return the code of a new screen, and store it without a table."""
    code = get_random_string(CODE_LENGTH, CODE_LETTERS)
    cache.set(_key(code), NOTHING, KEPT_FOR)
    return code


def is_known(code: str) -> bool:
    """Return whether a screen has this code."""
    return cache.get(_key(code)) is not None


def shown_on(code: str) -> int:
    """Return the key of the match shown on the screen, or `NOTHING`."""
    return cache.get(_key(code)) or NOTHING


def bring_back(code: str, match_id: int) -> None:
    """Restore the screen's match, if the cache has lost the code in a restart."""
    cache.add(_key(code), match_id, KEPT_FOR)


def take_over(code: str, match: Match) -> None:
    """Show `match` on the screen with this code.

    :raises NoSuchScreen: if it does not exist.
    """
    if not is_known(code):
        raise errors.NoSuchScreen
    cache.set(_key(code), match.pk, KEPT_FOR)


def match_on(code: str) -> Match | None:
    """Return the match shown on the screen; after a rematch, the new one."""
    match_id = cache.get(_key(code))
    match = Match.objects.filter(pk=match_id or 0).first()
    if match is None:
        return None
    successor = match.successor
    if successor is not None and not match.is_running and _has_moved_on(match, successor):
        match = successor
    cache.set(_key(code), match.pk, KEPT_FOR)
    return match


def _has_moved_on(match: Match, successor: Match) -> bool:
    """Return whether at least half the people of `match` have moved to the next table."""
    if not successor.is_open:
        return successor.status != Match.Status.VOID
    people, back = (one.players.filter(user__isnull=False).count() for one in (match, successor))
    return 2 * back >= people


class Content(NamedTuple):
    """The content of a screen; `version` is a hash, so that it is sent only if changed."""

    text: str
    version: str
    until: datetime | None  #: when the next stage of the newest turn is shown, if any


def content(code: str, host: str) -> Content:
    """Return the current content of the screen.

    `host` is the host name in the television's request, which phones nearby can reach as well.
    """
    match, until = match_on(code), None
    if match is None:
        text = regions.draw("", regions.fragment("matches/screen/_code.jinja", code=code))
    else:
        with translation.override(match.language):
            text, until = _table(match, host)
    return Content(text, hashlib.blake2b(text.encode(), digest_size=12).hexdigest(), until)


def _table(match: Match, host: str) -> tuple[str, datetime | None]:
    """Render the public table, large, in the table's language."""
    try:
        viewer_in_seat(match, None)
    except errors.NoSpectators as refusal:
        closed = regions.fragment("matches/screen/_closed.jinja", why=str(refusal))
        return regions.draw("", closed), None
    on_screen.note(match)
    page_state, until = page_states.shown(match, publish.here(match.pk))
    return stage_of(page_state, host), until


def stage_of(page_state: PageState, host: str) -> str:
    """Render a page state for a screen: public regions and clocks, without forms."""
    key = page_state.table.game
    pieces: Pieces = {"faces": regions.faces(page_state.faces)}
    html: dict[str, str] = {}
    if page_state.projection is not None:
        pieces |= fragments.public(page_state)
        clocks = fragments.clocks(page_state, PUBLIC)
        if clocks is not None:
            pieces["clocks"] = clocks
        html["board"] = regions.arrange(key, "table", regions.draw_all(key, pieces))
    beside: Pieces = {name: pieces[name] for name in ("faces", "clocks") if name in pieces}
    texts = regions.draw_all(key, beside)
    is_full = (
        len(page_state.faces) >= page_state.table.seats_max or page_state.projection is not None
    )
    texts |= html
    is_near = host.partition(":")[0] in ("localhost", "127.0.0.1") or host.startswith("[::1]")
    table = piece(
        "matches/screen/_table.jinja",
        page_state,
        is_full=is_full,
        host=host,
        is_near=is_near,
        has_insight=page_state.game.knowledge.insight is not None,
        talk_until=fragments.talk_of(page_state)["talk_until"] if page_state.projection else 0,
        **texts,
    )
    return regions.draw(key, table)


def _key(code: str) -> str:
    return f"matches/screen/{code}"
