"""Every text has a translation with the same placeholders, and catalogs are compiled."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest
from django.conf import settings

pytestmark = pytest.mark.gettext

ROOT = Path(__file__).resolve().parents[2]
#: Where texts are.
SOURCES = ("accounts", "config", "games", "installation", "templates")
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]
CATALOGS = [code for code, _name in settings.LANGUAGES]  #: English has one for borrowed texts.
#: The live fragments are Jinja's, where a text may stand anywhere: makemessages finds it only at
#: the beginning of {{ }}, or in a {% %}.
MARKED = re.compile(r'\b(?:_|pgettext)\((?:"([^"]*)", )?"((?:[^"\\]|\\.)*)"\)')
PLACE = re.compile(r"%\(\w+\)[sd]|\{\w*\}|</?\w+")


def catalog(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def key(entry: polib.POEntry) -> tuple[str | None, str, str]:
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def forms(entry: polib.POEntry) -> list[str]:
    """Return the translation, or all its plural forms."""
    return list(entry.msgstr_plural.values()) or [entry.msgstr]


def places(text: str) -> set[str]:
    """Return the placeholders and tags that a translation must keep."""
    return set(PLACE.findall(text))


@pytest.fixture(scope="module")
def texts(tmp_path_factory) -> set[tuple[str | None, str, str]]:
    """Return every text of the source, collected from a copy of it."""
    copy = tmp_path_factory.mktemp("source")
    for folder in SOURCES:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "static", copy / "static")
    shutil.copy(ROOT / "manage.py", copy)
    (copy / "locale").mkdir()
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "VAR_DIR": str(copy / "var"),
        "PYTHONPATH": str(copy),
    }
    command = [sys.executable, "manage.py", "makemessages", "--locale=xx", "--verbosity=0"]
    subprocess.run(command, cwd=copy, env=environment, check=True, capture_output=True)
    found = polib.pofile(str(copy / "locale" / "xx" / "LC_MESSAGES" / "django.po"))
    return {key(entry) for entry in found if not entry.obsolete}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated(language, texts):
    known = {
        key(entry)
        for entry in polib.pofile(str(catalog(language)))
        if not entry.obsolete and not entry.fuzzy and all(forms(entry))
    }
    assert sorted(texts - known, key=str) == []


@pytest.mark.parametrize("language", CATALOGS)
def test_a_catalog_is_written_as_make_messages_writes_it(language):
    """Otherwise the next person who adds a text changes thousands of lines."""
    file = catalog(language)
    text = subprocess.run(["msgcat", file], capture_output=True, text=True, check=True).stdout
    assert text.splitlines() == file.read_text().splitlines()


def test_no_text_of_a_fragment_is_overlooked_by_makemessages(texts):
    found = {(context or "", text) for context, text, _plural in texts}
    marked = {
        (path.relative_to(ROOT).as_posix(), *text)
        for path in (ROOT / "templates").rglob("*.*")
        for text in MARKED.findall(path.read_text())
    }
    assert marked
    assert sorted(one for one in marked if one[1:] not in found) == []


@pytest.mark.parametrize("language", CATALOGS)
def test_translations_keep_the_placeholders_and_tags_of_their_texts(language):
    for entry in polib.pofile(str(catalog(language))):
        if entry.obsolete:
            continue
        wanted = places(entry.msgid_plural or entry.msgid)
        *others, last = forms(entry)
        assert places(last) == wanted, (entry.msgid, last)
        for form in others:  # the singular may do without its figure
            assert places(form) <= wanted, (entry.msgid, form)


@pytest.mark.parametrize("language", CATALOGS)
def test_compiled_catalogs_match_their_sources(language):
    path = catalog(language).with_suffix(".mo")
    assert path.exists()
    compiled = polib.mofile(str(path))
    written = polib.pofile(str(catalog(language)))
    assert {key(entry): forms(entry) for entry in compiled} == {
        key(entry): forms(entry) for entry in written.translated_entries()
    }
