"""Style sheets: many small files in development, bundles for browsers.

In development each sheet of a bundle is linked on its own. collectstatic joins them into one file,
in this order.
"""

import posixpath
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.core.files.storage import Storage
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from whitenoise.storage import CompressedManifestStaticFilesStorage

#: The sheets of all pages. Sheets of single pages and of games are linked there.
BUNDLES = {
    "site": (
        "css/tokens.css",
        "css/base/base.css",
        "css/base/layout.css",
        "css/base/masthead.css",
        "css/components/table.css",
        "css/components/controls.css",
        "css/components/papers.css",
        "css/components/notices.css",
        "css/components/talk.css",
        "css/components/marks.css",
        "css/base/forced.css",
        "css/components/pieces.css",
        "css/components/judged.css",
        "css/components/seats.css",
        "css/components/faces.css",
        "css/components/choices.css",
        "css/pages/ratings.css",
        "css/base/motion.css",
        "css/base/print.css",
    ),
}

register = template.Library()


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
        for name in () if dry_run else BUNDLES:
            path = path_of(name)
            file = Path(self.path(path))
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join(self._sheet(sheet, path) for sheet in BUNDLES[name]))
            paths[path] = (self, path)
        yield from super().post_process(paths, dry_run, **options)

    def _sheet(self, sheet: str, bundle: str) -> str:
        """Return the text of `sheet`, with its URLs relative to `bundle`."""
        folder, start = posixpath.dirname(sheet), posixpath.dirname(bundle)

        def moved(address: re.Match[str]) -> str:
            return f'url("{posixpath.relpath(posixpath.join(folder, address[1]), start)}'

        return re.sub(r'url\("(\.[^"#]+)', moved, Path(self.path(sheet)).read_text())


def path_of(bundle: str) -> str:
    """Return the path of the joined sheets of `bundle`."""
    return f"css/bundles/{bundle}.css"


@register.simple_tag
def styles(bundle: str) -> SafeString:
    """Link a bundle, or each of its sheets if nothing was joined."""
    is_joined = isinstance(staticfiles_storage, BundlingManifestStorage)
    sheets = (path_of(bundle),) if is_joined else BUNDLES[bundle]
    links = ((static(sheet),) for sheet in sheets)
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', links)
