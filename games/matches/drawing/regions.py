"""Renders slices as text, with templates that are compiled once per language.

A slice is a game's region (games/engine/regions.py) or a fragment of the platform. Its text depends
only on the slice and the language.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from django.utils import translation
from django.utils.html import escape
from django.utils.safestring import SafeString
from jinja2 import TemplateNotFound

from accounts.writing import join_list
from games.engine.game import Game
from games.engine.regions import PlayerInfo, Region
from games.engine.seats import Seat, Viewer
from games.engine.text import Line, Term
from games.matches.drawing import environments
from games.matches.drawing.environments import environment_of
from games.matches.names import DELETED, shown_name

#: The maximum number of rendered regions, and of words or lists of words, cached in a process.
KEPT_TEXTS = 8192
#: The maximum number of names, marked up for log lines, cached in a process.
KEPT_NAMES = 4096
#: Kinds of lines shown on the board, not in the stream or a replay: votes are half of a log.
SHOWN_ELSEWHERE = frozenset({"vote"})


class Fragment(msgspec.Struct, frozen=True, gc=False):
    """The slice of a piece on every game's page, rendered with `template`."""

    template: str
    context: tuple[tuple[str, Any], ...]


#: The slice of any piece of a page.
Slice = Region | Fragment


def fragment(template: str, **context: Any) -> Fragment:
    """Return the fragment to be rendered with `template` from `context`."""
    return Fragment(template, tuple(context.items()))


def faces(players: Sequence[PlayerInfo]) -> Fragment:
    """Return the fragment of the drawings to which portraits of `players` refer."""
    codes = tuple(player.portrait for player in players if player.portrait)
    return fragment("components/faces.jinja", codes=codes)


def draw(key: str, piece: Slice, language: str = "") -> str:
    """Render `piece` of a page of the game called `key`, in the reader's language."""
    language = language or translation.get_language()
    if isinstance(piece, Fragment):
        return environment_of(language).draw(piece.template, dict(piece.context))
    return _region(folder(key), piece, language)


@lru_cache(maxsize=KEPT_TEXTS)
def _region(place: str, region: Region, language: str) -> str:
    """Render a region, cached because most equal those of other seats, or earlier ones."""
    return environment_of(language).draw(f"{place}/{region.kind}.jinja", {"s": region})


def draw_all(key: str, pieces: Mapping[str, Slice]) -> dict[str, str]:
    """Render all `pieces`, by name."""
    return {name: draw(key, piece) for name, piece in pieces.items()}


def arrange(key: str, place: str, texts: Mapping[str, str]) -> str:
    """Return rendered regions arranged for `place`, which is `table`, `record` or `own`."""
    env = environment_of(translation.get_language())
    try:
        return env.draw(f"{folder(key)}/{place}.jinja", {"regions": texts})
    except TemplateNotFound as missing:
        if missing.name != f"{folder(key)}/{place}.jinja":
            raise
    return env.draw(f"matches/page/{place}.jinja", {"regions": texts})


def public_regions(
    game: Game[Any, Any, Any, Any], view: Any, players: Sequence[PlayerInfo]
) -> Mapping[str, Region]:
    """Return the regions of a table as seen in `view`, in the reader's language."""
    return game.pages.regions.public(view, named(players))


def draw_table(game: Game[Any, Any, Any, Any], view: Any, players: Sequence[PlayerInfo]) -> str:
    """Render the table as seen in `view`, as one element for examples."""
    return "".join(draw_apart(game, view, players))


def draw_apart(
    game: Game[Any, Any, Any, Any], view: Any, players: Sequence[PlayerInfo]
) -> tuple[str, str]:
    """Render the table as seen in `view`, and separately its record, as shown in replays."""
    texts = draw_all(game.key, public_regions(game, view, players))
    table = draw(game.key, faces(players)) + arrange(game.key, "table", texts)
    return table, arrange(game.key, "record", texts)


def draw_own(
    game: Game[Any, Any, Any, Any],
    state: Any,
    players: Sequence[PlayerInfo],
    seat: Seat,
    choices: Sequence[Any],
    prompt: int = 0,
) -> str:
    """Render the private pieces of `seat`: its cards and its question."""
    view = game.view(state, Viewer(seat))
    regions = game.pages.regions.own(view, named(players), seat, choices, prompt)
    return arrange(game.key, "own", draw_all(game.key, regions))


def folder(key: str) -> str:
    """Return the template folder of the game called `key`."""
    return key.replace("-", "_")


def for_head(key: str, what: str) -> list[str]:
    """Return the templates to try for a game's style sheets or scripts, in order."""
    return [f"{folder(key)}/_{what}.html", f"matches/page/_bare_{what}.html"]


def named(players: Sequence[PlayerInfo]) -> tuple[PlayerInfo, ...]:
    """Return `players`, with the name for deleted accounts in the active language."""
    if DELETED not in [player.name for player in players]:
        return tuple(players)  # called for each piece, and looking up the language is slow
    return tuple(
        msgspec.structs.replace(player, name=shown_name(DELETED))
        if player.name == DELETED
        else player
        for player in players
    )


def say(
    line: Line, players: Sequence[PlayerInfo], as_count: bool = False, *, language: str = ""
) -> SafeString:
    """Return `line`, or its count, with the players' names marked up.

    By default, `language` is the active one.
    """
    language = language or translation.get_language()
    text = _word("", line.count if as_count else line.text, language)
    places: dict[str, Any] = {
        name: _marked(seat, players[seat].name) for name, seat in line.seats.items()
    }
    for name, words in line.terms.items():
        places[name] = _listed(words, language)
    places |= line.numbers
    # Placeholders are filled as by format_html: every value is escaped.
    return SafeString(text.format(**places)) if places else escape(text)


def story_of(stored: Any, players: Sequence[PlayerInfo]) -> tuple[SafeString, ...]:
    """Return the sentences stored at a match's end: the decisive event, and the result."""
    return tuple(say(line, players) for line in msgspec.convert(stored, tuple[Line, ...]))


@lru_cache(maxsize=KEPT_NAMES)
def _marked(seat: int, name: str) -> str:
    return f'<b class="name" data-s="{seat + 1}">{escape(name)}</b>'


@lru_cache(maxsize=KEPT_TEXTS)
def _listed(words: tuple[Term, ...], language: str) -> str:
    """Return `words` as a list in the active language, cached like single words."""
    return escape(join_list([term(word, language=language) for word in words]))


def term(word: Term, *, language: str = "") -> str:
    """Return `word` in `language`, or in the active one."""
    return _word(word.context, word.text, language or translation.get_language())


def word(game: Game[Any, Any, Any, Any], name: str, prefix: str = "", language: str = "") -> str:
    """Return the game's label for `name`, or the name itself."""
    label = game.words.labels.get(f"{prefix}{name}") or game.words.labels.get(name)
    return term(label or Term(name.replace("-", " ").replace("_", " ")), language=language)


@lru_cache(maxsize=KEPT_TEXTS)
def _word(context: str, text: str, _language: str) -> str:
    """Return a text in the active language, cached because lines consist of few different words."""
    return translation.pgettext(context, text) if context else translation.gettext(text)


def forget() -> None:
    """Clear the caches of rendered texts, as in a new process; templates stay compiled."""
    environments.forget()
    _region.cache_clear()
    _marked.cache_clear()
    _listed.cache_clear()
    _word.cache_clear()
