"""Style sheets and scripts: many small files in development, bundles for browsers.

`{% bundle "name" %}` in a template encloses links and scripts. In development they appear in the
page as they are. collectstatic joins all sheets of a bundle into one file, and all scripts into
another.
"""

import posixpath
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.core.files.storage import Storage
from django.template import Context, Library, Node, NodeList
from django.template.base import Parser, Token
from django.templatetags.static import StaticNode, static
from whitenoise.storage import CompressedManifestStaticFilesStorage

register = Library()

_BUNDLE = re.compile(r'{% bundle "(\w+)" %}(.*?){% endbundle %}', re.DOTALL)
_SOURCE = re.compile(r"""{% static '([^']+)' %}"(?: media="([^"]+)")?""")
#: A function around each script makes its names and its "use strict" local; its errors don't stop
#: the other scripts.
_SCRIPT = "try {{ (() => {{\n{text}\n}})(); }} catch (error) {{ reportError(error); }}\n"
_LINKS = {
    "css": '<link rel="stylesheet" href="{}">',
    "js": '<script src="{}" defer></script>',
}


class Source(NamedTuple):
    """A file of a bundle; `media` is the media query of a sheet."""

    path: str
    media: str = ""


class _KnownAddresses(Storage):
    """A storage of files in place, which computes the URL of each only once.

    A page has thirty of them, which took a tenth of its rendering time.
    """

    @cached_property
    def _addresses(self) -> dict[str | None, str]:
        return {}

    def url(self, name: str | None, force: bool = False) -> str:
        """Return the URL of a file."""
        if name not in self._addresses:
            self._addresses[name] = super().url(name)
        return self._addresses[name]


class SourceStorage(_KnownAddresses, StaticFilesStorage):
    """Files in their source folders, not collected."""


class BundlingManifestStorage(_KnownAddresses, CompressedManifestStaticFilesStorage):
    """WhiteNoise's storage, which also stores the bundles at collectstatic."""

    def post_process(
        self, paths: dict[str, Any], dry_run: bool = False, **options: Any
    ) -> Iterator[Any]:
        """Join the bundles, then name and compress all files."""
        for path, sources in () if dry_run else bundles().items():
            file = Path(self.path(path))
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join(self._text(source, path) for source in sources))
            paths[path] = (self, path)
        yield from super().post_process(paths, dry_run, **options)

    def _text(self, source: Source, bundle: str) -> str:
        """Return the text of a script, or of a sheet with its URLs relative to `bundle`."""
        text = Path(self.path(source.path)).read_text()
        if bundle.endswith(".js"):
            return _SCRIPT.format(text=text)
        folder, start = posixpath.dirname(source.path), posixpath.dirname(bundle)

        def moved(address: re.Match[str]) -> str:
            return f'url("{posixpath.relpath(posixpath.join(folder, address[1]), start)}'

        text = re.sub(r'url\("(\.[^"#]+)', moved, text)
        return f"@media {source.media} {{\n{text}\n}}" if source.media else text


def bundles() -> dict[str, list[Source]]:
    """Return the sources of each joined file, from all templates."""
    found: dict[str, list[Source]] = {}
    for file in sorted(Path(settings.BASE_DIR, "templates").rglob("*.html")):
        for name, text in _BUNDLE.findall(file.read_text()):
            for path, media in _SOURCE.findall(text):
                found.setdefault(path_of(name, kind_of(path)), []).append(Source(path, media))
    return found


def kind_of(path: str) -> str:
    """Return whether a file is a sheet or a script: css or js."""
    return path.rpartition(".")[2]


def path_of(bundle: str, kind: str) -> str:
    """Return the path of the joined sheets or scripts of `bundle`."""
    return f"{kind}/bundles/{bundle}.{kind}"


class BundleNode(Node):
    """Links and scripts of a page."""

    def __init__(self, name: str, nodelist: NodeList) -> None:
        self.nodelist, self._name = nodelist, name
        nodes = nodelist.get_nodes_by_type(StaticNode)
        files = [node.path for node in nodes if isinstance(node, StaticNode)]
        self._kinds = sorted({kind_of(path.resolve(Context())) for path in files})

    def render(self, context: Context) -> str:
        """Return the enclosed links and scripts, or links to the joined files."""
        if not isinstance(staticfiles_storage, BundlingManifestStorage):
            return self.nodelist.render(context)
        joined = ((kind, static(path_of(self._name, kind))) for kind in self._kinds)
        return "\n".join(_LINKS[kind].format(address) for kind, address in joined)


@register.tag
def bundle(parser: Parser, token: Token) -> BundleNode:
    """Join the enclosed links and scripts; scripts run after the page is parsed."""
    _tag, name = token.split_contents()
    nodelist = parser.parse(("endbundle",))
    parser.delete_first_token()
    return BundleNode(name.strip('"'), nodelist)
