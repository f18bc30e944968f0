"""Draws slices as text, by templates that are compiled once per language.

A slice is a game's region (games/engine/regions.py) or a fragment of the platform. Its text depends
on the slice and the language alone.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

import msgspec
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.utils import translation
from django.utils.html import escape
from django.utils.safestring import SafeString
from jinja2 import Environment, FunctionLoader, Template, TemplateNotFound, nodes
from jinja2.runtime import Macro
from jinja2.visitor import NodeTransformer

from accounts.writing import join_list
from games.engine.game import Game
from games.engine.regions import PlayerInfo, Region
from games.engine.required import required
from games.engine.seats import Seat, Viewer
from games.engine.text import Line, Term
from games.matches.privacy import shown_name

#: How many texts of regions a process caches.
KEPT_TEXTS = 8192
#: For how many tables a process caches the players' names.
KEPT_NAMES = 512
#: How many texts each macro caches that templates import: a few tiles, a portrait.
KEPT_MACROS = 512


class Fragment(msgspec.Struct, frozen=True, gc=False):
    """The slice of a piece that every game's page has, drawn by `template`."""

    template: str
    context: tuple[tuple[str, Any], ...]


#: The slice of any piece of a page.
Slice = Region | Fragment


def fragment(template: str, **context: Any) -> Fragment:
    """Return the fragment that `template` draws from `context`."""
    return Fragment(template, tuple(context.items()))


def draw(key: str, piece: Slice, language: str = "") -> str:
    """Render `piece` of a page of the game called `key`, in the reader's language."""
    language = language or translation.get_language()
    if isinstance(piece, Fragment):
        return _environment(language).draw(piece.template, dict(piece.context))
    return _region(folder(key), piece, language)


@lru_cache(maxsize=KEPT_TEXTS)
def _region(place: str, region: Region, language: str) -> str:
    """Render a region, cached: most are equal to those of other seats, or were drawn before."""
    return _environment(language).draw(f"{place}/{region.kind}.jinja", {"s": region})


def draw_all(key: str, pieces: Mapping[str, Slice]) -> dict[str, str]:
    """Render all `pieces`, by name."""
    return {name: draw(key, piece) for name, piece in pieces.items()}


def arrange(key: str, place: str, texts: Mapping[str, str]) -> str:
    """Put rendered regions into their places: `place` is `table`, `record` or `own`."""
    env = _environment(translation.get_language())
    try:
        return env.draw(f"{folder(key)}/{place}.jinja", {"regions": texts})
    except TemplateNotFound as missing:
        if missing.name != f"{folder(key)}/{place}.jinja":
            raise
    return env.draw(f"matches/page/{place}.jinja", {"regions": texts})


def public_regions(
    game: Game[Any, Any, Any, Any], view: Any, players: Sequence[PlayerInfo]
) -> Mapping[str, Region]:
    """Return the regions of a table as `view` shows it, in the reader's language."""
    return game.pages.regions.public(view, named(players))


def draw_table(game: Game[Any, Any, Any, Any], view: Any, players: Sequence[PlayerInfo]) -> str:
    """Render the table as `view` shows it, in one element: for replays and examples."""
    texts = draw_all(game.key, public_regions(game, view, players))
    faces = draw(game.key, fragment("components/faces.jinja", players=players))
    return faces + arrange(game.key, "table", texts) + arrange(game.key, "record", texts)


def draw_own(
    game: Game[Any, Any, Any, Any],
    state: Any,
    players: Sequence[PlayerInfo],
    seat: Seat,
    choices: Sequence[Any],
    prompt: int = 0,
) -> str:
    """Render what `seat` sees for itself: its cards and its question."""
    view = game.view(state, Viewer(seat))
    regions = game.pages.regions.own(view, named(players), seat, choices, prompt)
    return arrange(game.key, "own", draw_all(game.key, regions))


def folder(key: str) -> str:
    """Return the template folder of the game called `key`."""
    return key.replace("-", "_")


def named(players: Sequence[PlayerInfo]) -> tuple[PlayerInfo, ...]:
    """Return `players` with names in the active language."""
    return _named(tuple(players), translation.get_language())


@lru_cache(maxsize=KEPT_NAMES)
def _named(players: tuple[PlayerInfo, ...], _language: str) -> tuple[PlayerInfo, ...]:
    names = [shown_name(player.name) for player in players]
    return tuple(
        player if player.name == name else msgspec.structs.replace(player, name=name)
        for player, name in zip(players, names, strict=True)
    )


def say(line: Line, players: Sequence[PlayerInfo], as_count: bool = False) -> SafeString:
    """Return `line`, or its count, in the active language, with the players' names marked up."""
    text = _word("", line.count if as_count else line.text, translation.get_language())
    places: dict[str, Any] = {
        name: f'<b class="name" data-s="{seat + 1}">{escape(players[seat].name)}</b>'
        for name, seat in line.seats.items()
    }
    for name, words in line.terms.items():
        places[name] = escape(join_list([term(word) for word in words]))
    places |= line.numbers
    # Placeholders are filled as format_html does: every value is escaped.
    return SafeString(text.format(**places)) if places else escape(text)


def term(word: Term) -> str:
    """Return `word` in the active language."""
    return _word(word.context, word.text, translation.get_language())


@lru_cache(maxsize=KEPT_TEXTS)
def _word(context: str, text: str, _language: str) -> str:
    """Return a text in the active language, cached: lines are made of few words."""
    return translation.pgettext(context, text) if context else translation.gettext(text)


class _Words(NodeTransformer):
    """Replaces each `_("text")` in a template by its translation."""

    def visit_Call(self, call: nodes.Call) -> nodes.Node:  # noqa: N802 - named by Jinja
        """Replace a call of `_` with one constant by its result in the active language."""
        node = self.generic_visit(call)
        if not isinstance(node, nodes.Call):
            return node
        is_word = isinstance(node.node, nodes.Name) and node.node.name == "_"
        if is_word and isinstance(node.args[0], nodes.Const):
            return nodes.Const(translation.gettext(node.args[0].value), lineno=node.lineno)
        return node


def _memoized(macro: Macro) -> Callable[..., Any]:
    """Return `macro` with a cache of its results, for hashable arguments."""
    memo = lru_cache(KEPT_MACROS)(macro)

    def call(*args: Any, **options: Any) -> Any:
        try:
            return memo(*args, **options)
        except TypeError:  # an unhashable argument, or an error of the macro, which occurs again
            return macro(*args, **options)

    return call


class _Template(Template):
    """A template whose macros are cached: macros that other templates import are pure functions."""

    def _get_default_module(self, ctx: Any = None) -> Any:
        """Return the template as a module; it is made once."""
        if self._module is None:
            self._module = self.make_module()
            macros = {n: one for n, one in vars(self._module).items() if isinstance(one, Macro)}
            vars(self._module).update({name: _memoized(macro) for name, macro in macros.items()})
        return self._module

    def forget(self) -> None:
        """Forget what the macros drew."""
        self._module = None


_INDENT = re.compile(r"\n\s+")


class _LanguageEnvironment(Environment):
    """The environment of the fragments in one language: constant words are already translated."""

    template_class = _Template

    def __init__(self, base: Environment, language: str) -> None:
        def source(name: str) -> Any:
            text, *origin = required(base.loader).get_source(base, name)
            # Remove the indentation of templates: every frame would carry it.
            return (_INDENT.sub("\n", text), *origin)

        super().__init__(
            loader=FunctionLoader(source),
            autoescape=base.autoescape,
            auto_reload=base.auto_reload,
            undefined=base.undefined,
            trim_blocks=base.trim_blocks,
            lstrip_blocks=base.lstrip_blocks,
        )
        self.globals, self.filters = base.globals, base.filters
        self._language = language
        self._known: dict[str, _Template] = {}

    def get_template(self, name: Any, *args: Any) -> Template:
        """Return the template called `name`, cached: each fragment asks for several."""
        if self.auto_reload:
            return super().get_template(name, *args)
        if name not in self._known:
            self._known[name] = cast(_Template, super().get_template(name, *args))
        return self._known[name]

    def make_globals(self, d: Any) -> Any:
        """Return the globals of all templates as one plain dict; a chain of dicts is slow."""
        return self.globals

    def _parse(self, *args: Any) -> nodes.Template:
        with translation.override(self._language):
            tree: nodes.Template = _Words().visit(super()._parse(*args))
            return tree

    def draw(self, name: str, context: Mapping[str, Any]) -> str:
        """Render the template called `name`."""
        return self.get_template(name).render(context)

    def forget(self) -> None:
        """Forget what the macros of all templates drew."""
        for template in self._known.values():
            template.forget()


_ENVIRONMENTS: dict[str, _LanguageEnvironment] = {}


def _environment(language: str) -> _LanguageEnvironment:
    if language not in _ENVIRONMENTS:
        base = cast(Jinja2, engines["fragments"]).env
        _ENVIRONMENTS[language] = _LanguageEnvironment(base, language)
    return _ENVIRONMENTS[language]


def forget() -> None:
    """Forget all that was drawn, as in a new process; templates stay compiled."""
    for environment in _ENVIRONMENTS.values():
        environment.forget()
    _region.cache_clear()
    _named.cache_clear()
    _word.cache_clear()
