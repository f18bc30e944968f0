"""Sheets and scripts: joined at collectstatic, linked one by one if nothing was collected."""

import re
from pathlib import Path

import pytest
from django.conf import settings as site
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.template.loader import render_to_string

from config import bundles
from config.bundles import bundles as known_bundles

SITE = "css/bundles/site.css"
LINKED = r'<(?:link rel="stylesheet" href|script src)="([^"]+)"'


def links(template: str = "base/_sheets.html") -> list[str]:
    """Return the URLs that a template links."""
    return re.findall(LINKED, render_to_string(template))


@pytest.fixture
def collected(tmp_path, settings) -> Path:
    """Collect all files as a live site does."""
    settings.STATIC_ROOT = str(tmp_path)
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.bundles.BundlingManifestStorage"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_without_collected_files_each_file_is_linked_in_order():
    assert links() == [staticfiles_storage.url(one.path) for one in known_bundles()[SITE]]


def test_a_bundle_contains_each_of_its_files_once_and_only_one_type():
    for path, sources in known_bundles().items():
        paths = [source.path for source in sources]
        assert len(paths) == len(set(paths)), path
        assert {bundles.kind_of(one) for one in paths} == {bundles.kind_of(path)}


def test_a_bundle_is_named_in_only_one_template():
    folder = Path(site.BASE_DIR, "templates")
    texts = [file.read_text() for file in folder.rglob("*.html")]
    names = [name for text in texts for name in re.findall(r'{% bundle "(\w+)" %}', text)]
    assert len(names) == len(set(names))


@pytest.mark.long
def test_a_live_page_links_one_file_with_every_sheet_and_existing_images(collected):
    (address,) = links()
    bundle = collected / address.removeprefix("/static/")
    text = bundle.read_text()
    places = []
    for sheet in known_bundles()[SITE]:
        first_rule = re.search(
            r"^@layer \w+ \{\n.+$", (collected / sheet.path).read_text(), re.MULTILINE
        )
        places.append(text.index(first_rule[0]))
    assert places == sorted(places)
    pictures = re.findall(r'url\("?([^"#)]+)', text)
    assert any("pieces" in picture for picture in pictures)
    for picture in pictures:
        assert (bundle.parent / picture).resolve().is_file()
    (address,) = links("base/_table_sheets.html")  # a sheet for some windows stays one
    assert (
        "@media (max-height: 29.99rem) and (max-width: 35.99rem) {"
        in (collected / address.removeprefix("/static/")).read_text()
    )
