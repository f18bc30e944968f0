"""Style sheets: joined at collectstatic, linked one by one where nothing was collected."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.template import engines

from config import styles

PAGE = '{% load styles %}{% styles "site" %}'


def links() -> list[str]:
    """Return what a page links that asks for the bundle of all pages."""
    page = engines["django"].from_string(PAGE).render()
    return re.findall(r'href="([^"]+)"', page)


@pytest.fixture
def collected(tmp_path, settings) -> Path:
    """Collect all files as a live site does."""
    settings.STATIC_ROOT = str(tmp_path)
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.styles.BundlingManifestStorage"},
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_where_nothing_is_collected_each_sheet_is_linked_in_its_order():
    assert links() == [staticfiles_storage.url(sheet) for sheet in styles.BUNDLES["site"]]


@pytest.mark.long
def test_a_live_page_links_one_file_that_holds_every_sheet(collected):
    (address,) = links()
    text = (collected / address.removeprefix("/static/")).read_text()
    places = []
    for sheet in styles.BUNDLES["site"]:
        first_rule = re.search(
            r"^@layer \w+ \{\n.+$", (collected / sheet).read_text(), re.MULTILINE
        )
        places.append(text.index(first_rule[0]))
    assert places == sorted(places)


@pytest.mark.long
def test_every_picture_of_a_bundle_is_there(collected):
    (address,) = links()
    bundle = collected / address.removeprefix("/static/")
    pictures = re.findall(r'url\("?([^"#)]+)', bundle.read_text())
    assert any("pieces" in picture for picture in pictures)
    for picture in pictures:
        assert (bundle.parent / picture).resolve().is_file()
