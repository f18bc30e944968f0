"""The templates of live fragments, compiled once per language.

When a template is compiled, constant words are translated, and URLs of static files are looked up.
All output is escaped as usual.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any, cast

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.templatetags.static import static
from django.utils import translation
from jinja2 import Environment, FunctionLoader, Template, nodes
from jinja2.runtime import Context, Macro
from jinja2.visitor import NodeTransformer

from games.engine.required import required

#: The maximum number of results that an imported macro caches.
KEPT_MACROS = 512
#: Template functions that are passed the language, because looking it up is slow.
NEED_LANGUAGE = ("say", "term", "word")


#: Template functions whose results are constant for constant arguments.
_FOLDED: Mapping[str, Callable[..., str]] = {
    "_": translation.gettext,
    "pgettext": translation.pgettext,
    "static": static,
}


class _Constants(NodeTransformer):
    """Replaces constant words in templates with translations, and `static("path")` with the URL."""

    def visit_Call(self, call: nodes.Call) -> nodes.Node:  # noqa: N802 - named by Jinja
        """Replace a call with constant arguments by its result in the active language."""
        node = self.generic_visit(call)
        if not isinstance(node, nodes.Call) or not isinstance(node.node, nodes.Name):
            return node
        known = _FOLDED.get(node.node.name)
        values = [one.value for one in node.args if isinstance(one, nodes.Const)]
        if known and len(values) == len(node.args):
            return nodes.Const(known(*values), lineno=node.lineno)
        return node


def _memoized(macro: Macro) -> Callable[..., Any]:
    """Return `macro` with a cache of its results, for hashable arguments."""
    memo = lru_cache(KEPT_MACROS)(macro)

    def call(*args: Any, **options: Any) -> Any:
        try:
            return memo(*args, **options)
        except TypeError:  # an unhashable argument, or an error in the macro, which is raised again
            return macro(*args, **options)

    return call


class _Template(Template):
    """A template whose macros are cached; imported macros must be pure functions."""

    def _get_default_module(self, ctx: Any = None) -> Any:
        """Return the template as a module, which is created only once."""
        if self._module is None:
            self._module = self.make_module()
            macros = {n: one for n, one in vars(self._module).items() if isinstance(one, Macro)}
            vars(self._module).update({name: _memoized(macro) for name, macro in macros.items()})
        return self._module

    def forget(self) -> None:
        """Clear the caches of the macros."""
        self._module = None


_INDENT = re.compile(r"\n\s+")


class LanguageEnvironment(Environment):
    """The environment of the fragments in one language."""

    template_class = _Template

    def __init__(self, base: Environment, language: str) -> None:
        def source(name: str) -> Any:
            engine = _base()  # recreated if settings change; `base` may be outdated
            text, *origin = required(engine.loader).get_source(engine, name)
            # Remove the indentation of templates, which would be part of every frame.
            return (_INDENT.sub("\n", text), *origin)

        super().__init__(
            loader=FunctionLoader(source),
            autoescape=base.autoescape,
            auto_reload=base.auto_reload,
            undefined=base.undefined,
            trim_blocks=base.trim_blocks,
            lstrip_blocks=base.lstrip_blocks,
        )
        known: dict[str, Any] = dict(base.globals)
        bound = {name: partial(known[name], language=language) for name in NEED_LANGUAGE}
        self.globals, self.filters = known | bound, base.filters
        self._language = language
        self._known: dict[str, _Template] = {}

    def get_template(self, name: Any, *args: Any) -> Template:
        """Return the template called `name`, cached because each fragment needs several."""
        if self.auto_reload:
            return super().get_template(name, *args)
        if name not in self._known:
            self._known[name] = cast(_Template, super().get_template(name, *args))
        return self._known[name]

    def make_globals(self, d: Any) -> Any:
        """Return the globals of all templates as a plain dict, because a chain of dicts is slow."""
        return self.globals

    def _parse(self, *args: Any) -> nodes.Template:
        with translation.override(self._language):
            tree: nodes.Template = _Constants().visit(super()._parse(*args))
            return tree

    def draw(self, name: str, context: Mapping[str, Any]) -> str:
        """Render the template called `name`."""
        template = self.get_template(name)
        try:
            values = Context(self, {**self.globals, **context}, name, {})
            return "".join(template.root_render_func(values))
        except Exception:
            return str(self.handle_exception())  # raises it, with the line of the template

    def forget(self) -> None:
        """Clear the caches of the macros of all templates."""
        for template in self._known.values():
            template.forget()


_ENVIRONMENTS: dict[str, LanguageEnvironment] = {}


def environment_of(language: str) -> LanguageEnvironment:
    """Return the environment of the fragments in `language`."""
    if language not in _ENVIRONMENTS:
        _ENVIRONMENTS[language] = LanguageEnvironment(_base(), language)
    return _ENVIRONMENTS[language]


def _base() -> Environment:
    """Return the environment defined in the settings, without a language."""
    return cast(Jinja2, engines["fragments"]).env


def forget() -> None:
    """Clear the caches of macros, as in a new process; templates stay compiled."""
    for environment in _ENVIRONMENTS.values():
        environment.forget()
